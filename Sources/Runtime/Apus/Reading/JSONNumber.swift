/// Computes the nearest `Double` to a decimal number.
enum JSONNumber {
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
    1e20, 1e21, 1e22,
  ]

  /// The `Double` nearest to mantissa × 10^exponent; nil if this method cannot decide.
  static func double(_ mantissa: UInt64, exponent: Int, isNegative: Bool) -> Double? {
    if mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
      // Both are exact, so a single rounding suffices.
      let value = Double(mantissa)
      let scaled = exponent < 0 ? value / powersOfTen[-exponent] : value * powersOfTen[exponent]
      return isNegative ? -scaled : scaled
    }
    guard mantissa != 0, let power = PowerOfFive.table.power(exponent) else { return nil }
    return double(mantissa, power, exponent: exponent, isNegative: isNegative)
  }

  /// The Eisel-Lemire algorithm: the mantissa times 128 bits of the power of five is enough for correct rounding.
  ///
  /// <https://arxiv.org/abs/2101.11408>, section 5. `Double.init(String)` takes many times as long.
  private static func double(
    _ mantissa: UInt64, _ power: PowerOfFive, exponent: Int, isNegative: Bool
  ) -> Double? {
    let shift = mantissa.leadingZeroBitCount
    let normalized = mantissa &<< UInt64(truncatingIfNeeded: shift)
    var (high, low) = normalized.multipliedFullWidth(by: power.high)
    // Nine bits are below the retained ones. If they are all set, the omitted rest might carry.
    if high & 0x1FF == 0x1FF {
      let carry = normalized.multipliedFullWidth(by: power.low).high
      let (sum, overflows) = low.addingReportingOverflow(carry)
      low = sum
      if overflows { high &+= 1 }
    }
    let upper = high &>> 63
    let dropped = upper &+ 9
    var significand = high &>> dropped
    // Halfway between two values: round to even.
    if low <= 1, exponent >= -4, exponent <= 23, significand & 3 == 1, significand &<< dropped == high {
      significand &= ~1
    }
    significand = (significand &+ (significand & 1)) &>> 1
    // floor(log2(10^exponent)) + 63, as a multiplication.
    let binary = ((152_170 + 65_536) &* exponent) >> 16 &+ 63
    var biased = binary &+ Int(truncatingIfNeeded: upper) &- shift &+ 1023
    if significand >= 1 << 53 {
      significand = 1 << 52
      biased &+= 1
    }
    // The table's exponents produce neither subnormal nor infinite numbers.
    guard biased > 0, biased < 0x7FF else { return nil }
    let bits = (significand & ~(1 << 52)) | UInt64(truncatingIfNeeded: biased) &<< 52
    return Double(bitPattern: isNegative ? bits | 1 << 63 : bits)
  }
}
