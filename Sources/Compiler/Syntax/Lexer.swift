import ApusSource

/// Turns bytes into tokens, one at a time, by the lexical grammar of section 2.1.
///
/// It is one large function over a pointer with a zero sentinel, because it runs for every byte in unoptimized builds.
/// Two thirds of a schema are descriptions, so `memchr` finds where they end.
package struct Lexer {
  let bytes: UnsafePointer<UInt8>
  let count: Int
  let classes: UnsafePointer<UInt8>
  let names: NameTable

  /// The kind of the current token.
  package internal(set) var kind = TokenKind.endOfFile
  package internal(set) var start = 0
  package internal(set) var end = 0
  /// The number of the current token's name; 0 for any other token.
  package internal(set) var name: NameID = 0
  /// The end of the token before the current one.
  package internal(set) var previousEnd = 0
  var tokenCount = 0

  /// - Parameters:
  ///   - source: has to live as long as the lexer, which points into it.
  ///   - start: the offset of the first token; must be between two tokens.
  package init(_ source: SourceFile, _ names: NameTable, from start: Int = 0) {
    end = start
    bytes = source.bytes
    count = source.count
    classes = names.classes
    self.names = names
  }

  /// Reads the next token.
  package mutating func advance() throws(SyntaxError) {
    let p = bytes
    let classes = classes
    var i = end
    previousEnd = i
    name = 0
    while true {
      let c = classes[Int(p[i])]
      if c == CharacterClass.blank {
        i = i &+ 1
        while p[i] == Byte.space { i = i &+ 1 }
        continue
      }
      if c == CharacterClass.name {
        start = i
        var hash = FNV1a.offsetBasis
        var byte = p[i]
        repeat {
          hash = (hash ^ UInt32(truncatingIfNeeded: byte)) &* FNV1a.prime
          i = i &+ 1
          byte = p[i]
        } while CharacterClass.continuesName(classes[Int(byte)])
        kind = .name
        end = i
        name = names.intern(p + start, i &- start, hash)
        break
      }
      if c == CharacterClass.punctuator {
        start = i
        end = i &+ 1
        switch p[i] {
        case 0x21: kind = .bang
        case 0x24: kind = .dollar
        case 0x26: kind = .ampersand
        case 0x28: kind = .parenLeft
        case 0x29: kind = .parenRight
        case 0x3A: kind = .colon
        case 0x3D: kind = .equals
        case 0x40: kind = .at
        case 0x5B: kind = .bracketLeft
        case 0x5D: kind = .bracketRight
        case 0x7B: kind = .braceLeft
        case 0x7C: kind = .pipe
        default: kind = .braceRight
        }
        break
      }
      if c == CharacterClass.comment {
        i = SourceFile.endOfLine(bytes, from: i, count: count)
        continue
      }
      if c == CharacterClass.byteOrderMark, p[i &+ 1] == 0xBB, p[i &+ 2] == 0xBF {
        i = i &+ 3
        continue
      }
      start = i
      if c == CharacterClass.other, i >= count {
        kind = .endOfFile
        start = count
        end = count
        return
      }
      if c == CharacterClass.quote {
        let isBlock = p[i &+ 1] == Byte.quote && p[i &+ 2] == Byte.quote
        if isBlock { try readBlockString() } else { try readString() }
      } else if c == CharacterClass.dot, p[i &+ 1] == Byte.dot, p[i &+ 2] == Byte.dot {
        kind = .spread
        end = i &+ 3
      } else if c == CharacterClass.digit || c == CharacterClass.minus {
        try readNumber()
      } else {
        throw unexpectedCharacter(i)
      }
      break
    }
    tokenCount = tokenCount &+ 1
  }

  /// Skips an invalid token, so that ``advance()`` continues after it.
  ///
  /// - Parameter error: the error of the last call.
  package mutating func skipInvalid(after error: SyntaxError) {
    // The error in a number is at the first byte after it, which may begin a token.
    let isInNumber = error.start > start && bytes[start] != Byte.quote
    end = max(isInNumber ? error.start : error.end, start + 1)
  }

  /// IntValue and FloatValue (sections 2.10.1 and 2.10.2).
  private mutating func readNumber() throws(SyntaxError) {
    let p = bytes
    var i = start
    kind = .int
    if p[i] == Byte.minus { i = i &+ 1 }
    if p[i] == Byte.zero {
      i = i &+ 1
      if isDigit(i) {
        throw SyntaxError(
          message: "Invalid number, unexpected digit after 0: \(characterName(i)).", start: i, end: i + 1)
      }
    } else {
      i = try readDigits(i)
    }
    if p[i] == Byte.dot {
      kind = .float
      i = try readDigits(i &+ 1)
    }
    if p[i] | Byte.lowercaseBit == Byte.letterE {
      kind = .float
      i = i &+ 1
      if p[i] == Byte.plus || p[i] == Byte.minus { i = i &+ 1 }
      i = try readDigits(i)
    }
    if p[i] == Byte.dot || classes[Int(p[i])] == CharacterClass.name { throw expectedDigit(i) }
    end = i
  }

  private func isDigit(_ i: Int) -> Bool { classes[Int(bytes[i])] == CharacterClass.digit }

  private func readDigits(_ offset: Int) throws(SyntaxError) -> Int {
    var i = offset
    if !isDigit(i) { throw expectedDigit(i) }
    while isDigit(i) { i = i &+ 1 }
    return i
  }

  private func expectedDigit(_ i: Int) -> SyntaxError {
    SyntaxError(
      message: "Invalid number, expected digit but got: \(characterName(i)).", start: i, end: characterEnd(i))
  }

  private func unexpectedCharacter(_ i: Int) -> SyntaxError {
    if bytes[i] == UInt8(ascii: ".") {
      if bytes[i + 1] == UInt8(ascii: ".") {
        return SyntaxError(message: "Unexpected \"..\", did you mean \"...\"?", start: i, end: i + 2)
      }
      if isDigit(i + 1) {
        var end = i + 1
        while isDigit(end) { end += 1 }
        let digits = String(
          decoding: UnsafeBufferPointer(start: bytes + i + 1, count: end - i - 1), as: UTF8.self)
        return SyntaxError(
          message: "Invalid number, expected digit before \".\", did you mean \"0.\(digits)\"?", start: i,
          end: end)
      }
    }
    if bytes[i] == UInt8(ascii: "'") {
      return SyntaxError(
        message: "Unexpected single quote character ('), did you mean to use a double quote (\")?", start: i,
        end: i + 1)
    }
    return SyntaxError(
      message: "Unexpected character: \(characterName(i)).", start: i, end: characterEnd(i))
  }
}

