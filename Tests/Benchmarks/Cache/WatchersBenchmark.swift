import Apus
import ApusCache
import ApusClient
import ApusPlatform
import Foundation

/// `apus-benchmark cache-watchers [--rounds N]`: what a commit costs those whom it does not concern, and how long a read waits beside a
/// response that 10,000 watchers want to know of.
func runWatchersBenchmark(_ arguments: [String]) throws {
  var rounds = 31
  if arguments.count == 2, arguments[0] == "--rounds" { rounds = Int(arguments[1]) ?? rounds }
  try WatchersBenchmark(rounds: max(1, rounds)).run()
}

private struct WatchersBenchmark {
  private static let size = 10_000
  let rounds: Int
  private let query = ShelfQuery(group: 0)

  func run() throws {
    let few = try strange(10)
    let many = try strange(Self.size)
    print(few.line)
    print(many.line + String(format: "   %.2f of that with 10, at most 1.20", many.median / few.median))
    try layers()
    try worstRead()
  }

  private func body(_ value: Int) throws -> GraphQLDecodedBody {
    let items = (0..<Self.size).map { index in
      "{\"id\":\"\(index)\",\"title\":\"The title of item \(index)\",\"count\":\(value),\"isNew\":true,\"___\":\"Item\"}"
    }
    let json = Data("{\"data\":{\"items\":[\(items.joined(separator: ","))]}}".utf8)
    return try GraphQLDecodedBody.decoding(json, as: ShelfQuery.self).body
  }

  private func filled() throws -> GraphQLCache {
    let cache = GraphQLCache(schema: ShelfQuery.cacheSchema)
    cache.write(try body(0), of: query, ticket: nil)
    return cache
  }

  private typealias Updates = GraphQLCacheUpdates<ShelfQuery.Data.Item>.AsyncIterator

  private func watch(_ cache: GraphQLCache, _ count: Int) -> [Updates] {
    (0..<count).map { index in
      let updates = cache.watch(ShelfQuery.Data.Item.self, key(index)).makeAsyncIterator()
      updates.begin()
      return updates
    }
  }

  private func key(_ index: Int) -> GraphQLCacheKey { GraphQLCacheKey("Item", index) }

  /// Changes one object that is not watched.
  private func change(_ cache: GraphQLCache, _ count: Int) throws {
    try cache.transaction { transaction in
      _ = try transaction.update(ShelfQuery.Data.Item.self, key(Self.size)) { $0.count = count }
    }
  }

  private func add(_ cache: GraphQLCache) throws {
    let item = try ShelfQuery.Data.Item(
      json: Array("{\"id\":\"\(Self.size)\",\"title\":\"One more\",\"count\":-1,\"isNew\":true}".utf8))
    try cache.transaction { try $0.write(item, key(Self.size)) }
  }

  private func strange(_ count: Int) throws -> Measurement {
    let cache = try filled()
    try add(cache)
    let watches = watch(cache, count)
    var measurement = Measurement("commit beside \(count) watchers", byteCount: 0)
    for round in 0..<(rounds * 10) { try measurement.run { try change(cache, round) } }
    return withExtendedLifetime(watches) { measurement }
  }

  /// A hundred layers, none of which the commit concerns.
  private func layers() throws {
    let cache = try filled()
    try add(cache)
    var without = Measurement("commit without layers", byteCount: 0)
    for round in 0..<(rounds * 10) { try without.run { try change(cache, round) } }
    let layers = try (0..<100).map { index in
      try cache.optimistic { transaction in
        _ = try transaction.update(ShelfQuery.Data.Item.self, GraphQLCacheKey("Item", index)) {
          $0.count += 1
        }
      }
    }
    var with = Measurement("commit beside 100 layers", byteCount: 0)
    for round in 0..<(rounds * 10) { try with.run { try change(cache, round) } }
    print(with.line + String(format: "   %.2f of that without", with.median / without.median))
    for layer in layers { layer.rollBack() }
  }

  /// Reads again and again while another thread writes 10,000 objects that are all watched.
  private func worstRead() throws {
    let cache = try filled()
    try add(cache)
    let watches = watch(cache, Self.size)
    let bodies = [try body(1), try body(2)]
    var worst: [Double] = []
    for round in 0..<rounds {
      let isDone = Locked(false)
      let (body, query) = (bodies[round % 2], query)
      Thread.detachNewThread {
        cache.write(body, of: query, ticket: nil)
        isDone.withLock { $0 = true }
      }
      var longest = 0.0
      while !isDone.withLock({ $0 }) {
        let start = DispatchTime.now().uptimeNanoseconds
        let item = cache.read(ShelfQuery.Data.Item.self, key(Self.size))
        longest = max(longest, Double(DispatchTime.now().uptimeNanoseconds - start) / 1_000_000)
        guard item != nil else { throw Failure("an object is missing") }
      }
      worst.append(longest)
    }
    worst.sort()
    withExtendedLifetime(watches) {}
    print(
      String(
        format:
          "worst read beside %d objects written, wall time: median %.2f ms (at most 1), longest %.2f ms",
        Self.size, worst[worst.count / 2], worst[worst.count - 1]))
  }
}
