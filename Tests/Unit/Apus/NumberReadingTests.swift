import Apus
import Testing

/// Numbers are read as the standard library reads them, to the last bit.
@Suite(.timeLimit(.minutes(15))) struct NumberReadingTests {
  private struct Number: GraphQLObject {
    let value: Double
    init(_reading reader: inout GraphQLReader) throws { value = try reader.double("v") }
    func _write(to writer: inout GraphQLWriter) { writer.double("v", value) }
  }

  private func expectAsTheLibrary(_ text: String) {
    let library = Double(text) ?? .nan
    let read = try? Number(json: #"{"v":\#(text)}"#).value
    #expect(read?.bitPattern == library.bitPattern, "\(text)")
  }

  @Test func `digits and exponents of any length`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<4_000 {
      let digits = Int.random(in: 1...22, using: &generator)
      var text = String((0..<digits).map { _ in "0123456789".randomElement(using: &generator) ?? "0" })
      if text.first == "0" { text = "1" + text }
      let point = Int.random(in: 1...text.count, using: &generator)
      if point < text.count { text.insert(".", at: text.index(text.startIndex, offsetBy: point)) }
      if Bool.random(using: &generator) { text += "e\(Int.random(in: -80...80, using: &generator))" }
      expectAsTheLibrary(Bool.random(using: &generator) ? "-" + text : text)
    }
  }

  @Test func `every Double from its shortest text`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<4_000 {
      let value = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &generator))
      guard value.isFinite, value != 0 else { continue }
      expectAsTheLibrary("\(value)")
    }
  }

  /// Exactly between two, and just beside: where rounding is hardest.
  @Test func `half way between two`() {
    for start in [1 << 53, 1 << 54, 1 << 60, 9_007_199_254_740_992 * 3] {
      for step in 0..<200 { expectAsTheLibrary("\(start + step)") }
    }
    for power in -30...30 {
      for digits in ["9007199254740993", "9007199254740995", "18014398509481990", "4503599627370497.5"] {
        expectAsTheLibrary("\(digits)e\(power)")
      }
    }
    // Known for what they did to other readers.
    for text in [
      "2.2250738585072011e-308", "8.98846567431158e307", "7.2057594037927933e16",
      "3.518437208883201171875e13",
      "6631.1e-10", "1.00000000000000011102230246251565", "9007199254740992.999999999999999999", "1e23",
    ] {
      expectAsTheLibrary(text)
    }
  }

  /// Decimal numbers that lie exactly between two values, for each power of five that 54 bits can hold.
  @Test func `a number half way between two is rounded to the even one`() {
    var power: UInt64 = 1
    for exponent in 0...23 {
      // An odd multiple of the power with 54 bits, times powers of two.
      let smallest = ((1 << 53) / power + 1) | 1
      for factor in [smallest, smallest + 2, smallest + 4] where factor * power < 1 << 54 {
        for shift in 0...10 where factor << shift < 1_000_000_000_000_000_000 {
          let mantissa = factor << shift
          for number in [mantissa - 1, mantissa, mantissa + 1] {
            expectAsTheLibrary("\(number)e\(exponent)")
            expectAsTheLibrary("-\(number)e\(exponent)")
          }
        }
      }
      power = power &* 5
    }
    for exponent in 1...5 {
      for odd in [9_007_199_254_740_993, 9_007_199_254_740_995, 18_014_398_509_481_983] {
        // A multiple of 2^exponent that the division by 10^exponent leaves half way.
        let (mantissa, overflows) = odd.multipliedReportingOverflow(
          by: (0..<exponent).reduce(1) { p, _ in p * 5 })
        if !overflows { expectAsTheLibrary("\(mantissa)e-\(exponent)") }
      }
    }
  }

  @Test(arguments: -55...55)
  func `a number just below a power of two is rounded up to it`(exponent: Int) {
    let power = exponent < 0 ? 1 / Double(1 << -exponent) : Double(1 << exponent)
    // Its shortest text has up to 17 digits; 19 are read without the library.
    for text in ["1.9999999999999999", "3.9999999999999999", "0.99999999999999999", "4095.9999999999999"] {
      expectAsTheLibrary("\(text)e\(exponent)")
      expectAsTheLibrary("-\(text)")
    }
    for value in [power.nextDown, power, power.nextUp] { expectAsTheLibrary("\(value)") }
  }
}
