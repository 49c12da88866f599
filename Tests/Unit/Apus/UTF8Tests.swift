import Apus
import Testing

/// Strings are read exactly if they are UTF-8, which the standard library decides by repairing: what it changes was not.
@Suite(.timeLimit(.minutes(15))) struct UTF8Tests {
  /// What decides about a byte behind the first: the bounds of all forms, and bytes just outside of them.
  private let bytes: [UInt8] = [0x23, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]

  @Test(arguments: ["", "plain text of more than sixteen bytes, ", "\\n"])
  func `reads what is UTF-8`(_ start: String) {
    var differing: [[UInt8]] = []
    for lead in UInt8(0x80)...0xFF {
      for second in bytes {
        for third in [UInt8(0x7F), 0x80, 0xBF, 0xC0] {
          let sequence = [lead, second, third, 0x80]
          for count in 1...4 where !isReadAsItIs(start, Array(sequence.prefix(count))) {
            differing.append(Array(sequence.prefix(count)))
          }
        }
      }
    }
    #expect(differing == [])
  }

  private func isReadAsItIs(_ start: String, _ bytes: [UInt8]) -> Bool {
    let repaired = String(decoding: bytes, as: UTF8.self)
    let isValid = repaired.utf8.elementsEqual(bytes)
    let value = try? GraphQLValue(json: Array("\"\(start)".utf8) + bytes + Array("\"".utf8))
    let expected = start == "\\n" ? "\n" + repaired : start + repaired
    return value?.string == (isValid ? expected : nil)
  }

  @Test func `refuses what is no digit`() {
    for byte in UInt8(0x20)...0x7E {
      for place in 0..<4 {
        var digits = Array("0041".utf8)
        digits[place] = byte
        let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        let isDigit = Character(Unicode.Scalar(byte)).isHexDigit
        let expected = isDigit ? code.flatMap(Unicode.Scalar.init).map { "\($0)" } : nil
        // Near the text's end, and not.
        for rest in ["", " and then some more text, so that the end is not near"] {
          let text = Array("\"\\u".utf8) + digits + Array("\(rest)\"".utf8)
          #expect((try? GraphQLValue(json: text))?.string == expected.map { $0 + rest })
        }
      }
    }
  }
}
