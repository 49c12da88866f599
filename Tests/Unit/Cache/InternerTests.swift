import TestSupport
import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(15))) struct InternerTests {
  private func withBytes<Result>(_ key: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var key = key
    return key.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  /// Against a dictionary. Few different ids make long runs of taken slots.
  @Test(arguments: 0..<20) func `Strings are found until they are removed, and ids are used again`(
    _ seed: Int
  ) {
    var random = SeededRandom(UInt64(seed))
    let keys = Interner()
    var expected: [String: UInt32] = [:]
    var most = 0
    for step in 0..<6_000 {
      let number = random.below(random.chance(50) ? 50 : 2_000)
      let text =
        number == 0
        ? "" : "\(number):" + String(repeating: "x", count: number % 97 == 0 ? 20_000 : number % 40)
      if let known = expected[text] {
        #expect(keys.find(text) == known && keys.text(known) == text, "seed \(seed), step \(step)")
        if random.chance(60) {
          keys.remove(known)
          expected[text] = nil
          #expect(!keys.isUsed(known) && keys.bytes(known).isEmpty)
        }
      } else {
        #expect(keys.find(text) == nil)
        let id = withBytes(text) { keys.add($0) }
        #expect(!expected.values.contains(id))
        expected[text] = id
      }
      most = max(most, expected.count)
      if step % 500 == 0 {
        for (text, id) in expected {
          #expect(keys.find(text) == id && keys.text(id) == text && withBytes(text) { keys.isText($0, id) })
        }
      }
    }
    #expect(keys.count == most)
  }
}
