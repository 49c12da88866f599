import ApusHTTP

/// Header fields whose values are not shown.
enum HeaderSecrets {
  /// Parts of the names of fields that hold secrets.
  private static let parts = [
    "auth", "bearer", "cookie", "credential", "csrf", "jwt", "key", "otp", "pass", "secret", "session",
    "signature", "token", "xsrf",
  ]
  /// Fields whose value is a URL, whose parameters may be secret: a redirection after a login has a code there.
  private static let urls: Set<String> = ["content-location", "location", "referer"]

  /// A field's value as it is shown.
  ///
  /// - Parameter inFile: whether it is for a file, which leaves the machine, so it has only values that are never secret.
  static func shownValue(of field: GraphQLHTTPHeaders.Field, inFile: Bool) -> String {
    let name = field.name.lowercased()
    if isSecret(name, inFile: inFile) { return "<redacted>" }
    guard urls.contains(name) || field.value.contains("://") && field.value.contains("?") else {
      return field.value
    }
    return ShownURL(field.value)?.text() ?? "<redacted>"
  }

  private static func isSecret(_ name: String, inFile: Bool) -> Bool {
    if inFile { return !NonSecretHeaders.logged.contains(name) }
    return parts.contains { name.contains($0) }
  }
}
