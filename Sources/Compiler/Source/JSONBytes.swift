/// The pieces of JSON, as bytes.
extension [UInt8] {
  package mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Nearly all numbers are small, because they are positions and distances.
  package mutating func appendNumber(_ number: Int) {
    let zero = UInt8(ascii: "0")
    switch number {
    case 0..<10: append(zero &+ UInt8(truncatingIfNeeded: number))
    case 10..<100:
      append(zero &+ UInt8(truncatingIfNeeded: number / 10))
      append(zero &+ UInt8(truncatingIfNeeded: number % 10))
    default: append(contentsOf: String(number).utf8)
    }
  }

  /// Appends a quoted string (section 7 of the RFC). Escapes what JSON requires, and what JavaScript and terminals treat as a line end or a
  /// control character. Nearly all strings need no escapes and are copied at once.
  package mutating func appendQuoted(_ text: String) {
    var text = text
    append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      var start = 0
      var offset = 0
      while offset < utf8.count {
        let byte = utf8[offset]
        if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F {
          append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<offset]))
          appendEscaped(byte)
          start = offset &+ 1
        } else if byte == 0xE2, offset + 2 < utf8.count, utf8[offset + 1] == 0x80,
          utf8[offset + 2] | 1 == 0xA9
        {
          // U+2028 and U+2029
          append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<offset]))
          append(utf8[offset + 2] == 0xA8 ? "\\u2028" : "\\u2029")
          offset = offset &+ 2
          start = offset &+ 1
        }
        offset = offset &+ 1
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<offset]))
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    default:
      append("\\u00")
      for digit in [byte >> 4, byte & 15] {
        append(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10)
      }
    }
  }
}
