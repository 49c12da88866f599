import Apus
import ApusCache
import ApusClient
import ApusOfflineMutations
import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusCacheSQLite
@testable import CacheFixtures
@testable import apus_cache_child

/// Caches that follow a file which another cache writes.
@Suite(.serialized, .timeLimit(.minutes(15))) struct FollowerTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func follower(schema: GraphQLCacheSchema = ItemsQuery.cacheSchema) async throws -> Opened {
    try await Opened(GraphQLSQLiteFollower(url: folder.file), schema: schema)
  }

  private func write(_ group: Int, _ value: Int, _ opened: Opened, count: Int = 2) async throws {
    try opened.cache.writeItems(group: group, value: value, count: count)
    try await opened.cache.flush()
  }

  // MARK: - Seeing

  @Test func `a follower sees each commit`() async throws {
    let follower = try await follower()
    #expect(follower.values(1) == nil)
    let writer = try await Opened(folder.file)
    for value in 0..<20 {
      try await write(value % 3, value, writer, count: 1 + value)
      await follower.cache.load()
      for group in 0..<3 { #expect(follower.values(group) == writer.values(group)) }
    }
    writer.cache.evictItems()
    try await writer.cache.flush()
    await follower.cache.load()
    for group in 0..<3 { #expect(follower.values(group) == nil) }
    try await write(1, 30, writer)
    await follower.cache.load()
    #expect(follower.values(1) == [30, 30])
    #expect(writer.events.isEmpty)
    #expect(follower.events.isEmpty)
  }

  @Test func `another writer's file goes on`() async throws {
    let follower = try await follower()
    for value in 0..<4 {
      do {
        let writer = try await Opened(folder.file)
        try await write(value % 2, value, writer)
      }
      try await folder.waitForClosing()
      await follower.cache.load()
      #expect(follower.values(value % 2) == [value, value])
    }
    #expect(follower.values(0) == [2, 2])
    #expect(follower.events.isEmpty)
  }

  @Test func `a follower holds no lock between two looks`() async throws {
    do {
      let writer = try await Opened(folder.file)
      try await write(1, 1, writer)
    }
    try await folder.waitForClosing()
    let follower = try await follower()
    try folder.expectNoLock()
    await follower.cache.load()
    #expect(follower.values(1) == [1, 1])
    try folder.expectNoLock()
  }

  /// Nobody asks it to load.
  @Test func `what is watched is looked at again`() async throws {
    let (writer, follower) = (try await Opened(folder.file), try await follower())
    var updates = follower.cache.watch(ItemsQuery(group: 1)).makeAsyncIterator()
    for value in 1...2 {
      try await write(1, value, writer)
      var seen: [Int]?
      while seen != [value, value] {
        seen = try #require(await updates.next()).data?.items.map(\.value)
      }
    }
    writer.cache.clear()
    while try #require(await updates.next()).data != nil {}
  }

  // MARK: - Writing

  @Test func `its own responses stay, and the newer value of each field wins`() async throws {
    let (writer, follower) = (try await Opened(folder.file), try await follower())
    func expect(_ values: [Int], after change: () async throws -> Void) async throws {
      try await change()
      await follower.cache.load()
      #expect(follower.values(1) == values)
    }
    try await expect([1, 1]) { try await write(1, 1, writer) }
    follower.advance(10)
    try await expect([2, 2]) { try follower.cache.writeItems(group: 1, value: 2, count: 2) }
    writer.advance(5)
    try await expect([2, 2]) { try await write(1, 3, writer) }
    writer.advance(20)
    try await expect([4, 4]) { try await write(1, 4, writer) }
    follower.advance(15)
    try await expect([5, 5]) { try follower.cache.writeItems(group: 1, value: 5, count: 2) }
    // The same second.
    try await expect([6, 6]) { try await write(1, 6, writer) }
    try follower.cache.writeItems(group: 2, value: 7, count: 2)
    try await expect([8, 8]) { try await write(1, 8, writer) }
    #expect(follower.values(2) == [7, 7])
    await #expect(throws: GraphQLStorageError.following) { try await follower.cache.flush() }
    #expect(writer.values(2) == nil)
    #expect(try folder.files(with: "text of 7").isEmpty)
    #expect(follower.events.isEmpty)
  }

  @Test func `layers lie over what is read`() async throws {
    let (writer, follower) = (try await Opened(folder.file), try await follower())
    try await write(1, 1, writer)
    await follower.cache.load()
    let layer = try follower.cache.optimistic { transaction in
      try transaction.update(ItemsQuery(group: 1)) { $0.items[0].text = "optimistic" }
    }
    try await write(1, 2, writer)
    await follower.cache.load()
    #expect(follower.values(1) == [2, 2])
    #expect(follower.cache.read(ItemsQuery(group: 1))?.texts.first == "optimistic")
    layer.rollBack()
    let texts = writer.cache.read(ItemsQuery(group: 1))?.texts
    #expect(follower.cache.read(ItemsQuery(group: 1))?.texts == texts)
  }

  @Test func `a queue does not follow`() async throws {
    let client = GraphQLClient(
      url: folder.file, cache: GraphQLCache(schema: ItemsQuery.cacheSchema))
    await #expect(throws: (any Error).self) {
      _ = try await GraphQLMutationQueue(
        client, storage: GraphQLSQLiteFollower(url: folder.file), identity: "ada", handlers: [])
    }
  }

  // MARK: - Clearing

  @Test func `nothing survives clearing`() async throws {
    let (writer, follower) = (try await Opened(folder.file), try await follower())
    try await write(1, 77, writer)
    await follower.cache.load()
    try follower.cache.writeItems(group: 2, value: 78, count: 2)
    #expect(follower.values(1) == [77, 77])
    writer.cache.clear()
    await follower.cache.load()
    for group in 1...2 { #expect(follower.values(group) == nil) }
    for text in ["text of 77", "Item:1.1"] { #expect(try folder.files(with: text).isEmpty) }
    try await write(3, 3, writer)
    await follower.cache.load()
    #expect(follower.values(3) == [3, 3])
    #expect(follower.values(1) == nil)
    #expect(follower.events.isEmpty)
    #expect(writer.events.isEmpty)
  }

  @Test func `a cleared follower shows nothing of the file before it is cleared`() async throws {
    let (writer, follower) = (try await Opened(folder.file), try await follower())
    try await write(1, 1, writer)
    await follower.cache.load()
    follower.cache.clear()
    for value in 2...3 {
      await follower.cache.load()
      #expect(follower.values(1) == nil)
      try await write(1, value, writer)
    }
    #expect(writer.values(1) == [3, 3])
    writer.cache.clear()
    try await write(1, 4, writer)
    await follower.cache.load()
    #expect(follower.values(1) == [4, 4])
    #expect(follower.events.isEmpty)
  }

  // MARK: - Faults

  @Test func `other keys are reported, and the file stays`() async throws {
    let writer = try await Opened(folder.file)
    try await write(1, 1, writer)
    let other = GraphQLCacheSchema("1 Query - -;*!id;Item!value;Query.items:Item;Item.next:Item")
    let follower = try await follower(schema: other)
    try await write(1, 2, writer)
    await follower.cache.load()
    #expect(follower.values(1) == nil)
    #expect(follower.eventNames == ["unavailable"])
    #expect("\(follower.events)".contains("Item"))
    #expect(writer.events.isEmpty)
    #expect(try await self.follower().values(1) == [2, 2])
  }

  @Test func `another program's file is reported once, and left alone`() async throws {
    let data = Data("a text of somebody else, which is no database".utf8)
    try data.write(to: folder.file)
    let follower = try await follower()
    for _ in 0..<3 { await follower.cache.load() }
    #expect(follower.eventNames == ["unavailable"])
    #expect(try Data(contentsOf: folder.file) == data)
    try follower.cache.writeItems(group: 1, value: 1, count: 2)
    #expect(follower.values(1) == [1, 1])
    try FileManager.default.removeItem(at: folder.file)
    let writer = try await Opened(folder.file)
    try await write(2, 2, writer)
    await follower.cache.load()
    #expect(follower.values(2) == [2, 2])
  }

  /// Commits long ago are forgotten, and a follower that has missed them reads everything.
  @Test func `removed rows are not kept for ever`() throws {
    let storage = try GraphQLSQLiteStorage(url: folder.file)
    _ = try storage.open { _, _, _ in }
    func put(_ number: UInt32, _ bytes: [UInt8]?) throws {
      try storage.commit([StoredChange(table: .records, number: number, bytes: bytes)])
    }
    let follower = try GraphQLSQLiteFollower(url: folder.file)
    func changes() throws -> [String] {
      var rows: [String] = []
      let state = try follower.follow { _, number, bytes in
        rows.append("\(number): \(bytes.map { "\($0.count)" } ?? "removed")")
      }
      return ["\(state)"] + rows
    }
    try put(1, [1])
    try put(2, [1, 2])
    #expect(try changes() == ["changed", "1: 1", "2: 2"])
    #expect(try changes() == ["same"])
    try put(1, nil)
    #expect(try changes() == ["changed", "1: removed"])
    for _ in 0..<2500 { try put(2, [3]) }
    try storage.flush()
    #expect(try changes() == ["gone"])
    #expect(try changes() == ["changed", "2: 1"])
    let other = try SQLiteConnection(
      #require(SQLiteLibrary.shared), folder.file.path, SQLiteCode.openReadOnly)
    #expect(try other.number("SELECT count(*) FROM change") == 1)
    storage.close()
  }

  // MARK: - Processes

  /// Killed at any moment, the writer leaves followers with a commit's state.
  @Test func `a writer that is killed`() async throws {
    let follower = try await follower()
    var random = Random(UInt64.random(in: 1...1_000_000))
    for kill in 0..<6 {
      let child = try Child("write", folder.file.path)
      try child.wait(for: "flushed")
      for _ in 0..<10 {
        await follower.cache.load()
        try expectCommit(follower, "kill \(kill)")
        try await Task.sleep(for: .milliseconds(random.below(30)))
      }
      child.kill()
      let flushed = try child.lines().compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.max()
      await follower.cache.load()
      #expect(try expectCommit(follower, "kill \(kill)") >= flushed ?? -1)
    }
    let values = (0..<Children.groups).map { follower.values($0) }
    #expect(follower.events.isEmpty)
    let writer = try await Opened(folder.file)
    #expect((0..<Children.groups).map { writer.values($0) } == values)
  }

  /// - Returns: the value of the last commit: groups are written in turn.
  @discardableResult
  private func expectCommit(_ opened: Opened, _ comment: Comment) throws -> Int {
    let values = (0..<Children.groups).map { opened.values($0) ?? [] }
    for value in values { #expect(Set(value).count == 1 && value.count == Children.items, comment) }
    let found = values.compactMap(\.first).sorted()
    let last = try #require(found.last, comment)
    #expect(found == Array((last - Children.groups + 1)...last), comment)
    return last
  }

  @Test func `followers that are killed`() async throws {
    let writer = try await Opened(folder.file)
    for value in 0..<15 {
      try writer.cache.writeItems(group: value % Children.groups, value: value, count: Children.items)
      if value < Children.groups { continue }
      let child = try Child("follow", folder.file.path)
      if value % 2 == 0 { try await writer.cache.flush() }
      try child.wait(for: "\(value)")
      if value % 5 == 4 { writer.cache.clear() }
      child.kill()
      let lines = try child.lines()
      #expect(!lines.contains { $0.hasPrefix("event") }, "\(lines)")
      if value % 5 == 4 {
        for earlier in value - Children.groups + 1...value {
          try writer.cache.writeItems(group: earlier % Children.groups, value: earlier, count: Children.items)
        }
      }
    }
    try await writer.cache.flush()
    #expect(writer.events.isEmpty)
    try expectCommit(writer, "the writer")
  }
}
