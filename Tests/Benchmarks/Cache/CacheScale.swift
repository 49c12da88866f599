import Apus
import ApusCache
import ApusClient
import ApusPlatform
import Foundation

/// `apus-benchmark cache-scale [--only WORD]`: steps that touch many objects, and what readers and writers wait meanwhile.
///
/// Where a step is done for each of many objects, its cost for one should be the same for ten times as many.
func runCacheScale(_ arguments: [String]) throws {
  let only = arguments.count == 2 && arguments[0] == "--only" ? arguments[1] : ""
  for (name, run) in CacheScale.steps where only.isEmpty || name.contains(only) { try run() }
}

private enum CacheScale {
  static var steps: [(name: String, run: () throws -> Void)] {
    [
      ("invalidate", invalidate), ("collect", collect), ("evict", evict), ("watchers", watchers),
      ("pages", pages), ("watched", watchedPages), ("update", update), ("layers", layers), ("keys", keys),
      ("store", store), ("types", types), ("flights", flights), ("readers", readers),
    ]
  }

  private static let groups = 2_000

  static func print(_ name: String, _ milliseconds: Double, _ rest: String = "") {
    let padded = name.padding(toLength: 58, withPad: " ", startingAt: 0)
    Swift.print(padded + String(format: "%10.3f ms", milliseconds) + rest)
  }

