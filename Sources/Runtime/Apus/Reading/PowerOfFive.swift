/// The first 128 bits of a power of five. Negative powers are rounded as the Eisel-Lemire algorithm requires.
struct PowerOfFive {
  let high: UInt64
  let low: UInt64

  /// The powers in use, up to the 55th, which is the last to be exact in 128 bits.
  ///
  /// It is computed once in a few microseconds, because literals would cost time in every user's build.
  static let table = Table()

  struct Table {
    private static let limit = 55
    private let powers: [PowerOfFive]

    init() {
      var powers: [PowerOfFive] = []
      for exponent in -Self.limit...Self.limit {
        powers.append(exponent < 0 ? PowerOfFive(reciprocalOf: -exponent) : PowerOfFive(exponent))
      }
      self.powers = powers
    }

    func power(_ exponent: Int) -> PowerOfFive? {
      guard exponent >= -Self.limit, exponent <= Self.limit else { return nil }
      return powers[exponent + Self.limit]
    }
  }

  /// 5^exponent, shifted so that its first bit is at the top.
  private init(_ exponent: Int) {
    var power = Wide(exponent)
    while power.high >> 63 == 0 { power.double() }
    (high, low) = (power.high, power.low)
  }

  /// 2^n / 5^exponent, with n chosen to set the first of 128 bits.
  private init(reciprocalOf exponent: Int) {
    let divisor = Wide(exponent)
    // Long division, one bit at a time.
    var quotient = Wide(high: 0, low: 0)
    var remainder = Wide(high: 0, low: 1)
    while quotient.high >> 63 == 0 {
      let overflows = remainder.high >> 63 == 1
      remainder.double()
      quotient.double()
      if overflows || !remainder.isLess(than: divisor) {
        remainder.subtract(divisor)
        quotient.low |= 1
      }
    }
    // Round up to the 27th power and truncate beyond. The last bits are never all ones.
    if exponent <= 27 { quotient.low += 1 }
    (high, low) = (quotient.high, quotient.low)
  }

  /// An unsigned integer of 128 bits.
  private struct Wide {
    var high: UInt64
    var low: UInt64

    init(high: UInt64, low: UInt64) {
      self.high = high
      self.low = low
    }

    /// 5^exponent.
    init(_ exponent: Int) {
      self.init(high: 0, low: 1)
      for _ in 0..<exponent {
        let product = low.multipliedFullWidth(by: 5)
        high = high * 5 + product.high
        low = product.low
      }
    }

    mutating func double() {
      high = high << 1 | low >> 63
      low <<= 1
    }

    func isLess(than other: Wide) -> Bool { high == other.high ? low < other.low : high < other.high }

    mutating func subtract(_ other: Wide) {
      let (difference, borrows) = low.subtractingReportingOverflow(other.low)
      low = difference
      high = high &- other.high &- (borrows ? 1 : 0)
    }
  }
}
