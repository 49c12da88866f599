#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// StringValue (section 2.10.4): the lexer finds the end and validates escapes; ``StringValue`` decodes them.
extension Lexer {
  /// `"` StringCharacter* `"`
  mutating func readString() throws(SyntaxError) {
    let p = bytes
    let (quote, backslash) = (Byte.quote, Byte.backslash)
    let (lineFeed, carriageReturn) = (Byte.lineFeed, Byte.carriageReturn)
    kind = .string
    var i = start &+ 1
    while true {
      let byte = p[i]
      if byte == quote { break }
      if byte == backslash {
        i = i &+ (try escapeLength(i))
        continue
      }
      if byte == lineFeed || byte == carriageReturn || (byte == 0 && i >= count) {
        throw SyntaxError(message: "Unterminated string.", start: i, end: i)
      }
      i = i &+ 1
    }
    end = i &+ 1
  }

  /// `"""` BlockStringCharacter* `"""`
  mutating func readBlockString() throws(SyntaxError) {
    let p = bytes
    kind = .blockString
    let quotationMark: Int32 = 0x22
    var i = start &+ 3
    while true {
      guard let found = memchr(p + i, quotationMark, count &- i) else {
        throw unterminatedBlockString()
      }
      let quote = UnsafeRawPointer(found) - UnsafeRawPointer(p)
      if p[quote &+ 1] == Byte.quote, p[quote &+ 2] == Byte.quote {
        // `\"""` is an escaped triple quote. The opening quotes cannot be mistaken for one.
        if p[quote &- 1] == Byte.backslash {
          i = quote &+ 3
          continue
        }
        end = quote &+ 3
        return
      }
      i = quote &+ 1
    }
  }

  /// The error is at the end of the text, because the string extends to there. A note points at its start.
  private func unterminatedBlockString() -> SyntaxError {
    SyntaxError(
      message: "Unterminated string.", start: count, end: count,
      note: .init(message: "The string begins here.", start: start, end: start + 3))
  }

  /// The length in bytes of the EscapedUnicode or EscapedCharacter at `offset`.
  private func escapeLength(_ offset: Int) throws(SyntaxError) -> Int {
    switch bytes[offset + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u"):
      if bytes[offset + 2] == UInt8(ascii: "{") { return try bracedEscapeLength(offset) }
      return try fixedEscapeLength(offset)
    default:
      let end = offset + 1 < count ? characterEnd(offset + 1) : count
      throw SyntaxError(
        message: "Invalid character escape sequence: \"\(text(offset, end))\".", start: offset, end: end)
    }
  }

  private func fixedEscapeLength(_ offset: Int) throws(SyntaxError) -> Int {
    if let unit = StringValue.hexadecimal(bytes, offset + 2) {
      if !(0xD800...0xDFFF).contains(unit) { return 6 }
      if unit < 0xDC00, bytes[offset + 6] == UInt8(ascii: "\\"), bytes[offset + 7] == UInt8(ascii: "u"),
        let low = StringValue.hexadecimal(bytes, offset + 8), (0xDC00...0xDFFF).contains(low)
      {
        return 12
      }
    }
    throw invalidUnicodeEscape(offset, characters: 6)
  }

  private func bracedEscapeLength(_ offset: Int) throws(SyntaxError) -> Int {
    var point: UInt32 = 0
    var size = 3
    let longest = "\\u{00000000}".utf8.count
    while size < longest, offset + size < count {
      let byte = bytes[offset + size]
      size += 1
      if byte == UInt8(ascii: "}") {
        guard size >= 5, Unicode.Scalar(point) != nil else { break }
        return size
      }
      guard let digit = StringValue.hexadecimalDigit(byte) else { break }
      point = point &<< 4 | digit
    }
    throw invalidUnicodeEscape(offset, characters: size)
  }

  private func invalidUnicodeEscape(_ offset: Int, characters: Int) -> SyntaxError {
    var end = offset
    var left = characters
    while left > 0, end < count {
      end = characterEnd(end)
      left -= 1
    }
    return SyntaxError(
      message: "Invalid Unicode escape sequence: \"\(text(offset, end))\".", start: offset, end: end)
  }

  // MARK: - Characters in messages

  func text(_ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes + start, count: end - start), as: UTF8.self)
  }

  /// One past the character that starts at `offset`.
  func characterEnd(_ offset: Int) -> Int { CharacterPlace(bytes: bytes, count: count, offset: offset).end }

  func characterName(_ offset: Int) -> String {
    CharacterPlace(bytes: bytes, count: count, offset: offset).name
  }
}
