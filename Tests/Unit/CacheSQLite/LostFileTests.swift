import ApusCache
import ApusPlatform
import Foundation
import TestSupport
import Testing

import ApusCacheSQLite
import CacheFixtures

/// A file that somebody else removes or replaces while a cache has it open.
@Suite(.timeLimit(.minutes(15))) struct LostFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  enum Loss: CaseIterable {
    case deleted, deletedWithItsFolder, truncated
  }

  private func lose(_ loss: Loss) throws {
    let files = FileManager.default
    switch loss {
    case .deleted: try files.removeItem(at: folder.file)
    case .deletedWithItsFolder: try files.removeItem(at: folder.url)
    case .truncated:
      let file = try FileHandle(forWritingTo: folder.file)
      try file.truncate(atOffset: 4_096)
      try file.close()
    }
  }

  private func opened() async throws -> Opened {
    let opened = try await Opened(folder.file)
    try opened.cache.writeItems(group: 1, value: 1, count: 30)
    try await opened.cache.flush()
    return opened
  }

  @Test(arguments: Loss.allCases) func `a file that is lost is made anew`(_ loss: Loss) async throws {
    var first: Opened? = try await opened()
    try lose(loss)
    try first?.cache.writeItems(group: 2, value: 2, count: 2)
    #expect(first?.values(1)?.count == 30)
    try await first?.cache.flush()
    #expect(first?.eventNames == ["replaced"])
    #expect(first.map { "\($0.events)" }?.contains(loss == .truncated ? "truncated" : "deleted") == true)
    first = nil
    let second = try await Opened(folder.file)
    #expect(second.events.isEmpty)
    #expect(second.values(1)?.count == 30)
    #expect(second.values(2) == [2, 2])
  }

  @Test func `another file in its place is left alone`() async throws {
    let first = try await opened()
    try Data("somebody else's".utf8).write(to: folder.file, options: .atomic)
    for group in 2...3 {
      try first.cache.writeItems(group: group, value: group, count: 2)
      await #expect(throws: GraphQLStorageError.self) { try await first.cache.flush() }
      #expect(first.values(group) == [group, group])
    }
    #expect(first.eventNames == ["failed"])
    // Not even if there is nothing to keep.
    first.cache.clear()
    try first.cache.writeItems(group: 3, value: 3, count: 2)
    await #expect(throws: GraphQLStorageError.self) { try await first.cache.flush() }
    #expect(try Data(contentsOf: folder.file) == Data("somebody else's".utf8))
    // It stores again when the other file is gone.
    try FileManager.default.removeItem(at: folder.file)
    try await first.cache.flush()
    #expect(try folder.files(with: "text of 3").contains("account.cache"))
  }

  /// The folder was deleted with the lock in it, so another cache could open the path.
  @Test func `a cache that has lost its file does not touch another cache's`() async throws {
    let first = try await opened()
    try lose(.deletedWithItsFolder)
    let second = try await Opened(folder.file)
    try second.cache.writeItems(group: 5, value: 5, count: 2)
    try await second.cache.flush()
    try first.cache.writeItems(group: 2, value: 2, count: 2)
    await #expect(throws: GraphQLStorageError.self) { try await first.cache.flush() }
    #expect(first.eventNames == ["failed"])
    #expect(first.values(2) == [2, 2])
    try second.cache.writeItems(group: 6, value: 6, count: 2)
    try await second.cache.flush()
    #expect(second.events.isEmpty)
    #expect(try folder.files(with: "text of 6").contains("account.cache"))
  }

  @Test(arguments: [Loss.deleted, .deletedWithItsFolder], [false, true])
  func `a file that is lost when its cache is let go of stays lost`(_ loss: Loss, isEmpty: Bool) async throws
  {
    let events = Locked(0)
    var storage: GraphQLSQLiteStorage? = try GraphQLSQLiteStorage(url: folder.file)
    let open = Weak(storage)
    var cache: GraphQLCache? = GraphQLCache(schema: ItemsQuery.cacheSchema, storage: storage) { _ in
      events.withLock { $0 += 1 }
    }
    storage = nil
    try cache?.writeItems(group: 1, value: 1, count: 30)
    if isEmpty { cache?.evictItems() }
    try await cache?.flush()
    try lose(loss)
    cache = nil
    // Looking at the lock file would create it.
    try await eventually("the released cache is closed") { open.value == nil }
    #expect(!FileManager.default.fileExists(atPath: folder.file.path))
    // Nor does a folder appear again: an app may have removed an account's.
    #expect(FileManager.default.fileExists(atPath: folder.url.path) == (loss == .deleted))
    #expect(events.withLock { $0 } == 0)
  }

  @Test func `a file that is truncated when its cache is let go of is made anew`() async throws {
    var first: Opened? = try await opened()
    try lose(.truncated)
    #expect(first?.events.isEmpty == true)
    first = nil
    try await folder.waitForClosing()
    let second = try await Opened(folder.file)
    #expect(second.events.isEmpty)
    #expect(second.values(1)?.count == 30)
  }

  @Test func `clearing is not taken for a loss`() async throws {
    let opened = try await opened()
    for group in 2...4 {
      opened.cache.clear()
      try opened.cache.writeItems(group: group, value: group, count: 2)
      try await opened.cache.flush()
    }
    #expect(opened.events.isEmpty)
    #expect(opened.values(4) == [4, 4])
  }
}

/// A reference that does not keep a storage open. A `weak let` would need Swift 6.3.
private struct Weak {
  weak var value: GraphQLSQLiteStorage?

  init(_ value: GraphQLSQLiteStorage?) { self.value = value }
}
