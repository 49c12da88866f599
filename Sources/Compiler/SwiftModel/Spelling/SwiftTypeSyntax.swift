/// The syntax of a type as users write it: a name with or without its module, generic arguments, lists, dictionaries, optionals and compositions.
struct SwiftTypeSyntax {
  private var rest: Substring

  /// Whether `text` is a type.
  static func accepts(_ text: String) -> Bool {
    var syntax = SwiftTypeSyntax(rest: text[...])
    return syntax.readType(atDepth: 0) && syntax.rest.isEmpty
  }

  /// The maximum depth of brackets. Deeper ones would exhaust the stack, and nobody writes such types.
  private static let maximumDepth = 50

  private mutating func readType(atDepth depth: Int) -> Bool {
    if depth > SwiftTypeSyntax.maximumDepth { return false }
    repeat {
      skipSpaces()
      guard readUnit(depth) else { return false }
      while take("?") {}
      skipSpaces()
    } while take("&")
    return true
  }

  /// Reads a list, a dictionary or a name.
  private mutating func readUnit(_ depth: Int) -> Bool {
    guard take("[") else { return readName(depth) }
    guard readType(atDepth: depth + 1) else { return false }
    if take(":"), !readType(atDepth: depth + 1) { return false }
    return take("]") && (!take(".") || readName(depth))
  }

  /// Reads a name, each component of which may have generic arguments.
  private mutating func readName(_ depth: Int) -> Bool {
    var isFirst = true
    while true {
      let component = rest.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
      rest = rest[component.endIndex...]
      if component == "any", isFirst, take(" ") {
        isFirst = false
        skipSpaces()
        continue
      }
      isFirst = false
      // `Any` is a type. Another check reports that it cannot be decoded.
      guard component == "Any" || SwiftNames.isIdentifier(component) else { return false }
      if take("<") {
        repeat {
          guard readType(atDepth: depth + 1) else { return false }
        } while take(",")
        guard take(">") else { return false }
      }
      if !take(".") { return true }
    }
  }

  private mutating func take(_ mark: Character) -> Bool {
    guard rest.first == mark else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipSpaces() { rest = rest.drop { $0 == " " } }
}