  static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try body()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1_000_000
  }

  // MARK: - Many objects

  /// 200,000 objects.
  private static func filled(_ configuration: GraphQLCacheConfiguration) throws -> GraphQLCache {
    let cache = GraphQLCache(schema: ShelfQuery.cacheSchema, configuration: configuration)
    for group in 0..<groups { try cache.write(group: group, value: 0) }
    return cache
  }

  private static func filled() throws -> GraphQLCache {
    try filled(GraphQLCacheConfiguration(sizeLimit: nil))
  }

  /// Runs a step while other threads read and write; prints its time and their longest waits.
  private static func besideOthers(
    _ name: String, _ cache: GraphQLCache, _ step: @escaping @Sendable () throws -> Void
  ) throws {
    let isDone = Locked(false)
    let waits = Locked((read: 0.0, write: 0.0))
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      while !isDone.withLock({ $0 }) {
        let wait = milliseconds { _ = cache.read(ShelfQuery(group: 0)) }
        waits.withLock { $0.read = max($0.read, wait) }
      }
      group.leave()
    }
    group.enter()
    Thread.detachNewThread {
      while !isDone.withLock({ $0 }) {
        let wait = milliseconds { cache.transaction { _ in } }
        waits.withLock { $0.write = max($0.write, wait) }
        Thread.sleep(forTimeInterval: 0.001)
      }
      group.leave()
    }
    let time = try milliseconds(step)
    isDone.withLock { $0 = true }
    group.wait()
    let (read, write) = waits.withLock { $0 }
    print(name, time, String(format: "   longest read %.3f ms, longest transaction %.3f ms", read, write))
  }

  private static func invalidate() throws {
    let cache = try filled()
    try besideOthers("invalidate a field of 200,000 objects", cache) {
      cache.transaction { $0.invalidate(type: "Item", field: "count") }
    }
    try besideOthers("invalidate 200,000 objects", cache) {
      cache.transaction { $0.invalidate(type: "Item") }
    }
  }

  private static func evict() throws {
    let cache = try filled()
    try besideOthers("evict 200,000 objects", cache) { cache.transaction { $0.evict(type: "Item") } }
  }

  private static func collect() throws {
    let clock = Locked(Date(timeIntervalSince1970: 1_700_000_000))
    var configuration = GraphQLCacheConfiguration(sizeLimit: nil)
    configuration.now = { clock.withLock { $0 } }
    let cache = try filled(configuration)
    try besideOthers("collect garbage, all of 200,000 used", cache) {
      try waitFor { await cache.collectGarbage() }
    }
    clock.withLock { $0 += 1_000_000_000 }
    try besideOthers("collect garbage, 200,000 unused", cache) {
      try waitFor { await cache.collectGarbage() }
    }
  }

  /// Readers wait neither for the encoding of 200,000 rows, nor for the search for times of use that the storage lacks.
  private static func store() throws {
    let cache = GraphQLCache(
      schema: ShelfQuery.cacheSchema, storage: NoRows(),
      configuration: GraphQLCacheConfiguration(sizeLimit: nil))
    for group in 0..<groups { try cache.write(group: group, value: 0) }
    try waitFor { try await cache.flush() }
    try besideOthers("make 200,000 objects stale, and store that", cache) {
      cache.transaction { $0.invalidate(type: "Item", field: "count") }
      try waitFor { try await cache.flush() }
    }
    try besideOthers("store one of 200,000 objects", cache) {
      try cache.write(group: 3, value: 1)
      try waitFor { try await cache.flush() }
    }
  }

  /// The response to each of many queries in flight, the latest first: each is newer than the responses that are still to come.
  private static func flights() throws {
    for count in [100, 1_000] {
      let cache = GraphQLCache(
        schema: ShelfQuery.cacheSchema, configuration: GraphQLCacheConfiguration(sizeLimit: nil))
      let bodies = try (0..<count).map { try ShelfQuery.body(group: $0, value: 0) }
      var sent = (0..<count).map { cache.writing(ShelfQuery(group: $0)) }
      let time = try milliseconds {
        while let request = sent.popLast() {
          let (body, write) = (bodies[sent.count], request.onDecoding)
          try waitFor { try await write(body) }
        }
      }
      print(
        "\(count) responses to queries in flight", time,
        String(format: "   %.3f ms a response", time / Double(count)))
    }
  }

  /// What is done to all objects of a type should not depend on those of other types.
  private static func types() throws {
    let cache = try filled()
    let first = milliseconds { cache.transaction { $0.evict(type: "Owner") } }
    print("evict a type without objects, beside 200,000 others", first)
    let next = milliseconds { cache.transaction { $0.evict(type: "Owner") } }
    print("once more", next)
  }

  // MARK: - Readers

  /// How long a read of 100 of 100,000 objects takes while others read and one writes. The lock of readers is all that they wait for.
  private static func readers() throws {
    for (count, isWriting) in [(1, false), (1, true), (8, false), (8, true)] {
      let cache = try filled(GraphQLCacheConfiguration(sizeLimit: nil), groups: 1_000)
      let (isDone, times, group) = (Locked(false), Locked<[Double]>([]), DispatchGroup())
      for reader in 0..<count {
        group.enter()
        Thread.detachNewThread {
          var own: [Double] = []
          while !isDone.withLock({ $0 }) {
            own.append(milliseconds { _ = cache.read(ShelfQuery(group: (own.count * 7 + reader) % 1_000)) })
          }
          times.withLock { $0 += own }
          group.leave()
        }
      }
      let end = Date(timeIntervalSinceNow: 2)
      var writes = 0
      while Date() < end {
        if isWriting {
          try cache.write(group: writes % 1_000, value: writes)
        } else {
          Thread.sleep(forTimeInterval: 0.01)
        }
        writes += 1
      }
      isDone.withLock { $0 = true }
      group.wait()
      let sorted = times.withLock { $0.sorted() }
      print(
        "\(count) readers\(isWriting ? " and a writer" : ""), median read", sorted[sorted.count / 2],
        String(
          format: "   99 %% %.3f ms, longest %.3f ms, %d reads\(isWriting ? ", \(writes) writes" : "")",
          sorted[sorted.count * 99 / 100], sorted[sorted.count - 1], sorted.count))
    }
  }

  // MARK: - Watchers

  private static func watchers() throws {
    for count in [1_000, 10_000] {
      let cache = GraphQLCache(schema: OwnerQuery.cacheSchema)
      try OwnerQuery.write(1, to: cache)
      let watches = (0..<count).map { _ in cache.watch(OwnerQuery()).makeAsyncIterator() }
      for watch in watches { watch.begin() }
      var times: [Double] = []
      for round in 0..<5 { times.append(try milliseconds { try OwnerQuery.write(2 + round % 2, to: cache) }) }
      let time = times.sorted()[2]
      print(
        "\(count) watchers of an object whose reference changes", time,
        String(format: "   %.2f µs a watcher", time * 1000 / Double(count)))
      withExtendedLifetime(watches) {}
    }
  }

  // MARK: - Pages

  private static func pages() throws {
    let cache = GraphQLCache(
      schema: ListQuery.cacheSchema, configuration: GraphQLCacheConfiguration(sizeLimit: nil))
    for page in 1...1_000 {
      let body = try ListQuery.body(page)
      let time = milliseconds { cache.write(body, of: ListQuery(page), ticket: nil) }
      if [10, 100, 1_000].contains(page) { print("page \(page) of 100 elements", time) }
    }
  }

  private static func watchedPages() throws {
    for count in [30, 300] {
      let cache = GraphQLCache(
        schema: ListQuery.cacheSchema, configuration: GraphQLCacheConfiguration(sizeLimit: nil))
      let bodies = try (1...count).map(ListQuery.body)
      let watch = cache.watch(ListQuery(1)).makeAsyncIterator()
      watch.begin()
      let time = milliseconds {
        for (page, body) in bodies.enumerated() { cache.write(body, of: ListQuery(page + 1), ticket: nil) }
      }
      print(
        "\(count) pages of a watched list", time, String(format: "   %.3f ms a page", time / Double(count)))
      withExtendedLifetime(watch) {}
    }
  }

  // MARK: - Updates

  private static func update() throws {
    for count in [1_000, 100_000] {
      let cache = GraphQLCache(
        schema: PageQuery.cacheSchema, configuration: GraphQLCacheConfiguration(sizeLimit: nil))
      let items = (0..<count).map {
        "{\"title\":\"The title of item \($0)\",\"count\":\($0),\"___\":\"Item\",\"___id\":\"item\($0)\"}"
      }
      let json = Data("{\"data\":{\"items\":[\(items.joined(separator: ","))]}}".utf8)
      try cache.write(response: json, to: PageQuery())
      var (reads, updates): ([Double], [Double]) = ([], [])
      for round in 0..<5 {
        reads.append(milliseconds { _ = cache.read(PageQuery()) })
        updates.append(
          try milliseconds {
            try cache.transaction {
              _ = try $0.update(PageQuery()) { $0.items[count / 2].count = -round - 1 }
            }
          })
      }
      let (read, update) = (reads.sorted()[2], updates.sorted()[2])
      print("read a list of \(count)", read)
      print("update one element of it", update, String(format: "   %.1f times the read", update / read))
    }
  }

  // MARK: - Layers

  private static func layers() throws {
    for count in [400, 4_000] {
      for isShared in [false, true] {
        let cache = try filled(GraphQLCacheConfiguration(sizeLimit: nil), groups: 50)
        let layers = try (0..<count).map { number in
          try cache.optimistic { transaction in
            let item = isShared ? 0 : number
            let key = GraphQLCacheKey("Item", "\(item / ShelfQuery.size).\(item % ShelfQuery.size)")
            let value = ShelfQuery.Data.Item(id: key.description, title: "T", count: number, isNew: false)
            try transaction.write(value, key)
          }
        }
        let time = milliseconds { for layer in layers.reversed() { layer.rollBack() } }
        print(
          "roll \(count) layers back, \(isShared ? "of one object" : "each of its object")", time,
          String(format: "   %.1f µs a layer", time * 1000 / Double(count)))
      }
    }
  }

  private static func filled(_ configuration: GraphQLCacheConfiguration, groups: Int) throws -> GraphQLCache {
    let cache = GraphQLCache(schema: ShelfQuery.cacheSchema, configuration: configuration)
    for group in 0..<groups { try cache.write(group: group, value: 0) }
    return cache
  }

  // MARK: - Memory

  /// Writes 500,000 objects into a cache of 1 MiB.
  private static func keys() throws {
    let before = residentBytes
    let cache = GraphQLCache(
      schema: ShelfQuery.cacheSchema, configuration: GraphQLCacheConfiguration(sizeLimit: 1 << 20))
    for group in 0..<5_000 {
      try cache.write(group: group, value: 0)
      if group % 50 == 49 { try waitFor { await cache.collectGarbage() } }
    }
    let bytes = residentBytes - before
    Swift.print(
      "500,000 objects through a cache of 1 MiB".padding(toLength: 58, withPad: " ", startingAt: 0),
      bytes / 1_000_000, "MB")
    withExtendedLifetime(cache) {}
  }

  private static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 } ?? 0
  }
}

/// A storage that keeps nothing, so that only the cache's own work is measured.
private final class NoRows: GraphQLCacheStorage {
  func open(_ row: (_ id: UInt64, _ bytes: UnsafeRawBufferPointer) -> Void) throws -> GraphQLStorageError? {
    nil
  }
  func commit(_ rows: [(id: UInt64, bytes: [UInt8]?)]) throws {}
  func flush() throws {}
  func clear() throws {}
  func close() {}
}
