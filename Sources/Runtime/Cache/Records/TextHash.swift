/// A 128-bit hash of a string.
struct TextHash: Hashable, Sendable {
  private var first: UInt64
  private var second: UInt64

  /// Both halves combined. Stored in files, so it must never change.
  var sum: UInt64 { first ^ second }

  init(_ bytes: UnsafeRawBufferPointer) {
    first = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
    second = 0xD6E8_FEB8_6659_FD93
    var index = 0
    while index &+ 16 <= bytes.count {
      mix(
        bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: index &+ 8, as: UInt64.self))
      index &+= 16
    }
    var tail: (UInt64, UInt64) = (0, 0)
    while index < bytes.count {
      tail = (tail.0 << 8 | tail.1 >> 56, tail.1 << 8 | UInt64(bytes[index]))
      index &+= 1
    }
    mix(tail.0, tail.1)
  }

  @inline(__always) private mutating func mix(_ a: UInt64, _ b: UInt64) {
    let x = (first ^ a).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    let y = (second ^ b).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    first = x.high ^ x.low ^ second
    second = y.high ^ y.low
  }
}
