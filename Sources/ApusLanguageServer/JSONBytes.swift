import ApusJSON

extension JSONOutput {
  /// Appends the value's text on one line: the same as ``line``, into bytes.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .boolean(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let value): JSONOutput.append(value, to: &bytes)
    case .string(let text): JSONOutput.appendQuoted(text, to: &bytes)
    case .numbers(let numbers):
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for number in numbers {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        JSONOutput.append(number, to: &bytes)
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
        JSONOutput.appendQuoted(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Nearly all numbers are small: places, and distances between them.
  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    let zero = UInt8(ascii: "0")
    switch number {
    case 0..<10: bytes.append(zero &+ UInt8(truncatingIfNeeded: number))
    case 10..<100:
      bytes.append(zero &+ UInt8(truncatingIfNeeded: number / 10))
      bytes.append(zero &+ UInt8(truncatingIfNeeded: number % 10))
    default: bytes.append(contentsOf: String(number).utf8)
    }
  }

  private static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x00..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
