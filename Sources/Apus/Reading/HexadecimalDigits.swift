/// Hexadecimal digits, eight at a time, without a branch: which of them are letters cannot be foreseen.
enum HexadecimalDigits {
  private static let low: UInt64 = 0x0101_0101_0101_0101
  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// What eight digits say: four bytes, the first one lowest. The first digit is the word's lowest byte.
  ///
  /// - Returns: the bytes, and a word that is not zero if one of the eight is not a digit.
  @inline(__always) static func bytes(_ digits: UInt64) -> (bytes: UInt64, faults: UInt64) {
    // Bit 6 tells letters from decimal digits.
    let letters = digits &>> 6 & low
    let values = (digits & (low &* 0x0F)) &+ letters &* 9
    // The upper half of a decimal digit is 3, of a letter 4 or 6.
    let upper = digits & ~(letters &<< 5) & (low &* 0xF0)
    // Letters, and nothing else, are ten or more; nothing is sixteen or more. In bit 7.
    let tens = (values &+ low &* 0x76) & high
    let sixteens = (values &+ low &* 0x70) & high
    let faults = (upper ^ (low &* 0x30 &+ letters &<< 4)) | (tens ^ letters &<< 7) | sixteens
    let pairs = (values &<< 4 | values &>> 8) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs | pairs &>> 8) & 0x0000_FFFF_0000_FFFF
    return ((fours | fours &>> 16) & 0xFFFF_FFFF, faults)
  }

  /// Four bytes of a text, the first one lowest.
  @inline(__always) static func four(_ text: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(truncatingIfNeeded: UnsafeRawPointer(text).loadUnaligned(as: UInt32.self))
  }
}
