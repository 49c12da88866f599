import ApusSource
import ApusSyntax

/// An output buffer that tracks the column of the next character.
struct LayoutWriter {
  let source: SourceFile
  var output: [UInt8] = []
  /// Characters on the current line.
  private(set) var column = 0
  /// The file's own line ending, taken from its first line.
  private let lineEnd: [UInt8]

  init(_ source: SourceFile) {
    self.source = source
    lineEnd = LayoutWriter.lineEnd(of: source)
    output.reserveCapacity(source.count + source.count / 8)
  }

  private static func lineEnd(of source: SourceFile) -> [UInt8] {
    var offset = 0
    while offset < source.count {
      if source.bytes[offset] == 0x0A { return [0x0A] }
      if source.bytes[offset] == 0x0D { return source.bytes[offset + 1] == 0x0A ? [0x0D, 0x0A] : [0x0D] }
      offset += 1
    }
    return [0x0A]
  }

  /// The current position, for ``reset(to:)``.
  var mark: (count: Int, column: Int) { (output.count, column) }

  /// Discards everything written since `mark`.
  mutating func reset(to mark: (count: Int, column: Int)) {
    output.removeSubrange(mark.count...)
    column = mark.column
  }

  mutating func writeLineEnd() {
    output += lineEnd
    column = 0
  }

  /// Ends the line, unless it is empty.
  mutating func endLine() {
    if column > 0 { writeLineEnd() }
  }

  mutating func writeSpaces(_ count: Int) {
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
    column += count
  }

  mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { output.append(contentsOf: $0) }
    column += text.utf8CodeUnitCount
  }

  /// Copies a range of the source, which may span lines.
  mutating func writeSource(from start: Int, to end: Int) {
    guard start < end else { return }
    output.append(contentsOf: UnsafeBufferPointer(start: source.bytes + start, count: end - start))
    var offset = start
    while offset < end {
      let byte = source.bytes[offset]
      if byte == 0x0A || byte == 0x0D {
        column = 0
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      offset += 1
    }
  }

  mutating func writeComment(_ comment: Comment) { writeSource(from: comment.start, to: comment.end) }

  /// Writes a comment after the text on its line.
  mutating func writeTrailing(_ comment: Comment) {
    write(" ")
    writeComment(comment)
  }
}
