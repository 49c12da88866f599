/// Checks of names that users write in `apus.json` and `@apus`. They are copied into Swift code, so anything that Swift would not take there is
/// rejected.
extension SwiftNames {
  /// Whether `text` can be the name of a property or variable. Keywords can, because the generated code writes them in back-ticks.
  package static func isMemberName(_ text: some StringProtocol) -> Bool {
    guard let first = text.first, first == "_" || first.isLetter else { return false }
    return text.allSatisfy { $0 == "_" || $0.isLetter || ($0.isASCII && $0.isNumber) } && !isBlank(text)
  }

  /// Whether `text` is a single identifier that is not a keyword: the name of a type, a protocol or a module.
  package static func isIdentifier(_ text: some StringProtocol) -> Bool {
    isMemberName(text) && !isKeyword(String(text))
  }

  /// Whether `text` can be the name of a generated type.
  package static func isTypeName(_ text: String) -> Bool {
    isIdentifier(text) && !reservedTypes.contains(text)
  }

  /// Whether `text` is an identifier, or several joined with dots.
  package static func isQualifiedName(_ text: some StringProtocol) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isIdentifier($0) }
  }

  /// Whether `text` can be a type, with or without generic arguments: `[String: Money]`.
  package static func isType(_ text: String) -> Bool { SwiftTypeSyntax.accepts(text) }

  /// Whether `text` can be a word under `singulars` in `apus.json`: an identifier in lower case, which may be a keyword.
  package static func isLowercaseWord(_ text: String) -> Bool {
    isMemberName(text) && text == text.lowercased()
  }

  /// The names without repetitions, where `Swift.Identifiable` counts as equal to `Identifiable` and the first one stays. An inheritance clause must
  /// not list a protocol twice.
  ///
  /// - Parameter qualifiers: the modules and the namespace that a name may be written with or without.
  package static func distinct(_ names: [String], qualifiers: [String]) -> [String] {
    var seen: Set<Substring> = []
    return names.filter { name in
      var bare = name[...]
      while let end = bare.firstIndex(of: "."), qualifiers.contains(String(bare[..<end])) {
        bare = bare[bare.index(after: end)...]
      }
      return seen.insert(bare).inserted
    }
  }

  /// The names in a type that Swift looks up: `String` and `Shop` in `[String: Shop.Money]`.
  static func heads(ofType text: String) -> [String] {
    text.split { typeMarks.contains($0) }.filter { !$0.hasPrefix(".") }.map {
      String($0.prefix { $0 != "." })
    }
  }

  private static let typeMarks: Set<Character> = ["<", ">", "[", "]", ",", ":", " ", "?", "&"]
}
