/// The exact value of a JSON number: ± digits × 10^scale. The digits do not start or end with a zero; zero has none.
///
/// Two numbers are equal if these are, so `1.0`, `1` and `10e-1` are the same number.
struct DecimalDigits: Hashable {
  private(set) var isNegative = false
  private(set) var digits: [UInt8] = []
  private(set) var scale = 0

  /// - Parameter text: a number in JSON syntax.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    var isFraction = false
    if text.first == JSONByte.minus {
      isNegative = true
      index = 1
    }
    while index < text.count {
      let digit = text[index] &- JSONByte.zero
      if digit <= 9 {
        if digit != 0 || !digits.isEmpty { digits.append(digit) }
        if isFraction { scale -= 1 }
      } else if text[index] == JSONByte.point {
        isFraction = true
      } else {
        scale = Self.saturating(scale, plus: text[(index + 1)...])
        break
      }
      index += 1
    }
    while digits.last == 0 {
      digits.removeLast()
      scale += 1
    }
    if digits.isEmpty {
      isNegative = false
      scale = 0
    }
  }

  /// Adds an exponent. One that exceeds `Int` is clamped to a limit that no number of digits can compensate.
  private static func saturating(_ scale: Int, plus exponent: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let limit = Int.max / 4
    let isNegative = exponent.first == JSONByte.minus
    var value = 0
    for byte in exponent where byte &- JSONByte.zero <= 9 {
      value = value > limit / 10 ? limit : value * 10 + Int(byte - JSONByte.zero)
    }
    return scale + (isNegative ? -value : value)
  }

  /// The digits of an integer; nil if the number is not an integer or has more than 38 digits, the limit of `Decimal`.
  var integerText: String? {
    guard scale >= 0, scale <= 38, digits.count + scale <= 38 else { return nil }
    if digits.isEmpty { return "0" }
    let zeros = [UInt8](repeating: JSONByte.zero, count: scale)
    let sign = isNegative ? "-" : ""
    return sign + String(decoding: digits.map { $0 + JSONByte.zero } + zeros, as: UTF8.self)
  }

  /// The number as an integer, if it is one and fits.
  func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    if digits.isEmpty { return 0 }
    // 10^39 does not fit into 128 bits.
    guard scale >= 0, scale < 39 else { return nil }
    var value: Integer = 0
    for position in 0..<(digits.count + scale) {
      let digit = Integer(position < digits.count ? digits[position] : 0)
      let (shifted, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      if isTooLarge { return nil }
      let (next, overflows) =
        isNegative ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
      if overflows { return nil }
      value = next
    }
    return value
  }
}
