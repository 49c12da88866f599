/// Random numbers that a seed reproduces (SplitMix64).
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  package mutating func chance(_ percent: Int) -> Bool { Int(next() % 100) < percent }

  package mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }

  package mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
