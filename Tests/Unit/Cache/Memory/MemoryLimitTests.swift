import Apus
import ApusCacheSQLite
import ApusClient
import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusCache
import CacheFixtures

/// What leaves the memory, and what happens when it cannot come back.
@Suite(.timeLimit(.minutes(15))) struct MemoryLimitTests {
  private static let limit = 4_000

  /// A post with a text of some length.
  private static func long(_ id: Int) -> String {
    post("\(id)", String(repeating: "t\(id) ", count: 40), likes: id, author: "Ada")
  }

  private static func feed(_ ids: Range<Int>) -> String {
    "{\"feed\":[\(ids.map(long).joined(separator: ","))]}"
  }

  /// A cache over a storage, and what it tells.
  private final class Limited: Sendable {
    let cache: GraphQLCache
    let events = Events()

    init(_ storage: any GraphQLCacheStorage, limit: Int = MemoryLimitTests.limit) async {
      cache = GraphQLCache(
        schema: cacheSchema, storage: storage,
        configuration: GraphQLCacheConfiguration(memoryLimit: limit)
      ) { [events] in events.add($0) }
      await cache.load()
    }

    var bytes: (memory: Int, disk: Int) { cache.store.bytes }

    func write(_ ids: Range<Int>) throws {
      let body = try GraphQLDecodedBody.decoding(
        Data("{\"data\":\(MemoryLimitTests.feed(ids))}".utf8), as: FeedQuery.self)
      cache.write(body.body, of: FeedQuery(), ticket: nil)
    }

    func likes(_ id: Int) -> Int? { cache.read(LikesData.self, GraphQLCacheKey("Post", "\(id)"))?.likes }

    var storageEvents: [String] {
      events.all.compactMap { event in
        if case .storage(let event) = event { Mirror(reflecting: event).children.first?.label } else { nil }
      }
    }

    /// Waits until the storage's thread has told what it found.
    func wait(for count: Int) async throws {
      try await eventually("\(count) events of the storage are reported") { storageEvents.count >= count }
    }
  }

  @Test func `memory stays within its limit`() async throws {
    let limited = await Limited(RowStorage())
    for page in 0..<5 {
      try limited.write(page * 20..<(page + 1) * 20)
      try await limited.cache.flush()
      #expect(limited.bytes.memory <= MemoryLimitTests.limit)
    }
    #expect(limited.bytes.disk > 20_000)
    for id in 0..<100 { #expect(limited.likes(id) == id) }
    #expect(limited.events.failures.isEmpty)
  }

  @Test func `what was used last stays`() async throws {
    let storage = FailingStorage()
    let limited = await Limited(storage)
    try limited.write(0..<40)
    try await limited.cache.flush()
    // Three posts are read, and others written.
    for id in 3..<6 { _ = limited.likes(id) }
    try limited.write(40..<46)
    try await limited.cache.flush()
    storage.error.withLock { $0 = .failed("unplugged") }
    for id in 3..<6 { #expect(limited.likes(id) == id) }
    for id in 40..<46 { #expect(limited.likes(id) == id) }
    #expect(limited.likes(20) == nil)
  }

  /// Rows that changed places are whole, and say of whom they are.
  @Test func `a row of another record is not read`() async throws {
    let rows = RowStorage()
    let limited = await Limited(rows)
    try limited.write(10..<50)
    try await limited.cache.flush()
    let places = rows.all.keys.filter { $0.table == .records }
    for (_, alike) in Dictionary(grouping: places, by: { rows.all[$0]?.count ?? 0 }) where alike.count > 1 {
      let moved = (alike.dropFirst() + alike.prefix(1)).compactMap { rows.all[$0] }
      for (place, bytes) in zip(alike, moved) {
        var bytes = bytes
        StoredSum.fix(&bytes, place.table, place.id)
        try rows.commit([StoredChange(table: place.table, number: place.id, bytes: bytes)])
      }
    }
    let likes = (10..<50).map { limited.likes($0) }
    #expect(likes.contains(nil))
    for (id, found) in zip(10..<50, likes) { #expect(found == nil || found == id) }
  }

  @Test func `opening takes no more than the limit`() async throws {
    let rows = RowStorage()
    let first = await Limited(rows, limit: .max)
    try first.write(0..<60)
    try await first.cache.flush()
    let second = await Limited(rows)
    #expect(second.bytes.memory <= MemoryLimitTests.limit)
    #expect(second.bytes.memory > 0)
    #expect(second.bytes.disk > 10_000)
    #expect(second.cache.read(FeedQuery())?.feed.map(\.likes) == Array(0..<60))
    #expect(second.events.failures.isEmpty)
  }

  @Test func `who cannot write keeps everything in memory`() async throws {
    let rows = RowStorage()
    let first = await Limited(rows, limit: .max)
    try first.write(0..<60)
    try await first.cache.flush()
    let reader = await Limited(FailingStorage(rows, unwritable: .inUse))
    #expect(reader.bytes.disk == 0)
    // What somebody else writes meanwhile is not mixed with what is read.
    for place in rows.all.keys where place.table == .records {
      try rows.commit([StoredChange(table: .records, number: place.id, bytes: nil)])
    }
    #expect(reader.cache.read(FeedQuery())?.feed.map(\.likes) == Array(0..<60))
    #expect(reader.storageEvents == ["readOnly"])
  }

  @Test func `what is damaged is missing and told`() async throws {
    let rows = RowStorage()
    let limited = await Limited(rows, limit: 0)
    try limited.write(0..<3)
    try await limited.cache.flush()
    #expect(limited.bytes.memory == 0)
    var updates = limited.cache.watch(FeedQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed.count == 3)
    try await limited.cache.flush()
    for (place, bytes) in rows.all where place.table == .records {
      guard String(decoding: bytes, as: UTF8.self).contains("Post:1") else { continue }
      var bytes = bytes
      bytes[bytes.count - 6] ^= 1
      try rows.commit([StoredChange(table: .records, number: place.id, bytes: bytes)])
    }
    #expect(limited.likes(1) == nil)
    #expect(limited.likes(2) == 2)
    #expect(limited.cache.read(FeedQuery()) == nil)
    try await limited.wait(for: 1)
    #expect(limited.storageEvents == ["damaged"])
    // It is asked for again, and whoever watches has it.
    try limited.write(0..<4)
    #expect(await updates.next()?.data?.feed.map(\.likes) == [0, 1, 2, 3])
    try await limited.cache.flush()
    #expect(limited.likes(1) == 1)
    #expect(limited.storageEvents == ["damaged"])
  }

  /// The row of the post 1.
  private func post1(_ rows: RowStorage) throws -> (place: RowStorage.Place, bytes: [UInt8]) {
    let found = rows.all.first { place, bytes in
      place.table == .records && String(decoding: bytes, as: UTF8.self).contains("Post:1")
    }
    return try #require(found.map { ($0.key, $0.value) })
  }

  @Test func `a damaged row is removed`() async throws {
    let rows = RowStorage()
    let limited = await Limited(rows, limit: 0)
    try limited.write(0..<3)
    try await limited.cache.flush()
    var (place, bytes) = try post1(rows)
    bytes[bytes.count - 6] ^= 1
    try rows.commit([StoredChange(table: .records, number: place.id, bytes: bytes)])
    #expect(limited.likes(1) == nil)
    try await limited.wait(for: 1)
    try await limited.cache.flush()
    let second = await Limited(rows)
    #expect(second.storageEvents == [])
    #expect(second.likes(1) == nil && second.likes(2) == 2)
  }

  /// A row that was put back is whole, but not what was written last.
  @Test func `an older row is not read`() async throws {
    let rows = RowStorage()
    let limited = await Limited(rows, limit: 0)
    try limited.write(0..<3)
    try await limited.cache.flush()
    let (place, bytes) = try post1(rows)
    let key = GraphQLCacheKey("Post", "1")
    try limited.cache.transaction { try $0.write(PostTitleData(title: "Short"), key) }
    try await limited.cache.flush()
    try rows.commit([StoredChange(table: .records, number: place.id, bytes: bytes)])
    #expect(limited.likes(1) == nil)
    try await limited.wait(for: 1)
    #expect(limited.storageEvents == ["damaged"])
  }

  @Test func `what cannot be read now is read later`() async throws {
    let storage = FailingStorage()
    let limited = await Limited(storage, limit: 0)
    try limited.write(0..<3)
    try await limited.cache.flush()
    storage.error.withLock { $0 = .failed("unplugged") }
    #expect(limited.cache.read(FeedQuery()) == nil)
    #expect(limited.likes(1) == nil)
    try await limited.wait(for: 1)
    #expect(limited.storageEvents.first == "failed")
    storage.error.withLock { $0 = nil }
    #expect(limited.cache.read(FeedQuery())?.feed.map(\.likes) == [0, 1, 2])
  }

  @Test func `watchers of what left the memory are told`() async throws {
    let limited = await Limited(RowStorage(), limit: 0)
    try limited.write(0..<10)
    var updates = limited.cache.watch(FeedQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed.map(\.likes) == Array(0..<10))
    try await limited.cache.flush()
    #expect(limited.bytes.memory == 0)
    try limited.cache.transaction { try $0.write(LikesData(likes: 70), GraphQLCacheKey("Post", "7")) }
    #expect(await updates.next()?.data?.feed.map(\.likes) == [0, 1, 2, 3, 4, 5, 6, 70, 8, 9])
  }

  @Test func `what a layer changed stays`() async throws {
    let storage = FailingStorage()
    let limited = await Limited(storage, limit: 0)
    try limited.write(0..<3)
    try await limited.cache.flush()
    let layer = try limited.cache.optimistic { transaction in
      try transaction.update(LikesData.self, GraphQLCacheKey("Post", "1")) { $0.likes += 10 }
    }
    try await limited.cache.flush()
    #expect(limited.likes(1) == 11)
    storage.error.withLock { $0 = .failed("unplugged") }
    #expect(limited.likes(1) == 11)
    layer.rollBack()
    #expect(limited.likes(1) == 1)
  }

  @Test func `garbage is found behind what left the memory`() async throws {
    let clock = Clock()
    var configuration = GraphQLCacheConfiguration(memoryLimit: 0, gracePeriod: .seconds(10))
    configuration.now = { clock.now }
    let cache = GraphQLCache(
      schema: cacheSchema, storage: RowStorage(), configuration: configuration)
    let body = try GraphQLDecodedBody.decoding(
      Data("{\"data\":\(MemoryLimitTests.feed(0..<5))}".utf8), as: FeedQuery.self)
    cache.write(body.body, of: FeedQuery(), ticket: nil)
    try await cache.flush()
    clock.advance(20)
    // The feed is used, and leads to what nobody else uses.
    #expect(cache.read(FeedQuery())?.feed.count == 5)
    try await cache.flush()
    await cache.collectGarbage()
    #expect(cache.store.bytes.memory == 0)
    #expect(cache.read(FeedQuery())?.feed.count == 5)
    try await cache.flush()
    clock.advance(20)
    await cache.collectGarbage()
    // What is forgotten is a few bytes.
    #expect(cache.store.bytes.disk == 0)
    #expect(cache.store.bytes.memory < 100)
    #expect(cache.read(FeedQuery()) == nil)
  }

  @Test func `a file that is lost is forgotten`() async throws {
    let storage = FailingStorage()
    let limited = await Limited(storage, limit: 0)
    try limited.write(0..<3)
    try await limited.cache.flush()
    storage.error.withLock { $0 = .unreadable("torn") }
    try limited.write(3..<5)
    await #expect(throws: GraphQLStorageError.self) { try await limited.cache.flush() }
    storage.error.withLock { $0 = nil }
    try await limited.cache.flush()
    // What had left the memory is lost with the file, what had not is stored anew.
    #expect(limited.likes(1) == nil)
    #expect(limited.cache.read(FeedQuery())?.feed.map(\.likes) == [3, 4])
    #expect(limited.storageEvents.contains("replaced"))
  }

  @Test func `clearing leaves nothing`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let limited = await Limited(
      try GraphQLSQLiteStorage(url: folder.appendingPathComponent("a.cache")), limit: 0)
    try limited.write(0..<3)
    try await limited.cache.flush()
    #expect(limited.likes(1) == 1)
    limited.cache.clear()
    #expect(limited.likes(1) == nil)
    #expect(limited.bytes.disk == 0)
    #expect(limited.bytes.memory < 100)
    try limited.write(1..<2)
    try await limited.cache.flush()
    #expect(limited.likes(1) == 1)
    #expect(limited.likes(2) == nil)
    #expect(limited.events.failures.isEmpty)
  }

  /// Each read is of one commit, while records leave the memory and come back.
  @Test func `many read and write at once`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let limited = await Limited(
      try GraphQLSQLiteStorage(url: folder.appendingPathComponent("a.cache")), limit: 2_000)
    try limited.write(0..<30)
    try await limited.cache.flush()
    let torn = Locked(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for reader in 0..<3 {
        group.addTask {
          for _ in 0..<150 {
            let likes = limited.cache.read(FeedQuery())?.feed.map(\.likes) ?? []
            let rounds = Set(likes.enumerated().map { $0.element - $0.offset })
            if likes.count != 30 || rounds.count != 1 { torn.withLock { $0 += 1 } }
            if reader == 0 { _ = limited.cache.inspect(GraphQLCacheKey("Post", "3")) }
            await Task.yield()
          }
        }
      }
      group.addTask {
        for round in 1..<60 {
          try limited.cache.transaction { transaction in
            for id in 0..<30 {
              try transaction.update(LikesData.self, GraphQLCacheKey("Post", "\(id)")) {
                $0.likes = id + round
              }
            }
          }
          await Task.yield()
        }
      }
      group.addTask { for _ in 0..<25 { try await limited.cache.flush() } }
      group.addTask { for _ in 0..<5 { await limited.cache.collectGarbage() } }
      try await group.waitForAll()
    }
    #expect(torn.withLock { $0 } == 0)
    #expect(limited.cache.read(FeedQuery())?.feed.map(\.likes) == (0..<30).map { $0 + 59 })
    #expect(limited.events.failures.isEmpty)
  }
}
