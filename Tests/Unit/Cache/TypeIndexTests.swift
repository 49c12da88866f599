import TestSupport
import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(15))) struct TypeIndexTests {
  private static let types = ["Post", "PostEdge", "User", "Query"]

  private func add(_ key: String, to keys: Interner) {
    var key = key
    key.withUTF8 { _ = keys.add(UnsafeRawBufferPointer($0)) }
  }

  @Test(arguments: 0..<20) func `The index has the records of each type, whenever it is asked`(_ seed: Int) {
    var random = SeededRandom(UInt64(seed))
    let keys = Interner()
    var index = TypeIndex()
    for number in 0..<300 {
      let type = Self.types[random.below(4)]
      let key =
        random.chance(20) ? CacheRoot.key(type, "f\(number)({\"a\":\"b:c\"})") : "\(type):\(number):Post:x"
      add(key, to: keys)
      if random.chance(90) { continue }
      let asked = Set(Self.types.filter { _ in random.chance(50) })
      let expected = (0..<UInt32(keys.count)).filter { id in
        asked.contains {
          keys.text(id).hasPrefix("\($0):") || keys.text(id).hasPrefix(CacheRoot.key($0, ""))
        }
      }
      #expect(index.records(of: asked, keys) == expected)
    }
  }

  @Test func `The index looks at each key once`() {
    let keys = Interner()
    var index = TypeIndex()
    for number in 0..<100 { add("Post:\(number)", to: keys) }
    #expect(index.count == 0)
    #expect(index.records(of: ["User"], keys) == [])
    #expect(index.count == 100)
    add("User:1", to: keys)
    #expect(index.records(of: ["User"], keys) == [100])
    #expect(index.count == 101)
  }
}
