import ApusSchema
import ApusSwiftModel

/// The syntax of a string in a configuration. Names are inserted into Swift code, so everything else is rejected.
package enum ConfigurationStringForm {
  case path
  /// A valid name for a Swift type, module or protocol.
  case swiftName
  /// A valid name for a generated Swift type.
  case typeName
  /// A Swift type, which may have generic arguments: `[String: Money]`.
  case swiftType
  case word
  /// A word in lowercase, of which Swift names are made.
  case lowercaseWord
  /// The name of a directive that only the client knows.
  case clientDirective
  /// Letters, in the desired spelling of a word.
  case acronym

  var description: String {
    switch self {
    case .path: "a path, relative to the configuration's folder"
    case .swiftName: "a Swift name"
    case .typeName: "the name of one Swift type, without dots, that Swift does not reserve"
    case .swiftType: "a Swift type"
    case .word: "a word"
    case .lowercaseWord: "a word in lowercase"
    case .clientDirective: "the name of a directive, without the \"@\", that GraphQL itself does not define"
    case .acronym: "a word of letters from A to Z"
    }
  }

  package func allows(_ text: String) -> Bool {
    switch self {
    case .path, .word: return !text.isEmpty && !text.contains("\0")
    case .lowercaseWord: return SwiftNames.isLowercaseWord(text)
    case .clientDirective: return ClientDirectives.canBeConfigured(text)
    case .acronym: return !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isLetter }
    case .swiftName: return SwiftNames.isQualifiedName(text)
    case .typeName: return SwiftNames.isTypeName(text)
    case .swiftType: return SwiftNames.isType(text)
    }
  }
}
