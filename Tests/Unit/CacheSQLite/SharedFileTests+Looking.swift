import ApusCache
import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusCacheSQLite
@testable import CacheFixtures
@testable import apus_cache_child

/// What a cache sees of the others.
extension SharedFileTests {
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
    #expect(opened.values(1) == [1, 1])
    await #expect(throws: GraphQLStorageError.self) { try await write(2, 2, opened) }
    #expect(opened.eventNames == ["failed"])
    #expect(opened.values(2) == [2, 2])
    // A look does not wait for the lock, which would take three seconds.
    try await write(1, 3, own)
    let start = ContinuousClock.now
    await opened.cache.load()
    #expect(ContinuousClock.now - start < .seconds(3))
    #expect(opened.values(1) == [3, 3])
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
