import ApusSource

/// The value of a string literal, byte for byte what Swift makes of it, with the place of each part.
///
/// https://docs.swift.org/swift-book/documentation/the-swift-programming-language/lexicalstructure/#String-Literals
struct SwiftStringText {
  /// The reason why a literal has no value, and its place.
  struct Mistake: Error {
    let message: String
    let range: Range<Int>
  }

  private(set) var bytes: [UInt8] = []
  private(set) var pieces: [TextOrigin.Piece] = []
  private let source: SourceFile
  private let delimiter: SwiftStringDelimiter
  /// The bytes between the delimiters.
  private(set) var contents: Range<Int>

  /// Reads the literal that a token holds.
  init(_ token: SwiftToken, in source: SourceFile) throws(Mistake) {
    self.source = source
    delimiter = SwiftStringDelimiter(source, token.start)
    let end = token.end - delimiter.count
    contents = token.start + delimiter.count..<max(token.start + delimiter.count, end)
    guard end >= contents.lowerBound, source.bytes[end] == UInt8(ascii: "\""), delimiter.isEnd(source, end)
    else {
      throw Mistake(
        message: "This literal does not end. Close it with \(SwiftStringText.quotes(delimiter)).",
        range: token.start..<contents.lowerBound)
    }
    if delimiter.isMultiline { try readLines() } else { try read(contents) }
    if pieces.isEmpty { begin(at: contents.lowerBound, .verbatim) }
  }

  private static func quotes(_ delimiter: SwiftStringDelimiter) -> String {
    (delimiter.isMultiline ? "\"\"\"" : "\"") + String(repeating: "#", count: delimiter.pounds)
  }

  private mutating func begin(at start: Int, _ kind: TextOrigin.Kind) {
    pieces.append(TextOrigin.Piece(textStart: bytes.count, start: start, kind))
  }

  // MARK: - Lines

  private mutating func readLines() throws(Mistake) {
    let opening = contents.lowerBound
    var start = blanksEnd(opening, contents.upperBound)
    guard start < contents.upperBound, isLineEnd(start) else {
      throw Mistake(
        message: "The text begins on the line after the opening quotes. Add a line break.",
        range: opening..<opening)
    }
    start = lineEndEnd(start)
    var closing = contents.upperBound
    while closing > start, !isLineEnd(closing - 1) { closing -= 1 }
    let indentation = closing..<contents.upperBound
    guard blanksEnd(closing, contents.upperBound) == contents.upperBound, closing >= start else {
      throw Mistake(
        message: "The closing quotes begin a line of their own. Add a line break before them.",
        range: contents.upperBound..<contents.upperBound + delimiter.count)
    }
    while start < closing {
      var end = start
      while !isLineEnd(end) { end += 1 }
      let next = lineEndEnd(end)
      let text = try afterIndentation(start, end, indentation)
      let continuation = try read(text..<end)
      if next >= closing, let continuation {
        throw Mistake(
          message:
            "The last line ends in a backslash, which would join it with the closing quotes. Remove the backslash.",
          range: continuation..<continuation + 1 + delimiter.pounds)
      }
      // Swift leaves the last line end out.
      if next < closing, continuation == nil {
        if pieces.last?.kind != .verbatim || text == end { begin(at: end, .verbatim) }
        bytes.append(0x0A)
      }
      start = next
    }
  }

  /// The start of a line without the indentation, which is that of the closing quotes.
  private func afterIndentation(_ start: Int, _ end: Int, _ indentation: Range<Int>) throws(Mistake) -> Int {
    var offset = 0
    while offset < indentation.count, start + offset < end,
      source.bytes[start + offset] == source.bytes[indentation.lowerBound + offset]
    {
      offset += 1
    }
    // A line of blanks may be shorter.
    if offset == indentation.count || blanksEnd(start, end) == end { return min(start + offset, end) }
    throw Mistake(
      message:
        "This line is indented less than the closing quotes, or with other characters. Indent both alike.",
      range: start + offset..<max(start + offset, blanksEnd(start, end)))
  }

  private func isLineEnd(_ offset: Int) -> Bool {
    source.bytes[offset] == 0x0A || source.bytes[offset] == 0x0D
  }

