import Apus
import ApusCache
import ApusCacheSQLite
import ApusClient
import ApusTesting
import Foundation
import TestSupport
import Testing

import CacheFixtures

@Suite(.timeLimit(.minutes(15))) struct LastingTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func filled() async throws -> Opened {
    let opened = try await Opened(folder.file)
    try opened.cache.writeItems(group: 1, value: 1, count: 3)
    opened.advance(10)
    try opened.cache.writeItems(group: 2, value: 2, count: 3)
    return opened
  }

  private func reopened(at seconds: Double = 10) async throws -> Opened {
    try await Opened(folder.file, at: 1_700_000_000 + seconds)
  }

  @Test func `everything is read after a restart`() async throws {
    var first: Opened? = try await filled()
    let text = try #require(first?.cache.inspect())
    try await first?.cache.flush()
    first = nil
    let second = try await reopened()
    #expect(second.cache.inspect() == text)
    #expect(second.values(1) == [1, 1, 1])
    #expect(second.events.isEmpty)
  }

  @Test func `who lets go of a cache need not flush`() async throws {
    var first: Opened? = try await filled()
    #expect(first != nil)
    first = nil
    #expect(try await reopened().values(2) == [2, 2, 2])
  }

  @Test func `changes are stored by themselves`() async throws {
    let first = try await filled()
    // The lock is held, so that the others only read.
    var second = try await reopened()
    try await eventually("another cache reads the changes") {
      second = try await reopened()
      return second.values(1) != nil
    }
    #expect(second.values(1) == [1, 1, 1])
    #expect(second.eventNames == ["readOnly"])
    #expect(first.events.isEmpty)
  }

  /// Also those of objects whose values are stored already.
  @Test(arguments: [false, true]) func `ages survive`(_ areValuesStored: Bool) async throws {
    var first: Opened? = try await filled()
    if areValuesStored { try await first?.cache.flush() }
    first?.cache.transaction { $0.invalidate(type: "Item", field: "text") }
    first?.cache.transaction { $0.invalidate(GraphQLCacheKey("Item", "1.0")) }
    try first?.cache.writeItems(group: 2, value: 2, count: 3)
    try await first?.cache.flush()
    first = nil
    let second = try await reopened(at: 25)
    let stale = second.cache.partial(ItemsQuery(group: 1))
    #expect(stale.isStale)
    #expect(stale.data?.items.count == 3)
    let fresh = second.cache.partial(ItemsQuery(group: 2))
    #expect(!fresh.isStale)
    #expect(fresh.age == .seconds(15))
  }

  @Test func `deleted objects stay deleted`() async throws {
    var first: Opened? = try await filled()
    try await first?.cache.flush()
    first?.cache.transaction { $0.delete(GraphQLCacheKey("Item", "1.2")) }
    try await first?.cache.flush()
    first = nil
    let second = try await reopened()
    let items = try #require(second.cache.read(ItemsQuery(group: 1))?.items)
    #expect(items.map(\.id) == ["1.0", "1.1"])
    #expect(items.last?.next == nil)
    try second.cache.writeItems(group: 1, value: 5, count: 3)
    #expect(second.values(1) == [5, 5, 5])
  }

  @Test func `forgotten objects leave the file`() async throws {
    var first: Opened? = try await filled()
    try await first?.cache.flush()
    #expect(try !folder.files(with: "text of 1").isEmpty)
    first?.cache.transaction { transaction in
      for index in 0..<3 { transaction.evict(GraphQLCacheKey("Item", "1.\(index)")) }
    }
    try await first?.cache.flush()
    #expect(try folder.files(with: "text of 1").isEmpty)
    first = nil
    let second = try await reopened()
    #expect(second.values(1) == nil)
    #expect(second.cache.partial(ItemsQuery(group: 1)).missing.count == 3)
    #expect(second.values(2) == [2, 2, 2])
    // What refers to a row that is gone finds nothing that was given its number.
    try second.cache.writeItems(group: 8, value: 8, count: 9)
    try await second.cache.flush()
    #expect(second.values(1) == nil)
    let third = try await reopened()
    #expect(third.values(1) == nil)
    #expect(third.values(8) == Array(repeating: 8, count: 9))
  }

  /// Writes an object as another query's response would.
  private func writeItem(_ id: String, value: Int, _ cache: GraphQLCache) throws {
    let item = "{\"id\":\"\(id)\",\"value\":\(value),\"text\":\"\",\"next\":null,\"___\":\"Item\"}"
    let body = try GraphQLDecodedBody.decoding(
      Data("{\"data\":{\"items\":[\(item)]}}".utf8), as: ItemsQuery.self)
    cache.write(body.body, of: ItemsQuery(group: 7), ticket: nil)
  }

  @Test(arguments: [true, false])
  func `a reference to an evicted object finds it when it comes back after a restart`(
    _ isFlushedBefore: Bool
  ) async throws {
    var first: Opened? = try await filled()
    if isFlushedBefore { try await first?.cache.flush() }
    first?.cache.transaction { $0.evict(GraphQLCacheKey("Item", "1.1")) }
    try await first?.cache.flush()
    first = nil
    var second: Opened? = try await Opened(folder.file)
    #expect(second?.values(1) == nil)
    try await second?.cache.flush()
    second = nil
    let third = try await Opened(folder.file)
    #expect(third.values(1) == nil)
    #expect(third.cache.partial(ItemsQuery(group: 1)).missing.map(\.reason) == [.evicted, .evicted])
    try writeItem("1.1", value: 9, third.cache)
    #expect(third.values(1) == [1, 9, 1])
    #expect(third.events.isEmpty)
  }

  @Test func `an evicted object that nothing refers to leaves the file at the next start`() async throws {
    var first: Opened? = try await filled()
    try await first?.cache.flush()
    try first?.cache.transaction { transaction in
      transaction.evict(GraphQLCacheKey("Item", "1.0"))
      try transaction.evict(ItemsQuery(group: 1))
    }
    try await first?.cache.flush()
    first = nil
    let second = try await reopened()
    try await second.cache.flush()
    #expect(try folder.files(with: "Item:1.0").isEmpty)
    #expect(try !folder.files(with: "Item:1.1").isEmpty)
  }

  @Test func `garbage leaves the file`() async throws {
    let first = try await filled()
    try await first.cache.flush()
    first.advance(95)
    await first.cache.collectGarbage()
    try await first.cache.flush()
    #expect(try folder.files(with: "text of 1").isEmpty)
    #expect(try !folder.files(with: "text of 2").isEmpty)
    #expect(try await reopened().values(2) == [2, 2, 2])
  }

  @Test func `times of use survive`() async throws {
    var first: Opened? = try await filled()
    first?.advance(80)
    #expect(first?.values(1) != nil)
    try await first?.cache.flush()
    first = nil
    let second = try await reopened(at: 150)
    await second.cache.collectGarbage()
    #expect(second.values(1) == [1, 1, 1])
    #expect(second.values(2) == nil)
  }

  @Test func `layers are never stored`() async throws {
    let first = try await filled()
    let layer = try first.cache.optimistic { transaction in
      try transaction.update(ItemsQuery(group: 1)) { $0.items[0].text = "optimistic" }
    }
    try first.cache.writeItems(group: 3, value: 3, count: 3)
    try await first.cache.flush()
    #expect(first.cache.read(ItemsQuery(group: 1))?.texts.first == "optimistic")
    #expect(try folder.files(with: "optimistic").isEmpty)
    let second = try await reopened()
    #expect(second.cache.read(ItemsQuery(group: 1))?.texts.first?.hasPrefix("text of 1") == true)
    #expect(second.values(3) == [3, 3, 3])
    try layer.commit()
    try await first.cache.flush()
    #expect(try !folder.files(with: "optimistic").isEmpty)
  }

  @Test func `keys with quotes are data`() async throws {
    let id = "x'); DROP TABLE record; --\\\"\u{0}é"
    var first: Opened? = try await filled()
    let value = GraphQLValue.string(id).description
    let json =
      "{\"data\":{\"items\":[{\"id\":\(value),\"value\":4,\"text\":\(value),\"next\":null,\"___\":\"Item\"}]}}"
    let body = try GraphQLDecodedBody.decoding(Data(json.utf8), as: ItemsQuery.self).body
    first?.cache.write(body, of: ItemsQuery(group: 4), ticket: nil)
    try await first?.cache.flush()
    first = nil
    let second = try await reopened()
    #expect(second.cache.read(ItemsQuery(group: 4))?.items.map(\.id) == [id])
    #expect(second.cache.read(ItemsQuery(group: 4))?.texts == [id])
    #expect(second.values(1) == [1, 1, 1])
  }

  @Test func `the file is its owner's alone`() async throws {
    let first = try await filled()
    try await first.cache.flush()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.path + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  // MARK: - Loading

  @Test func `the client waits for what is stored`() async throws {
    var first: Opened? = try await filled()
    try await first?.cache.flush()
    first = nil
    let server = GraphQLScriptedTransport([])
    let cache = GraphQLCache(
      schema: ItemsQuery.cacheSchema, storage: try GraphQLSQLiteStorage(url: folder.file))
    let url = try #require(URL(string: "https://example.org/graphql"))
    let client = GraphQLClient(url: url, transport: server, timeout: .seconds(3600), cache: cache)
    #expect(try await client.fetch(ItemsQuery(group: 1)).items.count == 3)
    var updates = client.watch(ItemsQuery(group: 2)).makeAsyncIterator()
    #expect(await updates.next()?.data?.items.count == 3)
    #expect(server.requests.isEmpty)
  }

  @Test func `writing waits for what is stored`() async throws {
    var first: Opened? = try await filled()
    try await first?.cache.flush()
    first = nil
    let cache = GraphQLCache(
      schema: ItemsQuery.cacheSchema, storage: try GraphQLSQLiteStorage(url: folder.file))
    // Nobody has waited.
    let isChanged = try cache.transaction { transaction in
      try transaction.update(ItemsQuery(group: 1)) { $0.items[0].value = 7 }
    }
    #expect(isChanged)
    #expect(cache.read(ItemsQuery(group: 1))?.items.map(\.value) == [7, 1, 1])
  }

  // MARK: - Rules

  @Test func `What a rule merged is there after a restart, and is merged further`() async throws {
    let rule = GraphQLFieldRule.merge("Query.items", ignoring: ["group"]) { stored, incoming, _ in
      .list((stored?.list ?? []) + (incoming.list ?? []))
    }
    for group in 1...3 {
      let cache = GraphQLCache(
        schema: ItemsQuery.cacheSchema, rules: [rule], storage: try GraphQLSQLiteStorage(url: folder.file))
      await cache.load()
      try cache.writeItems(group: group, value: group, count: 1)
      #expect(cache.read(ItemsQuery(group: 9))?.items.map(\.value) == Array(1...group))
      try await cache.flush()
    }
  }
}
