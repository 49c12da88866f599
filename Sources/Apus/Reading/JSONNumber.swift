/// Numbers in JSON's form (RFC 8259, section 6), already checked.
enum JSONNumber {
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
    1e20, 1e21, 1e22,
  ]

  /// The number as a `Double` where one rounding suffices: up to 2^53 times or over up to 10^22, both of which are exact.
  static func double(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Double? {
    var s = start
    let isNegative = s.pointee == JSONByte.minus
    if isNegative { s += 1 }
    var mantissa: UInt64 = 0
    var scale = 0
    var isFraction = false
    while s < end {
      let digit = s.pointee &- JSONByte.zero
      if digit <= 9 {
        guard mantissa < 1 << 53 else { return nil }
        mantissa = mantissa &* 10 &+ UInt64(digit)
        if isFraction { scale &-= 1 }
      } else if s.pointee == JSONByte.point {
        isFraction = true
      } else {
        guard let exponent = exponent(s + 1, end) else { return nil }
        scale &+= exponent
        break
      }
      s += 1
    }
    guard mantissa <= 1 << 53, scale >= -22, scale <= 22 else { return nil }
    let value = Double(mantissa)
    let scaled = scale < 0 ? value / powersOfTen[-scale] : value * powersOfTen[scale]
    return isNegative ? -scaled : scaled
  }

  /// The exponent behind `e`; nil when it is beyond what matters to `double`.
  private static func exponent(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int? {
    var s = start
    let isNegative = s.pointee == JSONByte.minus
    if isNegative || s.pointee == JSONByte.plus { s += 1 }
    var value = 0
    while s < end {
      value = value * 10 + Int(s.pointee - JSONByte.zero)
      guard value < 1_000 else { return nil }
      s += 1
    }
    return isNegative ? -value : value
  }
}
