/// Checks text for UTF-8 (RFC 3629): overlong forms, surrogates and what lies beyond U+10FFFF are refused.
package enum UTF8Validation {
  /// The number of bytes before the first that breaks the rules.
  package static func validPrefix(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let start = bytes.baseAddress else { return 0 }
    let count = bytes.count
    var index = 0
    while index < count {
      let lead = start[index]
      if lead < 0x80 {
        // Hot: most of any text is ASCII, eight at a time.
        while index &+ 8 <= count, ObjectReader.word(start, index) & 0x8080_8080_8080_8080 == 0 {
          index &+= 8
        }
        while index < count, start[index] < 0x80 { index &+= 1 }
        continue
      }
      let length: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch lead {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      case 0xF1...0xF3: length = 4
      default: return index
      }
      guard index &+ length <= count, second.contains(start[index &+ 1]) else { return index }
      if length > 2, start[index &+ 2] & 0xC0 != 0x80 { return index }
      if length > 3, start[index &+ 3] & 0xC0 != 0x80 { return index }
      index &+= length
    }
    return count
  }
}
