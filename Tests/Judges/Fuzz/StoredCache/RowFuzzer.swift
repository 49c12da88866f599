import ApusCache
import ApusClient
import CacheFixtures
import Foundation

/// Changes stored rows by chance, and loads them: what is read is what was written, or missing. Half of them get a sum that fits, as somebody
/// would who wants to do harm: then the cache must stay alive.
struct RowFuzzer {
  var inputs: Int
  var seed: UInt64

  func run() async throws {
    let (rows, expected) = try await RowFuzzer.seedRows()
    let places = rows.keys.sorted { ($0.table.rawValue, $0.id) < ($1.table.rawValue, $1.id) }
    var random = Random(seed)
    var complete = 0
    for input in 0..<inputs {
      var changed = rows
      let isForged = random.below(2) == 0
      for _ in 0..<1 + random.below(3) {
        let place = places[random.below(places.count)]
        guard var bytes = changed[place] else { continue }
        random.mutate(&bytes)
        if isForged { StoredSum.fix(&bytes, place.table, place.id) }
        changed[place] = bytes
      }
      let cache = GraphQLCache(schema: ItemsQuery.cacheSchema, storage: RowStorage(changed))
      await cache.load()
      for (group, data) in expected {
        guard let read = cache.read(ItemsQuery(group: group)) else { continue }
        complete += 1
        if !isForged, read != data { throw Failure("input \(input): group \(group) reads \(read)") }
      }
      try use(cache, input)
    }
    print("\(inputs) inputs for rows: \(complete) reads were complete, none was wrong")
  }

  /// Goes through everything that is in the cache, and adds to it.
  private func use(_ cache: GraphQLCache, _ input: Int) throws {
    _ = cache.inspect()
    _ = cache.partial(ItemsQuery(group: 1))
    try cache.writeItems(group: 1, value: input, count: 5)
    guard cache.read(ItemsQuery(group: 1))?.items.map(\.value) == Array(repeating: input, count: 5) else {
      throw Failure("input \(input): what was written over it is not read")
    }
  }

  /// Rows of a cache, and what they say.
  private static func seedRows() async throws -> ([RowStorage.Place: [UInt8]], [Int: ItemsQuery.Data]) {
    let storage = RowStorage()
    let cache = GraphQLCache(schema: ItemsQuery.cacheSchema, storage: storage)
    for group in 0..<3 { try cache.writeItems(group: group, value: 100 + group, count: 6) }
    cache.transaction { $0.invalidate(type: "Item", field: "value") }
    cache.transaction { $0.delete(GraphQLCacheKey("Item", "2.3")) }
    // An evicted object that others refer to has a row without fields.
    try cache.writeItems(group: 3, value: 103, count: 2)
    try await cache.flush()
    cache.transaction { $0.evict(GraphQLCacheKey("Item", "3.1")) }
    try await cache.flush()
    var expected: [Int: ItemsQuery.Data] = [:]
    for group in 0..<3 { expected[group] = cache.read(ItemsQuery(group: group)) }
    guard expected.count == 3 else { throw Failure("the seed cannot be read") }
    return (storage.all, expected)
  }
}
