import ApusCache
import ApusCacheSQLite
import ApusClient
import Foundation

/// What a file costs: CPU of all threads, in milliseconds.
struct DiskGates {
  private static let groups = 100
  let rounds: Int

  /// 10,000 new objects and their flush, a change of 50 of them, and opening the file, each beside what it may cost.
  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let bodies = try (0..<Self.groups).map { try ShelfQuery.body(group: $0, value: 0) }
    var all = Measurement("10,000 new objects on disk", byteCount: 0)
    var memory = Measurement("  in memory alone", byteCount: 0)
    var update = Measurement("50 of 10,000 changed on disk", byteCount: 0)
    var open = Measurement("open a file of 10,000 objects", byteCount: 0)
    for round in 0..<min(rounds, 15) {
      let file = folder.appendingPathComponent("\(round).cache")
      memory.run { fill(GraphQLCache(schema: ShelfQuery.cacheSchema), bodies) }
      do {
        let cache = try self.cache(file)
        try all.run {
          fill(cache, bodies)
          try waitFor { try await cache.flush() }
        }
        for change in 1...5 {
          try update.run {
            try self.change(cache, to: change)
            try waitFor { try await cache.flush() }
          }
        }
      }
      // Until the cache that was let go of is closed.
      while FileManager.default.fileExists(atPath: file.path + "-wal") { Thread.sleep(forTimeInterval: 0.01) }
      let opened = try cache(file)
      try open.run { try waitFor { await opened.load() } }
      guard let shelf = opened.read(ShelfQuery(group: Self.groups - 1)), shelf.items.count == ShelfQuery.size
      else {
        throw Failure("the file has not what was written")
      }
    }
    print(all.line + "   at most 60 ms")
    print(memory.line)
    print(update.line + "   at most 1 ms")
    print(open.line + "   at most 15 ms")
  }

  private func cache(_ file: URL) throws -> GraphQLCache {
    GraphQLCache(
      schema: ShelfQuery.cacheSchema, storage: try GraphQLSQLiteStorage(url: file),
      configuration: GraphQLCacheConfiguration(sizeLimit: nil))
  }

  private func fill(_ cache: GraphQLCache, _ bodies: [GraphQLDecodedBody]) {
    for (group, body) in bodies.enumerated() { cache.write(body, of: ShelfQuery(group: group), ticket: nil) }
  }

  private func change(_ cache: GraphQLCache, to count: Int) throws {
    try cache.transaction { transaction in
      for number in 0..<50 {
        let key = GraphQLCacheKey("Item", "7.\(number)")
        _ = try transaction.update(ShelfQuery.Data.Item.self, key) { $0.count = count }
      }
    }
  }
}
