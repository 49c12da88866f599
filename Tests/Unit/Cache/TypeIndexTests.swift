import TestSupport
import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(15))) struct TypeIndexTests {
  private static let types = ["Post", "PostEdge", "User", "Query"]

  private func add(_ key: String, to table: RecordTable) {
    var key = key
    key.withUTF8 {
      if table.keys.find(UnsafeRawBufferPointer($0)) == nil { _ = table.add(UnsafeRawBufferPointer($0)) }
    }
  }

  @Test(arguments: 0..<20) func `The index has the records of each type, whenever it is asked`(_ seed: Int) {
    var random = SeededRandom(UInt64(seed))
    let table = RecordTable()
    var index = TypeIndex()
    for number in 0..<600 {
      let type = Self.types[random.below(4)]
      let key =
        random.chance(20) ? CacheRoot.key(type, "f\(number)({\"a\":\"b:c\"})") : "\(type):\(number):Post:x"
      add(key, to: table)
      if seed % 2 == 1, random.chance(5) {
        table.release((0..<UInt32(table.count)).filter { table.keys.isUsed($0) && random.chance(30) })
      }
      if random.chance(90) { continue }
      let asked = Set(Self.types.filter { _ in random.chance(50) })
      let expected = (0..<UInt32(table.count)).filter { id in
        asked.contains {
          table.keys.text(id).hasPrefix("\($0):") || table.keys.text(id).hasPrefix(CacheRoot.key($0, ""))
        }
      }
      #expect(index.records(of: asked, table) == expected)
    }
  }

  /// An index that is asked seldom does not know which ids were used again.
  @Test func `The index finds records after many releases`() {
    let table = RecordTable()
    var index = TypeIndex()
    for round in 0..<40 {
      for number in 0..<1_000 { add("\(number % 2 == 0 ? "Post" : "User"):\(round).\(number)", to: table) }
      if round < 39 { table.release(0..<UInt32(table.count)) }
      if round % 38 == 0 {
        let posts = index.records(of: ["Post"], table)
        #expect(posts.count == (round < 39 ? 0 : 500))
      }
    }
    let posts = index.records(of: ["Post"], table)
    #expect(posts.count == 500 && posts.allSatisfy { table.keys.text($0).hasPrefix("Post:39.") })
    #expect(table.count == 1_000)
  }

  @Test func `What is not asked for does not grow`() {
    let table = RecordTable()
    var index = TypeIndex()
    for round in 0..<50 {
      for number in 0..<100 { add("\(number % 2 == 0 ? "Post" : "User"):\(round).\(number)", to: table) }
      #expect(index.records(of: ["Query"], table) == [])
      if round < 49 { table.release(0..<UInt32(table.count)) }
    }
    // At most twice as many of each of the two types as there are keys.
    #expect(index.count <= 4 * table.count)
    #expect(index.records(of: ["Post"], table).count == 50)
    #expect(index.records(of: ["User"], table).count == 50)
  }

  /// A response that comes again names its objects in the order of their ids.
  @Test func `Ids that are used again ascend`() {
    let table = RecordTable()
    for number in 0..<100 { add("Post:\(number)", to: table) }
    table.release(UInt32(20)..<60)
    for number in 100..<120 { add("Post:\(number)", to: table) }
    let ids = (100..<120).compactMap { table.keys.find("Post:\($0)") }
    #expect(ids == Array(UInt32(20)..<40))
    #expect(table.count == 100)
  }

  @Test func `The index looks at each key once`() {
    let table = RecordTable()
    var index = TypeIndex()
    for number in 0..<100 { add("Post:\(number)", to: table) }
    #expect(index.place.count == 0)
    #expect(index.records(of: ["User"], table) == [])
    #expect(index.place.count == 100)
    add("User:1", to: table)
    #expect(index.records(of: ["User"], table) == [100])
    #expect(index.place.count == 101)
  }
}
