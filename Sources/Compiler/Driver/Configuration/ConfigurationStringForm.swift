import ApusSwiftModel

/// The syntax of a string in a configuration. Names are inserted into Swift code, so everything else is rejected.
package enum ConfigurationStringForm {
  case path
  /// A valid name for a Swift type, module or protocol.
  case swiftName
  /// A valid name for a generated Swift type.
  case namespace
  /// A Swift type, which may have generic arguments: `[String: Money]`.
  case swiftType
  case word
  /// Letters, in the desired spelling of a word.
  case acronym

  var description: String {
    switch self {
    case .path: "a path, relative to the configuration's folder"
    case .swiftName: "a Swift name"
    case .namespace: "the name of one Swift type, without dots, that is not a Swift keyword"
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
