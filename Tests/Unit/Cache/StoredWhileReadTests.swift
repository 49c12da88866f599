import Apus
import ApusClient
import ApusPlatform
import Testing

@testable import ApusCache
import CacheFixtures

/// A cache that is read, written, collected and stored at the same time.
@Suite(.timeLimit(.minutes(15))) struct StoredWhileReadTests {
  private func opened(_ rows: RowStorage, _ events: Events) async -> GraphQLCache {
    let cache = GraphQLCache(schema: cacheSchema, storage: rows) { events.add($0) }
    await cache.load()
    return cache
  }

  @Test func `each read is of one commit, and the last one is stored`() async throws {
    let (rows, events, torn) = (RowStorage(), Events(), Locked(0))
    let cache = await opened(rows, events)
    let posts = (0..<30).map { post("\($0)", "A title", likes: $0) }
    try cache.receive("{\"feed\":[\(posts.joined(separator: ","))]}", for: FeedQuery())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for reader in 0..<3 {
        group.addTask {
          for _ in 0..<150 {
            let likes = cache.read(FeedQuery())?.feed.map(\.likes) ?? []
            let rounds = Set(likes.enumerated().map { $0.element - $0.offset })
            if likes.count != 30 || rounds.count != 1 { torn.withLock { $0 += 1 } }
            if reader == 0 { _ = cache.inspect(GraphQLCacheKey("Post", "3")) }
            await Task.yield()
          }
        }
      }
      group.addTask {
        for round in 1..<60 {
          try cache.transaction { transaction in
            for id in 0..<30 {
              try transaction.update(LikesData.self, GraphQLCacheKey("Post", "\(id)")) {
                $0.likes = id + round
              }
            }
          }
          await Task.yield()
        }
      }
      group.addTask { for _ in 0..<25 { try await cache.flush() } }
      group.addTask { for _ in 0..<5 { await cache.collectGarbage() } }
      try await group.waitForAll()
    }
    #expect(torn.withLock { $0 } == 0)
    let expected = (0..<30).map { $0 + 59 }
    #expect(cache.read(FeedQuery())?.feed.map(\.likes) == expected)
    try await cache.flush()
    let second = await opened(RowStorage(rows.all), events)
    #expect(second.read(FeedQuery())?.feed.map(\.likes) == expected)
    #expect(events.failures.isEmpty)
  }
}
