extension SourceFile {
  /// The text of a JSON string, with its places in the JSON file; nil for any other value.
  package convenience init?(contentsOf value: JSONValue) {
    guard let text = value.string else { return nil }
    let (file, start, end) = (value.range.file, value.range.start + 1, value.range.end - 1)
    var pieces = [TextOrigin.Piece(textStart: 0, start: start, isVerbatim: true)]
    var (offset, length) = (start, 0)
    while offset < end {
      guard file.bytes[offset] == UInt8(ascii: "\\"), offset + 1 < end else {
        offset += 1
        length += 1
        continue
      }
      pieces.append(TextOrigin.Piece(textStart: length, start: offset, isVerbatim: false))
      // Escapes of other characters than these do not occur in what is sent, and only move the places.
      offset += file.bytes[offset + 1] == UInt8(ascii: "u") ? 6 : 2
      length += 1
      pieces.append(TextOrigin.Piece(textStart: length, start: offset, isVerbatim: true))
    }
    self.init(
      path: file.path, bytes: Array(text.utf8),
      origin: TextOrigin(file: file, contents: start..<end, pieces: pieces))
  }
}
