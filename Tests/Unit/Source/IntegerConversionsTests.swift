import ApusSource
import Testing

@Suite(.timeLimit(.minutes(15))) struct IntegerConversionsTests {
  @Test func `widens without loss`() {
    #expect(Int(UInt8.max) == 255)
    #expect(Int(UInt32.max) == 4_294_967_295)
    #expect(Int(Int32.min) == -2_147_483_648)
    #expect(UInt32(UInt8.max) == 255)
    #expect(UInt64(UInt32.max) == 4_294_967_295)
  }

  @Test func `keeps what fits`() {
    let largest = 4_294_967_295
    #expect(UInt32(largest) == .max)
  }

  @Test func `keeps the low bits`() {
    let wide = 0x5_8000_0003
    #expect(UInt32(truncatingIfNeeded: wide) == 0x8000_0003)
    #expect(Int32(truncatingIfNeeded: wide) == -0x7FFF_FFFD)
    let negative = -1
    #expect(UInt32(truncatingIfNeeded: negative) == .max)
    #expect(UInt64(truncatingIfNeeded: negative) == .max)
  }
}
