import ApusSource

/// The name of one element of a schema (section 2.14), for example `Album.tracks(first:)` or `@deprecated`.
package enum SchemaCoordinate: Equatable {
  case type(String)
  /// A field, an input field or an enum value.
  case member(type: String, name: String)
  case argument(type: String, field: String, name: String)
  case directive(String)
  case directiveArgument(directive: String, name: String)

  /// SchemaCoordinate :
  ///   - Name
  ///   - Name . Name
  ///   - Name . Name ( Name : )
  ///   - @ Name
  ///   - @ Name ( Name : )
  ///
  /// - Throws: ``SyntaxError`` if the text is not a coordinate, which may not even contain white space.
  package static func parse(_ source: SourceFile) throws(SyntaxError) -> SchemaCoordinate {
    if let error = SyntaxError.ofEncoding(source.bytes, source.count) { throw error }
    var reader = SchemaCoordinateReader(source: source)
    return try reader.read()
  }
}

extension SchemaCoordinate: CustomStringConvertible {
  package var description: String {
    switch self {
    case .type(let name): name
    case .member(let type, let name): "\(type).\(name)"
    case .argument(let type, let field, let name): "\(type).\(field)(\(name):)"
    case .directive(let name): "@\(name)"
    case .directiveArgument(let directive, let name): "@\(directive)(\(name):)"
    }
  }
}

/// The lexer and parser for schema coordinates, which have their own lexical grammar.
private struct SchemaCoordinateReader {
  /// A punctuator, a name, or the end of the text.
  enum Kind: Equatable {
    case punctuator(UInt8)
    case name
    case endOfText
  }

  let source: SourceFile
  var kind = Kind.endOfText
  var start = 0
  var end = 0

  init(source: SourceFile) { self.source = source }

  mutating func read() throws(SyntaxError) -> SchemaCoordinate {
    try advance()
    let isDirective = try skip("@")
    let name = try readName()
    if isDirective {
      guard try skip("(") else { return try finish(.directive(name)) }
      let argument = try readArgument()
      return try finish(.directiveArgument(directive: name, name: argument))
    }
    guard try skip(".") else { return try finish(.type(name)) }
    let member = try readName()
    guard try skip("(") else { return try finish(.member(type: name, name: member)) }
    let argument = try readArgument()
    return try finish(.argument(type: name, field: member, name: argument))
  }

  /// Name : )
  private mutating func readArgument() throws(SyntaxError) -> String {
    let name = try readName()
    for punctuator in [":", ")"] as [Unicode.Scalar] {
      guard try skip(punctuator) else { throw expected("\"\(punctuator)\"") }
    }
    return name
  }

  private func finish(_ coordinate: SchemaCoordinate) throws(SyntaxError) -> SchemaCoordinate {
    guard kind == .endOfText else { throw expected(TokenKind.endOfFile.description) }
    return coordinate
  }

  private mutating func readName() throws(SyntaxError) -> String {
    guard kind == .name else { throw expected(TokenKind.name.description) }
    let name = source.text(start, end)
    try advance()
    return name
  }

  /// Consumes the current token if it is this punctuator.
  private mutating func skip(_ punctuator: Unicode.Scalar) throws(SyntaxError) -> Bool {
    guard kind == .punctuator(UInt8(ascii: punctuator)) else { return false }
    try advance()
    return true
  }

  private mutating func advance() throws(SyntaxError) {
    start = end
    guard start < source.count else {
      kind = .endOfText
      return
    }
    let byte = source.bytes[start]
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ":"), UInt8(ascii: "@"):
      kind = .punctuator(byte)
      end = start + 1
    default:
      guard isNameCharacter(byte), !isDigit(byte) else {
        let place = CharacterPlace(bytes: source.bytes, count: source.count, offset: start)
        throw SyntaxError(message: "Invalid character: \(place.name).", start: start, end: place.end)
      }
      kind = .name
      while isNameCharacter(source.bytes[end]) { end += 1 }
    }
  }

  private func isNameCharacter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || isDigit(byte)
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private func expected(_ wanted: String) -> SyntaxError {
    let found =
      switch kind {
      case .endOfText: TokenKind.endOfFile.description
      case .name: "Name \"\(source.text(start, end))\""
      case .punctuator: "\"\(source.text(start, end))\""
      }
    return SyntaxError(message: "Expected \(wanted), found \(found).", start: start, end: end)
  }
}
