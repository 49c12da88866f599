import ApusSource

/// Splits input into lines, one message each, as the Model Context Protocol has it on standard input.
struct LineReader {
  enum Line {
    case message(SourceFile)
    /// A line that is too long. Its text was dropped.
    case tooLong
  }

  /// The maximum size of a message in bytes.
  let maximumLength: Int

  private var buffer: [UInt8] = []
  /// The offset of the first byte that was not returned yet.
  private var offset = 0
  /// The offset up to which the end of a line was searched.
  private var searched = 0
  /// Whether the line at ``offset`` is too long, so that its rest is dropped.
  private var isSkipping = false

  init(maximumLength: Int = 64 << 20) { self.maximumLength = maximumLength }

  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) { buffer.append(contentsOf: bytes) }

  /// Returns the next complete line that is not blank; nil if more bytes are needed.
  mutating func next() -> Line? {
    while true {
      guard let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
        searched = buffer.count
        if searched - offset > maximumLength { drop() }
        return nil
      }
      let line = buffer[offset..<end]
      let wasSkipped = isSkipping || line.count > maximumLength
      let message = wasSkipped ? nil : LineReader.message(line)
      isSkipping = false
      consume(end + 1)
      if wasSkipped { return .tooLong }
      if let message { return .message(message) }
    }
  }

  /// Returns the last line at the end of the input, which may lack a line feed.
  mutating func last() -> Line? {
    if isSkipping { return .tooLong }
    let message = LineReader.message(buffer[offset...])
    consume(buffer.count)
    return message.map(Line.message)
  }

  private static func message(_ line: ArraySlice<UInt8>) -> SourceFile? {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      ? nil : SourceFile(path: "", bytes: Array(line))
  }

  private mutating func drop() {
    isSkipping = true
    consume(buffer.count)
  }

  private mutating func consume(_ end: Int) {
    offset = end
    if offset > 1 << 16 || offset == buffer.count {
      buffer.removeFirst(offset)
      offset = 0
    }
    searched = offset
  }
}
