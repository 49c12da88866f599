/// Decodes hexadecimal digits, eight at a time. It avoids branches because letters and digits are unpredictable.
enum HexadecimalDigits {
  private static let low: UInt64 = 0x0101_0101_0101_0101
  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// Decodes eight digits to four bytes, the first one lowest. The first digit is the word's lowest byte.
  ///
  /// - Returns: the bytes, and a word that is nonzero if one of the eight is not a digit.
  @inline(__always) static func bytes(_ digits: UInt64) -> (bytes: UInt64, faults: UInt64) {
    // Bit 6 distinguishes letters from decimal digits.
    let letters = digits &>> 6 & low
    let values = (digits & (low &* 0x0F)) &+ letters &* 9
    // The upper half of a decimal digit is 3, that of a letter 4 or 6.
    let upper = digits & ~(letters &<< 5) & (low &* 0xF0)
    // Only letters are ten or more, and no digit is sixteen or more. The result is in bit 7.
    let tens = (values &+ low &* 0x76) & high
    let sixteens = (values &+ low &* 0x70) & high
    let faults = (upper ^ (low &* 0x30 &+ letters &<< 4)) | (tens ^ letters &<< 7) | sixteens
    let pairs = (values &<< 4 | values &>> 8) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs | pairs &>> 8) & 0x0000_FFFF_0000_FFFF
    return ((fours | fours &>> 16) & 0xFFFF_FFFF, faults)
  }

  /// Four bytes of a string, the first one lowest.
  @inline(__always) static func four(_ text: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(truncatingIfNeeded: UnsafeRawPointer(text).loadUnaligned(as: UInt32.self))
  }
}
