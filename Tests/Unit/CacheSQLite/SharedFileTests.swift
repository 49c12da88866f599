import ApusCache
import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusCacheSQLite
@testable import CacheFixtures
@testable import apus_cache_child

/// Caches that write to one file in turn.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SharedFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func shared() async throws -> Opened {
    try await Opened(GraphQLSQLiteStorage(url: folder.file, isShared: true))
  }

  private func write(_ group: Int, _ value: Int, _ opened: Opened) async throws {
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

  private func execute(_ statements: StaticString...) throws {
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

  // MARK: - Seeing

  @Test func `loading sees each commit, while another holds the lock`() async throws {
    let (first, second) = (try await shared(), try await shared())
    for value in 0..<5 {
      try await write(value % 2, value, first)
      let lock = try StorageLock(folder.file.path + ".apus-lock")
      await second.cache.load()
      #expect(second.values(value % 2) == [value, value])
      withExtendedLifetime(lock) {}
    }
    first.cache.clear()
    await second.cache.load()
    #expect(second.values(0) == nil)
    try await write(1, 9, first)
    await second.cache.load()
    #expect(second.values(1) == [9, 9])
    for opened in [first, second] { #expect(opened.events.isEmpty) }
    try folder.expectNoLock()
  }

  @Test(arguments: [false, true])
  func `a cache that opens while another holds the lock writes later`(_ isNew: Bool) async throws {
    let first = isNew ? nil : try await shared()
    if let first { try await write(1, 1, first) }
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let second: Opened
    do {
      let lock = try StorageLock(folder.file.path + ".apus-lock")
      second = try await shared()
      withExtendedLifetime(lock) {}
    }
    #expect(second.values(1) == (isNew ? nil : [1, 1]))
    let other = if let first { first } else { try await shared() }
    try await write(1, 2, other)
    try await write(2, 3, second)
    await other.cache.load()
    for opened in [other, second, try await shared()] {
      #expect(opened.values(1) == [2, 2])
      #expect(opened.values(2) == [3, 3])
      #expect(opened.events.isEmpty)
    }
  }

  @Test func `a look creates no file`() async throws {
    let opened = try await shared()
    try await write(1, 1, opened)
    try FileManager.default.removeItem(at: folder.url)
    await opened.cache.load()
    #expect(opened.values(1) == nil)
    #expect(!FileManager.default.fileExists(atPath: folder.url.path))
    try await write(1, 2, opened)
    #expect(try await shared().values(1) == [2, 2])
    #expect(opened.events.isEmpty)
  }

  @Test func `a look without news neither waits for a transaction nor loses what it changes`() async throws {
    let opened = try await shared()
    try await write(1, 1, opened)
    let (cache, hasBegun, hasLooked) = (opened.cache, Locked(false), Locked(false))
    async let sawLook: Bool = withCheckedContinuation { continuation in
      Thread {
        cache.transaction { transaction in
          for type in ["Item", "Query"] { transaction.evict(type: type) }
          hasBegun.withLock { $0 = true }
          let end = ContinuousClock.now + .seconds(10)
          while !hasLooked.withLock({ $0 }), ContinuousClock.now < end { usleep(1000) }
        }
        continuation.resume(returning: hasLooked.withLock { $0 })
      }.start()
    }
    try await eventually("the transaction has begun") { hasBegun.withLock { $0 } }
    await cache.load()
    hasLooked.withLock { $0 = true }
    #expect(await sawLook)
    try await cache.flush()
    #expect(try await shared().values(1) == nil)
  }

  /// Nobody asks it to load.
  @Test func `what is watched is looked at again`() async throws {
    let (first, second) = (try await shared(), try await shared())
    var updates = second.cache.watch(ItemsQuery(group: 1)).makeAsyncIterator()
    for value in 1...2 {
      try await write(1, value, first)
      var seen: [Int]?
      while seen != [value, value] {
        seen = try #require(await updates.next()).data?.items.map(\.value)
      }
    }
    first.cache.clear()
    while try #require(await updates.next()).data != nil {}
    try folder.expectNoLock()
  }

  /// Even if it watches nothing.
  @Test func `a notified cache looks at once`() async throws {
    let first = try await shared()
    let file = NotifyingFile(try GraphQLSQLiteStorage(url: folder.file, isShared: true))
    let second = try await Opened(file)
    try await write(1, 1, first)
    #expect(second.values(1) == nil)
    file.notify()
    try await eventually("it has looked") { second.values(1) == [1, 1] }
  }

  @Test func `only rows that others have changed are read again`() async throws {
    let first = try await shared()
    let file = NotifyingFile(try GraphQLSQLiteStorage(url: folder.file, isShared: true))
    for group in 0..<50 { try first.cache.writeItems(group: group, value: group, count: 20) }
    try await first.cache.flush()
    let second = try await Opened(file)
    #expect(file.rowCount.withLock { $0 } >= 1000)
    for (value, way) in ["load", "flush", "write", "load"].enumerated() {
      file.rowCount.withLock { $0 = 0 }
      try await write(7, value, first)
      switch way {
      case "load": await second.cache.load()
      case "flush": try await second.cache.flush()
      default: try await write(60 + value, value, second)
      }
      #expect(second.values(7) == [value, value])
      #expect(file.rowCount.withLock { (1...10).contains($0) }, "\(way)")
      try await first.cache.flush()
    }
    #expect(second.events.isEmpty)
  }

  @Test func `each time that looking begins to fail is reported`() async throws {
    let file = NotifyingFile(try GraphQLSQLiteStorage(url: folder.file, isShared: true))
    let opened = try await Opened(file)
    try await write(1, 1, opened)
    for count in 1...2 {
      file.error.withLock { $0 = .failed("no access") }
      for _ in 0..<2 { await opened.cache.load() }
      #expect(opened.eventNames == Array(repeating: "failed", count: count))
      file.error.withLock { $0 = nil }
      await opened.cache.load()
      #expect(opened.values(1) == [1, 1])
    }
  }

  @Test func `a released cache does not create its file again`() async throws {
    let files = FileManager.default
    var opened: Opened? = try await shared()
    try await write(1, 1, #require(opened))
    try files.removeItem(at: folder.url)
    opened = nil
    try await Task.sleep(for: .milliseconds(300))
    #expect(!files.fileExists(atPath: folder.url.path))
  }

  @Test func `a follower follows all of them`() async throws {
    let (first, second) = (try await shared(), try await shared())
    let follower = try await Opened(GraphQLSQLiteFollower(url: folder.file))
    for value in 0..<6 {
      try await write(value % 2, value, value % 2 == 0 ? first : second)
      await follower.cache.load()
      #expect(follower.values(value % 2) == [value, value])
    }
    #expect(follower.events.isEmpty)
  }

  @Test func `a cache with the file for itself keeps others out`() async throws {
    let own = try await Opened(folder.file)
    try await write(1, 1, own)
    let opened = try await shared()
    #expect(opened.eventNames == ["readOnly"])
    #expect(opened.values(1) == [1, 1])
    withExtendedLifetime(own) {}
  }

  /// Each writes its own group. A new process goes on with what it finds, so a lost commit shows in it, too.
  @Test func `three processes that are killed at random`() async throws {
    var children: [Child] = []
    for group in 0..<3 { children.append(try Child("share", folder.file.path, "\(group)")) }
    var last = [-1, -1, -1]
    func end(_ group: Int) throws {
      children[group].kill()
      let lines = try children[group].lines()
      #expect(!lines.contains { $0.hasPrefix("event") && !$0.contains("another cache") }, "\(lines)")
      let flushed = lines.filter { $0.hasPrefix("flushed") }.compactMap { line in
        line.split(separator: " ").last.flatMap { Int($0) }
      }
      last[group] = max(last[group], flushed.last ?? -1)
    }
    for _ in 0..<8 {
      let group = Int.random(in: 0..<3)
      try await Task.sleep(for: .milliseconds(Int.random(in: 0..<300)))
      try end(group)
      let opened = try await shared()
      #expect(opened.events.isEmpty)
      let values = opened.values(group) ?? []
      #expect(Set(values).count <= 1 && (values.count == Children.items || last[group] < 0))
      #expect(values.first ?? -1 >= last[group])
      children[group] = try Child("share", folder.file.path, "\(group)")
      try children[group].wait(for: "flushed")
    }
    for group in 0..<3 { try end(group) }
    let opened = try await shared()
    #expect(opened.events.isEmpty)
    for group in 0..<3 {
      let values = opened.values(group) ?? []
      #expect(Set(values).count == 1 && values.count == Children.items)
      #expect(values.first ?? -1 >= last[group])
    }
  }
}

/// A shared file that counts the rows that are read, and notifies and fails when it is told to.
private final class NotifyingFile: SharedStorage {
  private let file: GraphQLSQLiteStorage
  private let observer = Locked<(@Sendable () -> Void)?>(nil)
  let rowCount = Locked(0)
  /// What reading changes throws.
  let error = Locked<GraphQLStorageError?>(nil)

  init(_ file: GraphQLSQLiteStorage) { self.file = file }

  func notify() { observer.withLock { $0 }?() }

  var isWrittenByOthers: Bool { file.isWrittenByOthers }
  var exists: Bool { file.exists }
  func observeCommits(_ body: @escaping @Sendable () -> Void) { observer.withLock { $0 = body } }
  func rest(knowingAll isWhole: Bool) { file.rest(knowingAll: isWhole) }

  func readChanges(
    _ row: (_ table: StoredTable, _ number: UInt32, _ bytes: UnsafeRawBufferPointer?) -> Void
  ) throws -> Bool {
    if let error = error.withLock({ $0 }) { throw error }
    return try file.readChanges { table, number, bytes in
      rowCount.withLock { $0 += 1 }
      row(table, number, bytes)
    }
  }

  func open(_ row: (_ id: UInt64, _ bytes: UnsafeRawBufferPointer) -> Void) throws -> GraphQLStorageError? {
    try file.open { id, bytes in
      rowCount.withLock { $0 += 1 }
      row(id, bytes)
    }
  }

  func commit(_ rows: [(id: UInt64, bytes: [UInt8]?)]) throws { try file.commit(rows) }
  func flush() throws { try file.flush() }
  func clear() throws { try file.clear() }
  func close() { file.close() }
}
