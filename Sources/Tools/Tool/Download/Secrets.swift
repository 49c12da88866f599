/// Texts that must not be shown: header values, keys, and parts of URLs.
struct Secrets {
  private var texts: Set<String> = []

  /// The names of authentication schemes, which precede the secret.
  private static let schemes: Set<String> = ["bearer", "basic", "token", "digest", "apikey"]

  /// Adds the value of a header line, both as a whole and word by word.
  mutating func add(header line: String) {
    guard let colon = line.firstIndex(of: ":") else { return add(line) }
    let value = line[line.index(after: colon)...]
    add(String(value.drop { $0 == " " }))
    for word in value.split(whereSeparator: { " ,;=".contains($0) }) { add(String(word)) }
  }

  /// Adds the user information and parameter values of a URL.
  mutating func add(address: String) {
    let rest = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if let at = authority.lastIndex(of: "@") {
      add(String(authority[..<at]))
      for part in authority[..<at].split(separator: ":") { add(String(part)) }
    }
    guard let mark = rest.firstIndex(of: "?") else { return }
    for pair in rest[rest.index(after: mark)...].split(separator: "&") {
      add(String(pair.split(separator: "=", maxSplits: 1).last ?? ""))
    }
  }

  /// Adds a string, unless it is so short that it would match everywhere.
  mutating func add(_ text: String) {
    if text.utf8.count > 2, !Secrets.schemes.contains(text.lowercased()) { texts.insert(text) }
  }

  /// `text` with an ellipsis in place of each secret.
  func hide(in text: String) -> String {
    // Replace the longest first, because it may contain another one.
    texts.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
      .reduce(text) { $0.replacing($1, with: "…") }
  }
}