// The constants are in this file and transparent, so that in unoptimized builds a comparison is one instruction. From
// another file, it would be a call.

/// The kind of token that a byte can begin or continue: the lexer's table.
enum CharacterClass {
  static var other: UInt8 { @_transparent get { 0 } }
  static var blank: UInt8 { @_transparent get { 1 } }
  static var name: UInt8 { @_transparent get { 2 } }
  static var digit: UInt8 { @_transparent get { 3 } }
  static var punctuator: UInt8 { @_transparent get { 4 } }
  static var quote: UInt8 { @_transparent get { 5 } }
  static var comment: UInt8 { @_transparent get { 6 } }
  static var dot: UInt8 { @_transparent get { 7 } }
  static var minus: UInt8 { @_transparent get { 8 } }
  /// The first byte of a UTF-8 byte order mark.
  static var byteOrderMark: UInt8 { @_transparent get { 9 } }

  /// Whether a byte of this class continues a name: `name` and `digit` have consecutive numbers.
  @_transparent static func continuesName(_ value: UInt8) -> Bool { value &- name < 2 }
}

/// The ASCII characters that the lexer compares bytes with.
enum Byte {
  static var lineFeed: UInt8 { @_transparent get { 0x0A } }
  static var carriageReturn: UInt8 { @_transparent get { 0x0D } }
  static var space: UInt8 { @_transparent get { 0x20 } }
  static var quote: UInt8 { @_transparent get { 0x22 } }
  static var plus: UInt8 { @_transparent get { 0x2B } }
  static var minus: UInt8 { @_transparent get { 0x2D } }
  static var dot: UInt8 { @_transparent get { 0x2E } }
  static var zero: UInt8 { @_transparent get { 0x30 } }
  static var backslash: UInt8 { @_transparent get { 0x5C } }
  static var letterE: UInt8 { @_transparent get { 0x65 } }
  /// The bit that distinguishes lowercase letters from uppercase ones.
  static var lowercaseBit: UInt8 { @_transparent get { 0x20 } }
}

/// The constants of the 32-bit FNV-1a hash.
enum FNV1a {
  static var offsetBasis: UInt32 { @_transparent get { 2_166_136_261 } }
  static var prime: UInt32 { @_transparent get { 16_777_619 } }
}
