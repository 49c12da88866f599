/// Header fields whose values are nobody else's business.
enum SecretHeaders {
  /// Whether a field's name says that it holds a secret.
  static func contains(_ name: String) -> Bool {
    let name = name.lowercased()
    return words.contains { name.contains($0) }
  }

  private static let words = [
    "authorization", "authentication", "cookie", "token", "secret", "password", "api-key", "apikey",
    "access-key", "session", "signature", "credential",
  ]
}
