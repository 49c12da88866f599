/// Strict UTF-8 validation (RFC 3629).
package enum Encoding {
  /// The message for a file that is not valid UTF-8.
  package static let message = "Invalid UTF-8. Save the file in UTF-8 encoding."

  /// The offset of the first byte that is not valid UTF-8, or nil.
  ///
  /// ASCII, which makes up nearly all of a schema, is checked eight bytes at a time.
  package static func firstInvalidByte(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int? {
    let raw = UnsafeRawPointer(bytes)
    var i = 0
    while i < count {
      while i &+ 8 <= count,
        raw.loadUnaligned(fromByteOffset: i, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        i = i &+ 8
      }
      if i >= count { break }
      if bytes[i] < 0x80 {
        i = i &+ 1
        continue
      }
      let length = sequenceLength(bytes, i, count)
      if length == 0 { return i }
      i = i &+ length
    }
    return nil
  }

  /// The length of the well-formed sequence of two to four bytes at `i`, or 0.
  private static func sequenceLength(_ bytes: UnsafePointer<UInt8>, _ i: Int, _ count: Int) -> Int {
    let lead = bytes[i]
    let length: Int
    var low: UInt8 = 0x80
    var high: UInt8 = 0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if lead == 0xE0 { low = 0xA0 }
      if lead == 0xED { high = 0x9F }
    case 0xF0...0xF4:
      length = 4
      if lead == 0xF0 { low = 0x90 }
      if lead == 0xF4 { high = 0x8F }
    default: return 0
    }
    guard i + length <= count, bytes[i + 1] >= low, bytes[i + 1] <= high else { return 0 }
    var k = 2
    while k < length {
      if bytes[i + k] & 0xC0 != 0x80 { return 0 }
      k += 1
    }
    return length
  }
}
