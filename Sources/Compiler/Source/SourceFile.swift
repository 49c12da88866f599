#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The text of one input as bytes, with the path that messages show.
///
/// Four zero bytes follow the text, so that the lexer can look ahead without a bounds check.
package final class SourceFile {
  /// The path as messages print it.
  package let path: String
  /// `count` bytes of text, followed by a sentinel of four zero bytes.
  package let bytes: UnsafePointer<UInt8>
  /// The number of bytes of text; at most `UInt32.max`.
  package let count: Int
  /// The position of the text in another file; nil if the text is a whole file.
  package let origin: TextOrigin?
  /// Byte offsets of the line starts, computed on first use.
  private var lineStarts: [Int] = []

  /// The length in bytes of the sentinel after the text.
  package static let sentinelCount = 4

  /// Takes ownership of `bytes`, a buffer allocated with room for the text and its zeroed sentinel.
  ///
  /// - Parameter origin: the place of the text in another file, in which positions are then counted.
  package init(
    path: String, owning bytes: UnsafeMutablePointer<UInt8>, count: Int, origin: TextOrigin? = nil
  ) {
    self.path = path
    self.origin = origin
    self.bytes = UnsafePointer(bytes)
    self.count = count
  }

  /// Copies `text`.
  package convenience init(path: String, text: String) {
    var text = text
    self.init(path: path, bytes: text.withUTF8 { Array($0) })
  }

  /// Copies `bytes`.
  package convenience init(path: String, bytes text: [UInt8], origin: TextOrigin? = nil) {
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + SourceFile.sentinelCount)
    text.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { buffer.update(from: base, count: source.count) }
    }
    (buffer + text.count).initialize(repeating: 0, count: SourceFile.sentinelCount)
    self.init(path: path, owning: buffer, count: text.count, origin: origin)
  }

  deinit { bytes.deallocate() }

  /// The text from `start` up to `end`, both byte offsets.
  package func text(_ start: Int, _ end: Int) -> String {
    let low = min(max(start, 0), count)
    let high = min(max(end, low), count)
    return String(decoding: UnsafeBufferPointer(start: bytes + low, count: high - low), as: UTF8.self)
  }

  // MARK: - Lines

  /// The 0-based line that contains `offset`. LF, CR LF and CR each end a line.
  package func line(at offset: Int) -> Int {
    if lineStarts.isEmpty { lineStarts = findLineStarts() }
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The byte offsets of the start of a 0-based line and of its line end (or the end of the text). The first line starts after a byte order mark.
  package func lineBounds(_ line: Int) -> (start: Int, end: Int) {
    if lineStarts.isEmpty { lineStarts = findLineStarts() }
    let start = lineStarts[line]
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : count
    while end > start, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    return (start, end)
  }

  /// The offset after a byte order mark, which editors do not show; 0 if there is none.
  package var textStart: Int {
    count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  /// The offset of the first line end at or after `start`, or of the end of the text.
  package static func endOfLine(_ bytes: UnsafePointer<UInt8>, from start: Int, count: Int) -> Int {
    let (lineFeed, carriageReturn) = (0x0A as Int32, 0x0D as Int32)
    var end = count
    if let found = memchr(bytes + start, lineFeed, count - start) {
      end = UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
    }
    if let found = memchr(bytes + start, carriageReturn, end - start) {
      end = UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
    }
    return end
  }

  private func findLineStarts() -> [Int] {
    var starts = [textStart]
    let lineFeed = Int32(UInt8(ascii: "\n"))
    // Nearly all files are free of CR. For them, `memchr` finds the line ends many bytes at a time.
    if memchr(bytes, Int32(UInt8(ascii: "\r")), count) == nil {
      var rest = UnsafeRawPointer(bytes)
      let end = rest + count
      while let found = memchr(rest, lineFeed, end - rest) {
        rest = UnsafeRawPointer(found) + 1
        starts.append(rest - UnsafeRawPointer(bytes))
      }
      return starts
    }
    var offset = 0
    let bytes = bytes
    let count = count
    while offset < count {
      let byte = bytes[offset]
      offset = offset &+ 1
      if byte > UInt8(ascii: "\r") { continue }
      if byte == UInt8(ascii: "\n") {
        starts.append(offset)
      } else if byte == UInt8(ascii: "\r") {
        if offset < count, bytes[offset] == UInt8(ascii: "\n") { offset += 1 }
        starts.append(offset)
      }
    }
    return starts
  }

  /// The byte offset of an editor's position, with 0-based line and column.
  ///
  /// A column past the end of its line means the line's end. A line past the last one means the end of the text. A column within a character means the
  /// character's start. In a text with an ``origin``, a position outside of it means the nearest one inside.
  package func offset(line: Int, column: Int, in unit: ColumnUnit = .utf16) -> Int {
    if let origin { return origin.textOffset(at: origin.file.offset(line: line, column: column, in: unit)) }
    if lineStarts.isEmpty { lineStarts = findLineStarts() }
    if line < 0 { return 0 }
    if line >= lineStarts.count { return count }
    let (start, end) = lineBounds(line)
    var offset = start
    var rest = column
    while offset < end, rest > 0 {
      let lead = bytes[offset]
      var next = offset + 1
      while next < end, bytes[next] & 0xC0 == 0x80 { next += 1 }
      rest -= unit == .bytes ? next - offset : unit == .utf16 && lead >= 0xF0 ? 2 : 1
      if rest < 0 { break }
      offset = next
    }
    return offset
  }

  /// The 1-based line and column of a byte offset, in the file at ``path``.
  ///
  /// - Parameter unit: the unit that columns count.
  package func position(at offset: Int, in unit: ColumnUnit = .utf16) -> SourcePosition {
    if let origin { return origin.file.position(at: origin.offset(at: offset), in: unit) }
    let line = line(at: offset)
    let start = lineBounds(line).start
    if unit == .bytes {
      return SourcePosition(line: line + 1, column: max(min(offset, count) - start, 0) + 1)
    }
    var column = 1
    var index = start
    while index < min(offset, count) {
      let byte = bytes[index]
      // A continuation byte adds nothing. A lead byte of a four-byte sequence adds a surrogate pair.
      if byte & 0xC0 != 0x80 { column += unit == .utf16 && byte >= 0xF0 ? 2 : 1 }
      index += 1
    }
    return SourcePosition(line: line + 1, column: column)
  }
}

/// The unit that columns count.
package enum ColumnUnit {
  /// UTF-16 code units, as in Xcode and the language server protocol.
  case utf16
  /// UTF-8 bytes.
  case bytes
}

/// A place as people write it: line and column, both 1-based.
package struct SourcePosition: Equatable {
  package var line: Int
  package var column: Int
}
