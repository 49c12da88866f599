/// Checks of names that users write in `apus.json` and `@apus`. They are copied into Swift code, so anything that is not a name is rejected.
extension SwiftNames {
  /// Whether `text` is a single identifier.
  package static func isIdentifier(_ text: some StringProtocol) -> Bool {
    guard let first = text.first, first == "_" || first.isLetter else { return false }
    return text.allSatisfy { $0 == "_" || $0.isLetter || ($0.isASCII && $0.isNumber) }
  }

  /// Whether `text` is an identifier, or several joined with dots.
  package static func isQualifiedName(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isIdentifier($0) }
  }

  /// Whether `text` can be a type, with or without generic arguments: `[String: Money]`.
  package static func isType(_ text: String) -> Bool {
    let names = parts(ofType: text).flatMap { $0.split(separator: ".") }
    return !names.isEmpty && names.allSatisfy { isIdentifier($0) }
  }

  /// The names in a type that Swift looks up: `String` and `Shop` in `[String: Shop.Money]`.
  static func heads(ofType text: String) -> [String] {
    parts(ofType: text).filter { !$0.hasPrefix(".") }.map { String($0.prefix { $0 != "." }) }
  }

  /// The names in a type, each with its module or enclosing type if it is qualified.
  private static func parts(ofType text: String) -> [Substring] {
    text.split { typeMarks.contains($0) }
  }

  private static let typeMarks: Set<Character> = ["<", ">", "[", "]", ",", ":", " ", "?", "&"]
}
