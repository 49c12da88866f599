/// What users may give as names: it goes into Swift code, so nothing else may be among it.
extension SwiftNames {
  /// Whether `text` is one identifier.
  package static func isIdentifier(_ text: some StringProtocol) -> Bool {
    guard let first = text.first, first == "_" || first.isLetter else { return false }
    return text.allSatisfy { $0 == "_" || $0.isLetter || ($0.isASCII && $0.isNumber) }
  }

  /// Whether `text` is an identifier, or several with dots between.
  package static func isQualifiedName(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isIdentifier($0) }
  }

  /// Whether `text` can be a type, with arguments or without: `[String: Money]`.
  package static func isType(_ text: String) -> Bool {
    let marks: Set<Character> = ["<", ">", "[", "]", ",", ":", " ", "?", ".", "&"]
    let names = text.split(omittingEmptySubsequences: true) { marks.contains($0) }
    return !names.isEmpty && names.allSatisfy { isIdentifier($0) }
  }
}
