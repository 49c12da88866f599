import ApusSource

/// Splits the base protocol's bytes into messages: headers, an empty line, and `Content-Length` bytes.
struct FrameReader {
  private var buffer: [UInt8] = []
  /// The number of bytes of ``buffer`` already consumed.
  private var offset = 0
  /// The offset up to which the end of a header was searched.
  private var searched = 0
  /// The number of consecutive headers without a usable length.
  private(set) var faults = 0

  /// The maximum size of a message in bytes; larger ones are skipped.
  static let maximumLength = 64 << 20
  /// The maximum size of a header in bytes; anything longer is not a header.
  static let maximumHeaderLength = 16 << 10
  /// After this many consecutive headers without a length, the client does not speak this protocol.
  static let maximumFaults = 10

  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) { buffer.append(contentsOf: bytes) }

  /// Returns the next complete message; nil if more bytes are needed.
  mutating func next() -> SourceFile? {
    while let end = headerEnd() ?? endOfNoHeader() {
      let isTooLong = end - offset > FrameReader.maximumHeaderLength - 4
      guard !isTooLong, let length = contentLength(end) else {
        faults += 1
        if faults >= FrameReader.maximumFaults { return nil }
        // The rest of the line may contain another header after garbage.
        skip(to: end + 4, searchFrom: isTooLong ? offset + 1 : end + 4)
        continue
      }
      let start = end + 4
      guard buffer.count - start >= length else { return nil }
      faults = 0
      searched = 0
      let body = Array(buffer[start..<start + length])
      offset = start + length
      compact()
      return SourceFile(path: "", bytes: body)
    }
    return nil
  }

  /// The end of input that is too long to be a header and lacks an empty line. It must be dropped, or it would be kept
  /// forever.
  private func endOfNoHeader() -> Int? {
    buffer.count - offset > FrameReader.maximumHeaderLength ? buffer.count - 4 : nil
  }

  /// The offset of the empty line that ends the header. Input that arrives in pieces is searched only once.
  private mutating func headerEnd() -> Int? {
    var index = max(offset, searched - 3)
    defer { searched = index }
    while index + 3 < buffer.count {
      if buffer[index] == 0x0D, buffer[index + 1] == 0x0A, buffer[index + 2] == 0x0D,
        buffer[index + 3] == 0x0A
      {
        return index
      }
      index += 1
    }
    return nil
  }

  private func contentLength(_ end: Int) -> Int? {
    let header = String(decoding: buffer[offset..<end], as: UTF8.self).lowercased()
    for line in header.split(whereSeparator: { $0 == "\r\n" || $0 == "\n" || $0 == "\r" }) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0] == "content-length" else { continue }
      let digits = parts[1].filter { $0 != " " && $0 != "\t" }
      if let length = Int(digits), length >= 0, length <= FrameReader.maximumLength { return length }
    }
    return nil
  }

  /// Continues at the next header with a length, or at `end` if there is none.
  private mutating func skip(to end: Int, searchFrom start: Int) {
    let name = Array("content-length:".utf8)
    var index = start
    searched = 0
    while index + name.count <= buffer.count {
      if (0..<name.count).allSatisfy({ buffer[index + $0] | 0x20 == name[$0] | 0x20 }) {
        offset = index
        return
      }
      index += 1
    }
    offset = end
    compact()
  }

  private mutating func compact() {
    if offset > 1 << 16 || offset == buffer.count {
      buffer.removeFirst(offset)
      offset = 0
      searched = 0
    }
  }
}
