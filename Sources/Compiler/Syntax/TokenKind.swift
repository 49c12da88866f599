/// The kinds of lexical tokens (section 2.1.5).
package enum TokenKind {
  case endOfFile
  case bang, dollar, ampersand, parenLeft, parenRight, spread, colon, equals, at
  case bracketLeft, bracketRight, braceLeft, pipe, braceRight
  case name, int, float, string, blockString

  /// The punctuator, or the name of the kind.
  package var text: String {
    switch self {
    case .endOfFile: "<EOF>"
    case .bang: "!"
    case .dollar: "$"
    case .ampersand: "&"
    case .parenLeft: "("
    case .parenRight: ")"
    case .spread: "..."
    case .colon: ":"
    case .equals: "="
    case .at: "@"
    case .bracketLeft: "["
    case .bracketRight: "]"
    case .braceLeft: "{"
    case .pipe: "|"
    case .braceRight: "}"
    case .name: "Name"
    case .int: "Int"
    case .float: "Float"
    case .string: "String"
    case .blockString: "BlockString"
    }
  }

  package var isPunctuator: Bool {
    switch self {
    case .endOfFile, .name, .int, .float, .string, .blockString: false
    default: true
    }
  }

  /// The kind as messages print it.
  var description: String { isPunctuator ? "\"\(text)\"" : text }
}
