/// Makes inputs out of seeds, the same for the same number.
struct Mutator {
  private let seeds: [Seed]
  private let words: [[UInt8]]
  private var state: UInt64

  /// - Parameters:
  ///   - seeds: valid inputs; one at least.
  ///   - words: what is put in between bytes.
  init(seeds: [Seed], words: [String], state: UInt64) {
    self.seeds = seeds
    self.words = words.map { Array($0.utf8) } + Self.hostileWords
    self.state = state
  }

  /// Texts that break lexers.
  private static let hostileWords: [[UInt8]] = [
    [0], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xEF, 0xBB, 0xBF],
    [0xE2, 0x80, 0xA8],
    [0x0D, 0x0A], [0x0D], Array("\"\"\"".utf8), Array("\\u{110000}".utf8), Array("\\uD800".utf8),
    Array("\\(".utf8),
    Array("*/".utf8), Array("\"\"\"#".utf8), Array("99999999999999999999".utf8), Array("-0".utf8),
    Array("1e999".utf8),
    Array("`".utf8), Array("é".utf8),
  ]

  mutating func next() -> Seed {
    var seed = seeds[below(seeds.count)]
    for _ in 0...below(6) { mutate(&seed.text) }
    return seed
  }

  private mutating func mutate(_ text: inout [UInt8]) {
    let place = below(text.count + 1)
    let span = place..<min(text.count, place + 1 + below(below(8) == 0 ? 400 : 12))
    switch below(9) {
    case 0:
      if place < text.count { text[place] ^= 1 << UInt8(below(8)) }
    case 1:
      text.insert(contentsOf: words[below(words.count)], at: place)
    case 2:
      text.removeSubrange(span)
    case 3:
      text.insert(contentsOf: text[span], at: below(text.count + 1))
    case 4:
      let other = seeds[below(seeds.count)].text
      let start = below(other.count + 1)
      text.insert(contentsOf: other[start..<min(other.count, start + below(200))], at: place)
    case 5:
      text.removeSubrange(place...)
    case 6:
      // Deep or long: what repeats must neither overflow the stack nor take quadratic time.
      let word = below(2) == 0 ? words[below(words.count)] : Array(text[span])
      guard !word.isEmpty, word.count < 40 else { return }
      for _ in 0..<below(below(16) == 0 ? 4_000 : 60) { text.insert(contentsOf: word, at: place) }
    case 7:
      if place < text.count { text[place] = UInt8(truncatingIfNeeded: below(256)) }
    default:
      text.replaceSubrange(span, with: words[below(words.count)])
    }
  }

  mutating func below(_ limit: Int) -> Int {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(max(limit, 1)))
  }
}
