import ApusHTTP

/// Header fields whose values are not shown.
enum HeaderSecrets {
  /// Parts of the names of fields that hold secrets.
  private static let parts = [
    "auth", "cookie", "credential", "csrf", "key", "password", "secret", "session", "signature", "token",
    "xsrf",
  ]

  /// Whether a field's value is hidden. A file leaves the machine, so it shows only fields that never hold a secret.
  static func isSecret(_ name: String, inFile: Bool) -> Bool {
    let name = name.lowercased()
    if inFile { return !NonSecretHeaders.logged.contains(name) }
    return parts.contains { name.contains($0) }
  }
}
