import ApusCache
import ApusPlatform
import Foundation
import TestSupport
import Testing

import CacheFixtures

/// What a cache does if it cannot write.
@Suite(.timeLimit(.minutes(15))) struct FailedWriteTests {
  private let storage = FailingStorage()

  /// A cache with nothing to keep.
  private func emptied() async throws -> Opened {
    let opened = try await Opened(storage)
    try opened.cache.writeItems(group: 1, value: 1, count: 3)
    try await opened.cache.flush()
    opened.cache.evictItems()
    return opened
  }

  @Test func `a full disk is cleared if there is nothing to keep`() async throws {
    storage.endsWithClearing.withLock { $0 = true }
    let opened = try await emptied()
    storage.error.withLock { $0 = .full("no space") }
    try await opened.cache.flush()
    #expect(opened.events.isEmpty)
  }

  @Test func `if clearing a full disk fails, the flush throws the first error`() async throws {
    let opened = try await emptied()
    storage.error.withLock { $0 = .full("no space") }
    storage.clearingError.withLock { $0 = .failed("permission denied") }
    await #expect(throws: GraphQLStorageError.full("no space")) { try await opened.cache.flush() }
  }

  @Test(arguments: [GraphQLStorageError.failed("database is locked"), .inUse])
  func `no other error removes what is stored`(_ error: GraphQLStorageError) async throws {
    storage.endsWithClearing.withLock { $0 = true }
    let opened = try await emptied()
    storage.error.withLock { $0 = error }
    await #expect(throws: error) { try await opened.cache.flush() }
    // Clearing would have ended the error.
    #expect(storage.error.withLock { $0 } == error)
  }

  @Test func `damage at the last write is repaired and reported`() async throws {
    let events = Locked<[GraphQLStorageEvent]>([])
    var cache: GraphQLCache? = GraphQLCache(schema: ItemsQuery.cacheSchema, storage: storage) { event in
      if case .storage(let event) = event { events.withLock { $0.append(event) } }
    }
    try cache?.writeItems(group: 1, value: 1, count: 3)
    try await cache?.flush()
    storage.error.withLock { $0 = .unreadable("a page is damaged") }
    storage.endsWithClearing.withLock { $0 = true }
    try cache?.writeItems(group: 2, value: 2, count: 3)
    cache = nil
    try await eventually("the storage is closed") { storage.isClosed.withLock { $0 } }
    #expect(events.withLock { $0.map(\.name) } == ["replaced"])
    let again = try await Opened(RowStorage(storage.rows.all))
    #expect(again.values(1) == [1, 1, 1])
    #expect(again.values(2) == [2, 2, 2])
  }
}
