import ApusCache
import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusCacheSQLite
@testable import CacheFixtures

/// Caches that write to one file in turn.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SharedFileTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  func shared() async throws -> Opened {
    try await Opened(GraphQLSQLiteStorage(url: folder.file, isShared: true))
  }

  func write(_ group: Int, _ value: Int, _ opened: Opened) async throws {
    try opened.cache.writeItems(group: group, value: value, count: 2)
    try await opened.cache.flush()
  }

  @Test func `a cache that does not write holds no lock`() async throws {
    let opened = try await shared()
    try folder.expectNoLock()
    for value in 0..<3 {
      try await write(1, value, opened)
      try folder.expectNoLock()
    }
    opened.cache.clear()
    try await opened.cache.flush()
    try folder.expectNoLock()
    #expect(opened.events.isEmpty)
  }

  @Test func `each has what the other has written`() async throws {
    let first = try await shared()
    let second = try await shared()
    // Neither knows of the other: both number their rows.
    try first.cache.writeItems(group: 1, value: 1, count: 2)
    try second.cache.writeItems(group: 2, value: 2, count: 2)
    for _ in 0..<2 { for opened in [first, second] { try await opened.cache.flush() } }
    for value in 3..<9 {
      try await write(value % 3, value, value % 2 == 0 ? first : second)
      for opened in [first, second] {
        try await opened.cache.flush()
        #expect(opened.values(value % 3) == [value, value])
      }
    }
    let third = try await shared()
    for group in 0..<3 {
      #expect(third.values(group) == first.values(group))
      #expect(third.values(group) == second.values(group))
      #expect(third.values(group) != nil)
    }
    for opened in [first, second, third] { #expect(opened.events.isEmpty) }
  }

  @Test(arguments: [false, true])
  func `a newer value stays, even if only its time is new`(_ isStoredFirst: Bool) async throws {
    let (first, second) = (try await shared(), try await shared())
    try await write(1, 1, first)
    try await second.cache.flush()
    first.advance(10)
    second.advance(5)
    try first.cache.writeItems(group: 1, value: 1, count: 2)
    try second.cache.writeItems(group: 1, value: 2, count: 2)
    if isStoredFirst { try await first.cache.flush() }
    try await second.cache.flush()
    try await first.cache.flush()
    #expect(first.values(1) == [1, 1])
    try await second.cache.flush()
    #expect(second.values(1) == [1, 1])
    #expect(try await shared().values(1) == [1, 1])
  }

  /// Each writes its own groups, however its clock goes.
  @Test func `what only one writes is as it wrote it`() async throws {
    let seed = UInt64.random(in: 1...1_000_000)
    var random = Random(seed)
    let all = [try await shared(), try await shared(), try await shared()]
    var last: [Int: Int] = [:]
    for value in 0..<60 {
      let number = random.below(all.count)
      let (opened, group) = (all[number], number + all.count * random.below(2))
      if random.below(4) == 0 { opened.advance(Double(random.below(5)) - 2) }
      try opened.cache.writeItems(group: group, value: value, count: 2)
      last[group] = value
      if random.below(2) == 0 { try await all[random.below(all.count)].cache.flush() }
      #expect(opened.values(group) == [value, value], "seed \(seed)")
    }
    for _ in 0..<2 { for opened in all { try await opened.cache.flush() } }
    for opened in all + [try await shared()] {
      for (group, value) in last { #expect(opened.values(group) == [value, value], "seed \(seed)") }
      #expect(opened.events.isEmpty)
    }
  }

  /// Each writes and evicts its own groups, and starts again now and then.
  @Test func `no commit is lost, and no row takes the place of another`() async throws {
    let seed = UInt64.random(in: 1...1_000_000)
    var random = Random(seed)
    var all = [try await shared(), try await shared(), try await shared()]
    var last: [Int: Int?] = [:]
    for value in 0..<150 {
      let number = random.below(all.count)
      let group = number + all.count * random.below(3)
      let opened = all[number]
      switch random.below(10) {
      case 0:
        try await opened.cache.flush()
        #expect(opened.events.isEmpty)
        all[number] = try await shared()
      case 1, 2:
        opened.cache.transaction { transaction in
          for index in 0..<2 { transaction.evict(GraphQLCacheKey("Item", "\(group).\(index)")) }
        }
        if last[group] != nil { last[group] = .some(nil) }
      case 3: await opened.cache.load()
      case 4: try await all[random.below(all.count)].cache.flush()
      default:
        try opened.cache.writeItems(group: group, value: value, count: 2)
        last[group] = value
      }
      for (group, value) in last where group % all.count == number {
        #expect(all[number].values(group) == value.map { [$0, $0] }, "seed \(seed), step \(value ?? -1)")
      }
    }
    for _ in 0..<2 { for opened in all { try await opened.cache.flush() } }
    for opened in all + [try await shared()] {
      for (group, value) in last {
        #expect(opened.values(group) == value.map { [$0, $0] }, "seed \(seed), group \(group)")
      }
      #expect(opened.events.isEmpty)
    }
  }

  /// It has no row, so another cache gives the next row the same number.
  @Test func `what is evicted before it is stored takes no row of others`() async throws {
    let (first, second) = (try await shared(), try await shared())
    try first.cache.writeItems(group: 1, value: 1, count: 2)
    first.cache.evictItems()
    try await first.cache.flush()
    try await write(2, 2, second)
    await first.cache.load()
    try await write(1, 3, first)
    await second.cache.load()
    for opened in [first, second, try await shared()] {
      #expect(opened.values(1) == [3, 3])
      #expect(opened.values(2) == [2, 2])
      #expect(opened.events.isEmpty)
    }
  }

  @Test(arguments: [false, true])
  func `what one evicts or invalidates stays so when others write`(_ isCollected: Bool) async throws {
    let (first, second) = (try await shared(), try await shared())
    try await write(1, 1, first)
    try await second.cache.flush()
    try await write(2, 2, second)
    if isCollected {
      first.advance(1_000)
      await first.cache.collectGarbage()
    } else {
      first.cache.evictItems()
    }
    try await first.cache.flush()
    try await second.cache.flush()
    for opened in [first, second, try await shared()] {
      #expect(opened.values(1) == nil)
      #expect(opened.values(2) == [2, 2])
    }
    try await write(3, 3, second)
    try second.cache.transaction { try $0.invalidate(ItemsQuery(group: 3)) }
    try await write(4, 4, first)
    try await second.cache.flush()
    try await first.cache.flush()
    for opened in [first, second, try await shared()] {
      #expect(opened.cache.partial(ItemsQuery(group: 3)).isStale)
      #expect(!opened.cache.partial(ItemsQuery(group: 4)).isStale)
    }
  }

  @Test func `what one deletes does not come back because others have read it before`() async throws {
    let (first, second) = (try await shared(), try await shared())
    try await write(1, 1, first)
    try await second.cache.flush()
    second.advance(5)
    try await write(1, 1, second)
    first.advance(10)
    first.cache.transaction { $0.delete(GraphQLCacheKey("Item", "1.1")) }
    try await first.cache.flush()
    try await second.cache.flush()
    for opened in [first, second, try await shared()] {
      #expect(opened.values(1) == [1])
      #expect(opened.events.isEmpty)
    }
  }

  @Test func `what one clears, the others forget`() async throws {
    let (first, second) = (try await shared(), try await shared())
    try await write(1, 77, first)
    try await second.cache.flush()
    #expect(second.values(1) == [77, 77])
    first.cache.clear()
    try await first.cache.flush()
    try await write(2, 78, second)
    for group in 1...2 { #expect(second.values(group) == nil) }
    try await write(3, 3, first)
    try await second.cache.flush()
    #expect(second.values(3) == [3, 3])
    for text in ["text of 77", "text of 78"] { #expect(try folder.files(with: text).isEmpty) }
    for opened in [first, second] { #expect(opened.events.isEmpty) }
  }

  // MARK: - Damage

  func execute(_ statements: StaticString...) throws {
    let library = try #require(SQLiteLibrary.shared)
    let connection = try SQLiteConnection(library, folder.file.path, SQLiteCode.openReadWrite)
    for statement in statements { try connection.execute(statement) }
  }

  /// As after a thousand commits, some of which removed rows.
  @Test func `a cache that does not know what has changed reads everything again`() async throws {
    let (first, second) = (try await shared(), try await shared())
    try await write(1, 1, first)
    try await write(2, 2, second)
    try await write(1, 3, first)
    try execute("UPDATE meta SET value = (SELECT value FROM meta WHERE id = 0) WHERE id = 2")
    await second.cache.load()
    #expect(second.values(1) == [3, 3])
    #expect(second.values(2) == [2, 2])
    try await write(3, 4, second)
    await first.cache.load()
    for group in 1...3 { #expect(first.values(group) == second.values(group)) }
    for opened in [first, second] { #expect(opened.events.isEmpty) }
    try folder.expectNoLock()
  }

  @Test func `a row that others have damaged is removed`() async throws {
    let (first, second) = (try await shared(), try await shared())
    try await write(1, 1, first)
    try await write(2, 2, first)
    await second.cache.load()
    try execute(
      "UPDATE meta SET value = value + 1 WHERE id = 0",
      "UPDATE record SET data = zeroblob(20) WHERE id = (SELECT max(id) FROM record)",
      """
      INSERT OR REPLACE INTO change \
      SELECT (2 << 32) | max(id), (SELECT value FROM meta WHERE id = 0) FROM record
      """)
    await second.cache.load()
    #expect(second.eventNames == ["damaged"])
    #expect(second.values(1) == [1, 1])
    try await write(2, 3, second)
    await first.cache.load()
    let third = try await shared()
    for opened in [first, second, third] {
      #expect(opened.values(1) == [1, 1])
      #expect(opened.values(2) == [3, 3])
    }
    #expect(third.events.isEmpty)
  }

  @Test func `a damaged row that others have written again stays`() async throws {
    let first = try await shared()
    try await write(1, 1, first)
    try execute("UPDATE record SET data = zeroblob(20) WHERE id = (SELECT max(id) FROM record)")
    let second = try await shared()
    #expect(second.eventNames == ["damaged"])
    // The first one does not know of the damage.
    first.cache.evictItems()
    try await write(1, 2, first)
    try await write(2, 3, second)
    await first.cache.load()
    for opened in [first, second, try await shared()] {
      #expect(opened.values(1) == [2, 2])
      #expect(opened.values(2) == [3, 3])
    }
  }

  @Test func `a file whose commits have impossible numbers is replaced`() async throws {
    let opened = try await shared()
    try await write(1, 1, opened)
    try execute("UPDATE meta SET value = -9223372036854775808 WHERE id = 2")
    try await write(2, 2, opened)
    // Where commits are notified, it may have looked before.
    #expect(opened.eventNames.last == "replaced")
    let other = try await shared()
    for group in 1...2 { #expect(other.values(group) == [group, group]) }
    #expect(other.events.isEmpty)
  }
}
