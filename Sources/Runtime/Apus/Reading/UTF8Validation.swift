/// Validates UTF-8 (RFC 3629): overlong forms, surrogates and code points beyond U+10FFFF are invalid.
package enum UTF8Validation {
  /// The number of bytes before the first invalid sequence.
  package static func validPrefix(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let start = bytes.baseAddress else { return 0 }
    let end = start + bytes.count
    var s = start
    while s < end {
      if s.pointee < 0x80 {
        // Hot: most text is ASCII, which is checked eight bytes at a time.
        while s + 8 <= end, GraphQLReader.word(s, 0) & 0x8080_8080_8080_8080 == 0 { s += 8 }
        while s < end, s.pointee < 0x80 { s += 1 }
        continue
      }
      let length = length(s, end)
      if length == 0 { break }
      s += length
    }
    return s - start
  }

  /// The end of a run of text in a JSON string: a quote, backslash, control character, invalid UTF-8, or the end.
  static func plainRun(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var s = start
    while s < end {
      if s.pointee < 0x80 {
        let count = JSONString.asciiRun(s, end)
        if count == 0 { return s }
        s += count
        continue
      }
      let length = length(s, end)
      if length == 0 { return s }
      s += length
    }
    return s
  }

  /// The length in bytes of the non-ASCII character at a byte; zero if it is invalid.
  @inline(__always) private static func length(
    _ s: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Int {
    if s + 4 <= end { return length(UInt32(truncatingIfNeeded: HexadecimalDigits.four(s))) }
    // Pad with zeros after the end, which are never continuation bytes.
    var word: UInt32 = 0
    var index = end - s
    while index > 0 {
      index &-= 1
      word = word &<< 8 | UInt32(s[index])
    }
    return length(word)
  }

  /// - Parameter word: four bytes, the first one lowest.
  @inline(__always) private static func length(_ word: UInt32) -> Int {
    // Check the marker bits of the leading and continuation bytes, then the bits that identify invalid forms.
    if word & 0xC0_C0F0 == 0x80_80E0 {
      // E0 with a second byte below A0 is overlong; ED with one from A0 on is a surrogate.
      let form = word & 0x200F
      return form != 0 && form != 0x200D ? 3 : 0
    }
    if word & 0xC0E0 == 0x80C0 { return word & 0x1E != 0 ? 2 : 0 }
    guard word & 0xC0C0_C0F8 == 0x8080_80F0 else { return 0 }
    // F0 with a second byte below 90 is overlong; F4 with one from 90 on is too large.
    let form = word & 0x3007
    return form != 0 && (form & 7 < 4 || form == 4) ? 4 : 0
  }
}
