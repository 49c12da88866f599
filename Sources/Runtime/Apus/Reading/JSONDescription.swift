/// Describes the contents of JSON text in errors.
enum JSONDescription {
  /// The kind of value that begins here, with the digits of a number; nil if there is no value here.
  static func value(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    guard let first = text.first else { return nil }
    switch first {
    case JSONByte.quote: return "String"
    case JSONByte.openBrace: return "object"
    case JSONByte.openBracket: return "list"
    case JSONByte.t, JSONByte.f: return "Boolean"
    case JSONByte.minus, JSONByte.zero...JSONByte.nine: return literal(text)
    default: return nil
    }
  }

  /// The scalar that begins here as written, shortened if it is long.
  static func literal(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    guard let first = text.first, first != JSONByte.openBrace, first != JSONByte.openBracket else {
      return value(text)
    }
    let limit = 40
    var count = 1
    if first == JSONByte.quote {
      while count < text.count, text[count] != JSONByte.quote {
        count += text[count] == JSONByte.backslash ? 2 : 1
      }
      count = min(count + 1, text.count)
    } else {
      while count < text.count, isScalar(text[count]) { count += 1 }
    }
    let shown = String(decoding: text[..<min(count, limit)], as: UTF8.self)
    return count > limit ? shown + "…" : shown
  }

  private static func isScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, JSONByte.plus, JSONByte.minus, JSONByte.point: true
    default: false
    }
  }

  static func byte(_ byte: UInt8) -> String {
    switch byte {
    case 0x21...0x7E: "'" + String(Unicode.Scalar(byte)) + "'"
    case JSONByte.space: "a space"
    default: "byte 0x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}
