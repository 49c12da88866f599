import ApusIR

/// What a string in a configuration has to be. Names go into Swift code, so nothing else may be among them.
package enum ConfigurationText {
  case path
  /// A name that Swift takes for a type, a module or a protocol.
  case swiftName
  /// A name that Swift takes for a type that is declared with it.
  case namespace
  /// A Swift type, which may have arguments: `[String: Money]`.
  case swiftType
  case word
  /// Letters, as a word is to be spelled.
  case acronym

  var description: String {
    switch self {
    case .path: "a path, relative to the configuration's folder"
    case .swiftName: "a Swift name"
    case .namespace: "the name of one Swift type, without dots, and no word that Swift reserves"
    case .swiftType: "a Swift type"
    case .word: "a word"
    case .acronym: "a word of letters from A to Z"
    }
  }

  package func allows(_ text: String) -> Bool {
    switch self {
    case .path, .word: return !text.isEmpty && !text.contains("\0")
    case .acronym: return !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isLetter }
    case .swiftName: return SwiftNames.isQualifiedName(text)
    case .namespace:
      return SwiftNames.isIdentifier(text) && SwiftNames.escape(text) == text
        && !SwiftNames.reservedTypes.contains(text)
    case .swiftType: return SwiftNames.isType(text)
    }
  }
}
