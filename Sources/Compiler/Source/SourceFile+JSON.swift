extension SourceFile {
  /// Creates a file from the value of a JSON string, whose positions are those in the JSON file; nil for any other value.
  package convenience init?(contentsOf value: JSONValue) {
    guard let text = value.string else { return nil }
    let (file, start, end) = (value.range.file, value.range.start + 1, value.range.end - 1)
    var pieces = [TextOrigin.Piece(textStart: 0, start: start, .verbatim)]
    var (offset, length) = (start, 0)
    while offset < end {
      guard file.bytes[offset] == UInt8(ascii: "\\"), offset + 1 < end else {
        offset += 1
        length += 1
        continue
      }
      pieces.append(TextOrigin.Piece(textStart: length, start: offset, .escape))
      let escape = JSONEscape((offset..<min(offset + 6, end)).map { file.bytes[$0] })
      offset += escape.length
      length += escape.utf8Length
      pieces.append(TextOrigin.Piece(textStart: length, start: offset, .verbatim))
    }
    self.init(
      path: file.path, bytes: Array(text.utf8),
      origin: TextOrigin(.jsonString, file: file, contents: start..<end, pieces: pieces))
  }
}

/// The size of one escape of a valid JSON string, and of the character that it stands for.
private struct JSONEscape {
  /// In bytes of the file.
  let length: Int
  /// In bytes of the text.
  let utf8Length: Int

  /// - Parameter bytes: the rest of the string, which begins with a backslash.
  init(_ bytes: [UInt8]) {
    guard bytes.dropFirst().first == UInt8(ascii: "u") else {
      (length, utf8Length) = (2, 1)
      return
    }
    let unit = UInt16(String(decoding: bytes.dropFirst(2).prefix(4), as: UTF8.self), radix: 16) ?? 0
    switch unit {
    case ..<0x80: (length, utf8Length) = (6, 1)
    case ..<0x800: (length, utf8Length) = (6, 2)
    // The two halves of a pair.
    case 0xD800..<0xDC00: (length, utf8Length) = (12, 4)
    default: (length, utf8Length) = (6, 3)
    }
  }
}
