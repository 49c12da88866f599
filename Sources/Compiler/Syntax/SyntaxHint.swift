import ApusSource

/// Advice for syntax errors whose cause is well known. It follows the message, which is the reference's.
enum SyntaxHint {
  /// A sentence with a leading space; empty if the cause is unknown.
  static func text(for error: SyntaxError, in source: SourceFile) -> String {
    let found = source.text(error.start, error.end)
    let keyword = found.lowercased()
    if error.message.hasPrefix("Unexpected Name"), keyword != found, keywords.contains(keyword) {
      return " Keywords are written in lower case: \(keyword)."
    }
    if found == "=", error.message.hasPrefix("Expected \":\"") {
      return " A variable's type comes before its default value: $name: Type = value."
    }
    return ""
  }

  private static let keywords: Set<String> = [
    "query", "mutation", "subscription", "fragment", "type", "interface", "union", "enum", "input", "scalar",
    "directive", "schema", "extend",
  ]
}
