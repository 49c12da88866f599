/// Numbers that are the same in each run with a seed.
package struct Random: RandomNumberGenerator {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  package mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }

  package mutating func below(_ limit: Int) -> Int { limit <= 1 ? 0 : Int(next() % UInt64(limit)) }

  /// Changes some bytes, or where they end.
  package mutating func mutate(_ bytes: inout [UInt8]) {
    if bytes.isEmpty { return }
    switch below(8) {
    case 0: bytes.removeLast(below(bytes.count))
    case 1: bytes += (0..<below(64)).map { _ in UInt8(truncatingIfNeeded: next()) }
    case 2:
      let (from, to) = (below(bytes.count), below(bytes.count))
      let count = min(below(600), bytes.count - max(from, to))
      for index in 0..<count { bytes[to + index] = bytes[from + index] }
    case 3:
      let start = below(bytes.count)
      for index in start..<min(start + below(4096), bytes.count) { bytes[index] = 0 }
    case 4:
      // A number as blobs have them, small or at a limit.
      let at = below(bytes.count) & ~3
      let choices: [UInt32] = [0, 1, 2, 3, 4, 8, 24, 0xFFFF_FFFF, 0x7FFF_FFFF, UInt32(bytes.count)]
      let value = choices[below(choices.count)]
      for index in 0..<4 where at + index < bytes.count {
        bytes[at + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index))
      }
    default:
      for _ in 0...below(4) { bytes[below(bytes.count)] = UInt8(truncatingIfNeeded: next()) }
    }
  }
}
