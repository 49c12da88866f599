import ApusJSON

extension JSONOutput {
  /// Appends the value on one line: the same text as ``line``, as bytes.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append("null")
    case .boolean(let value): bytes.append(value ? "true" : "false")
    case .number(let value): bytes.appendNumber(value)
    case .string(let text): bytes.appendQuoted(text)
    case .written(let text): bytes.append(contentsOf: text)
    case .numbers(let numbers):
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for number in numbers {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.appendNumber(number)
      }
      bytes.append(UInt8(ascii: "]"))
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for element in elements {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        element.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for member in members {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.appendQuoted(member.name)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

}

extension [UInt8] {
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Nearly all numbers are small, because they are positions and distances.
  mutating func appendNumber(_ number: Int) {
    let zero = UInt8(ascii: "0")
    switch number {
    case 0..<10: append(zero &+ UInt8(truncatingIfNeeded: number))
    case 10..<100:
      append(zero &+ UInt8(truncatingIfNeeded: number / 10))
      append(zero &+ UInt8(truncatingIfNeeded: number % 10))
    default: append(contentsOf: String(number).utf8)
    }
  }

  /// Appends a quoted string. Nearly all strings need no escapes and are copied at once.
  mutating func appendQuoted(_ text: String) {
    var text = text
    append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      var start = 0
      var offset = 0
      while offset < utf8.count {
        let byte = utf8[offset]
        if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<offset]))
          appendEscaped(byte)
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
    case 0x0A: append("\\n")
    default:
      append(byte < 0x10 ? "\\u000" : "\\u001")
      let digit = byte & 15
      append(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10)
    }
  }
}
