/// Names and types in GraphQL syntax.
enum Grammar {
  /// Whether a string is a valid name.
  ///
  /// Specification: <https://spec.graphql.org/draft/#Name>.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(48...57).contains(first) else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case 48...57, 65...90, 95, 97...122: true
      default: false
      }
    }
  }

  /// Whether a string is a valid type: `[ID!]!`.
  ///
  /// Specification: <https://spec.graphql.org/draft/#Type>.
  static func isType(_ text: String) -> Bool {
    var rest = text[...]
    while true {
      if rest.last == "!" { rest.removeLast() }
      guard rest.first == "[" else { return isName(String(rest)) }
      guard rest.last == "]" else { return false }
      rest = rest.dropFirst().dropLast()
    }
  }
}
