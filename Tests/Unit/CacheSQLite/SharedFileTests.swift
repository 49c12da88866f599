import ApusCache
import Foundation
import Testing

@testable import ApusCacheSQLite
@testable import CacheFixtures
@testable import apus_cache_child

/// Caches that write to one file in turn.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SharedFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func shared(memoryLimit: Int? = nil) async throws -> Opened {
    try await Opened(GraphQLSQLiteStorage(url: folder.file, isShared: true), memoryLimit: memoryLimit)
  }

  private func write(_ group: Int, _ value: Int, _ opened: Opened) async throws {
    try opened.cache.writeItems(group: group, value: value, count: 2)
    try await opened.cache.flush()
  }

  /// Not even of SQLite.
  private func expectNoLock() throws {
    _ = try StorageLock(folder.file.path + ".apus-lock")
    #if os(Linux)
      let files = FileManager.default
      let open = try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
      }
      #expect(!open.contains { $0.hasPrefix(folder.file.path) })
    #endif
  }

  @Test func `a cache that does not write holds no lock`() async throws {
    let opened = try await shared()
    try expectNoLock()
    for value in 0..<3 {
      try await write(1, value, opened)
      try expectNoLock()
    }
    opened.cache.clear()
    try await opened.cache.flush()
    try expectNoLock()
    #expect(opened.events.isEmpty)
  }

  @Test(arguments: [nil, 1] as [Int?])
  func `each has what the other has written`(_ limit: Int?) async throws {
    let first = try await shared(memoryLimit: limit)
    let second = try await shared(memoryLimit: limit)
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

  @Test func `a newer value stays, even if only its time is new`() async throws {
    let (first, second) = (try await shared(), try await shared())
    try await write(1, 1, first)
    try await second.cache.flush()
    first.advance(10)
    second.advance(5)
    try first.cache.writeItems(group: 1, value: 1, count: 2)
    try await write(1, 2, second)
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

  @Test func `what one evicts or invalidates stays so when others write`() async throws {
    let (first, second) = (try await shared(), try await shared())
    try await write(1, 1, first)
    try await second.cache.flush()
    try await write(2, 2, second)
    first.cache.evictItems()
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

  /// Each writes its own group.
  @Test func `two processes that are killed`() async throws {
    var last = [-1, -1]
    for kill in 0..<4 {
      let children = [
        try Child("share", folder.file.path, "0"), try Child("share", folder.file.path, "1"),
      ]
      for child in children { try child.wait(for: "flushed") }
      try await Task.sleep(for: .milliseconds(Int.random(in: 0..<300)))
      for child in children { child.kill() }
      for (group, child) in children.enumerated() {
        let lines = try child.lines()
        let flushed = lines.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.max()
        last[group] = max(last[group], flushed ?? -1)
        #expect(!lines.contains { $0.hasPrefix("event") && !$0.contains("another cache") }, "\(lines)")
      }
      let opened = try await shared()
      #expect(opened.events.isEmpty)
      for group in 0..<2 {
        let values = opened.values(group) ?? []
        #expect(Set(values).count == 1 && values.count == Children.items, "kill \(kill)")
        #expect(values.first ?? -1 >= last[group], "kill \(kill)")
        last[group] = max(last[group], values.first ?? -1)
      }
    }
  }
}