  private func lineEndEnd(_ offset: Int) -> Int {
    source.bytes[offset] == 0x0D && source.bytes[offset + 1] == 0x0A ? offset + 2 : offset + 1
  }

  private func blanksEnd(_ start: Int, _ limit: Int) -> Int {
    var offset = start
    while offset < limit, source.bytes[offset] == 0x20 || source.bytes[offset] == 0x09 { offset += 1 }
    return offset
  }

  // MARK: - Characters

  /// Reads characters of one line.
  ///
  /// - Returns: the offset of the backslash that the line ends in, so that it continues in the next one.
  @discardableResult
  private mutating func read(_ range: Range<Int>) throws(Mistake) -> Int? {
    var offset = range.lowerBound
    var isVerbatim = false
    while offset < range.upperBound {
      let byte = source.bytes[offset]
      guard byte == UInt8(ascii: "\\"), delimiter.isEscape(source, offset) else {
        if !isVerbatim { begin(at: offset, .verbatim) }
        isVerbatim = true
        bytes.append(byte)
        offset += 1
        continue
      }
      isVerbatim = false
      let escaped = offset + 1 + delimiter.pounds
      if delimiter.isMultiline, blanksEnd(escaped, range.upperBound) == range.upperBound { return offset }
      begin(at: offset, .escape)
      offset = try readEscape(offset, escaped, range.upperBound)
    }
    return nil
  }

  /// Appends the value of an escape.
  ///
  /// - Parameters:
  ///   - start: the offset of its backslash.
  ///   - offset: the offset of the character after the backslash and any `#`.
  /// - Returns: the end of the escape.
  private mutating func readEscape(_ start: Int, _ offset: Int, _ limit: Int) throws(Mistake) -> Int {
    if offset < limit {
      switch source.bytes[offset] {
      case UInt8(ascii: "0"): bytes.append(0)
      case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "\""): bytes.append(UInt8(ascii: "\""))
      case UInt8(ascii: "'"): bytes.append(UInt8(ascii: "'"))
      case UInt8(ascii: "u"):
        return try readScalar(start, offset + 1, limit)
      default: throw unknown(start, offset + 1)
      }
      return offset + 1
    }
    throw unknown(start, offset)
  }

  /// Appends the character of `{hexadecimal digits}`.
  ///
  /// - Parameters:
  ///   - start: the offset of the backslash.
  ///   - opening: the offset after the `u`.
  /// - Returns: the end of the escape.
  private mutating func readScalar(_ start: Int, _ opening: Int, _ limit: Int) throws(Mistake) -> Int {
    var end = opening
    var value: UInt32 = 0
    var digits = 0
    if end < limit, source.bytes[end] == UInt8(ascii: "{") {
      end += 1
      while end < limit, let digit = Character(Unicode.Scalar(source.bytes[end])).hexDigitValue {
        value = digits < 8 ? value << 4 | UInt32(truncatingIfNeeded: digit) : value
        digits += 1
        end += 1
      }
    }
    guard digits > 0, digits <= 8, end < limit, source.bytes[end] == UInt8(ascii: "}") else {
      throw Mistake(
        message: """
          Swift writes a character as '\\u{…}', with one to eight hexadecimal digits in braces. Write it so, or the backslash \
          twice if the escape is one of GraphQL.
          """, range: start..<opening)
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw Mistake(
        message: """
          '\(source.text(start, end + 1))' is not a character: Swift has none from D800 to DFFF, which are halves of UTF-16, nor \
          above 10FFFF. Write the number of the whole character, such as '\\u{1F600}'.
          """, range: start..<end + 1)
    }
    bytes += Array(String(Character(scalar)).utf8)
    return end + 1
  }

  private func unknown(_ start: Int, _ end: Int) -> Mistake {
    // Do not split a character.
    var end = end
    while end < contents.upperBound, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return Mistake(
      message: """
        Swift has no escape '\(source.text(start, end))'. Write the backslash twice, or make the literal raw: \
        #\"\"\" … \"\"\"#.
        """, range: start..<end)
  }
}
