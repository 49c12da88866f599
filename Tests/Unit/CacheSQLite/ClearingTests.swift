import ApusCache
import ApusCacheSQLite
import ApusClient
import ApusPlatform
import Foundation
import TestSupport
import Testing

import CacheFixtures

@Suite(.timeLimit(.minutes(15))) struct ClearingTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(arguments: [true, false]) func `nothing is left`(_ isFlushed: Bool) async throws {
    let opened = try await Opened(folder.file)
    try opened.cache.writeItems(group: 1, value: 77, count: 50)
    // Without it the log has the rows, and not the file.
    if isFlushed { try await opened.cache.flush() }
    for text in ["text of 77", "Item:1.7"] {
      try await eventually("a file has \(text)") { try !folder.files(with: text).isEmpty }
    }
    opened.cache.clear()
    for text in ["text of 77", "Item:1.7", "items({"] { #expect(try folder.files(with: text).isEmpty) }
    #expect(opened.values(1) == nil)
    try await opened.cache.flush()
    for text in ["text of 77", "Item:1.7"] { #expect(try folder.files(with: text).isEmpty) }
    #expect(opened.events.isEmpty)
  }

  @Test func `what is written afterwards lasts`() async throws {
    var first: Opened? = try await Opened(folder.file)
    for round in 0..<5 {
      try first?.cache.writeItems(group: 1, value: round, count: 5)
      if round == 2 { try await first?.cache.flush() }
      first?.cache.clear()
      try first?.cache.writeItems(group: 2, value: round, count: 5)
    }
    try await first?.cache.flush()
    #expect(first?.events.isEmpty == true)
    first = nil
    let second = try await Opened(folder.file)
    #expect(second.events.isEmpty)
    #expect(second.values(1) == nil)
    #expect(second.values(2) == [4, 4, 4, 4, 4])
  }

  /// The cache is cleared again while its storage is being opened after the first time, so that the storage has nothing to tell of it.
  @Test func `clearing while the storage is opened`() async throws {
    let storage = HookedStorage(try GraphQLSQLiteStorage(url: folder.file))
    var first: Opened? = try await Opened(storage)
    try first?.cache.writeItems(group: 1, value: 1, count: 5)
    try await first?.cache.flush()
    storage.beforeOpening.withLock { hook in
      hook = { [weak cache = first?.cache] in
        cache?.clear()
        try? cache?.writeItems(group: 2, value: 2, count: 5)
      }
    }
    first?.cache.clear()
    try await first?.cache.flush()
    #expect(first?.events.isEmpty == true)
    first = nil
    let second = try await Opened(folder.file)
    #expect(second.events.isEmpty)
    #expect(second.values(1) == nil)
    #expect(second.values(2) == [2, 2, 2, 2, 2])
  }

  /// What could not be opened again after clearing, here since something else has the file's place, is tried again.
  @Test func `clearing where the file cannot be made`() async throws {
    let storage = HookedStorage(try GraphQLSQLiteStorage(url: folder.file))
    var first: Opened? = try await Opened(storage)
    storage.beforeOpening.withLock { hook in
      hook = { [file = folder.file] in
        try? FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      }
    }
    first?.cache.clear()
    try first?.cache.writeItems(group: 2, value: 2, count: 5)
    await #expect(throws: GraphQLStorageError.self) { try await first?.cache.flush() }
    try FileManager.default.removeItem(at: folder.file)
    try await first?.cache.flush()
    first = nil
    let second = try await Opened(folder.file)
    #expect(second.values(2) == [2, 2, 2, 2, 2])
  }

  /// What a storage does not say of clearing is no matter.
  @Test func `clearing with a storage that says nothing`() async throws {
    let storage = RowStorage()
    let first = try await Opened(storage)
    try first.cache.writeItems(group: 1, value: 1, count: 5)
    try await first.cache.flush()
    first.cache.clear()
    try first.cache.writeItems(group: 2, value: 2, count: 5)
    try await first.cache.flush()
    let second = try await Opened(RowStorage(storage.all))
    #expect(second.values(1) == nil)
    #expect(second.values(2) == [2, 2, 2, 2, 2])
  }

  /// Clearing at any moment of writing: nothing that was there before comes back.
  @Test func `clearing while batches are written`() async throws {
    let opened = try await Opened(folder.file)
    for round in 0..<30 {
      try opened.cache.writeItems(group: 1, value: 1_000 + round, count: 300)
      try await Task.sleep(for: .milliseconds(round * 8))
      opened.cache.clear()
      try opened.cache.writeItems(group: 2, value: 2_000, count: 3)
      if round % 3 == 0 { try await opened.cache.flush() }
      #expect(try folder.files(with: "text of \(1_000 + round)").isEmpty, "round \(round)")
    }
    try await opened.cache.flush()
    #expect(try folder.files(with: "text of 10").isEmpty)
    #expect(opened.events.isEmpty)
  }

  @Test func `accounts have files of their own`() async throws {
    let one = try await Opened(folder.url.appendingPathComponent("one/account.cache"))
    let two = try await Opened(folder.url.appendingPathComponent("two/account.cache"))
    try one.cache.writeItems(group: 1, value: 1, count: 3)
    try two.cache.writeItems(group: 2, value: 2, count: 3)
    try await one.cache.flush()
    try await two.cache.flush()
    one.cache.clear()
    #expect(two.values(2) == [2, 2, 2])
    #expect(two.values(1) == nil)
    #expect(one.eventNames + two.eventNames == [])
  }
}

/// A storage before whose opening something else happens, once.
private final class HookedStorage: GraphQLCacheStorage {
  let beforeOpening = Locked<(@Sendable () -> Void)?>(nil)
  private let inner: any GraphQLCacheStorage

  init(_ inner: any GraphQLCacheStorage) { self.inner = inner }

  func open(
    _ row: (_ id: UInt64, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws -> GraphQLStorageError? {
    let hook = beforeOpening.withLock { hook in
      defer { hook = nil }
      return hook
    }
    hook?()
    return try inner.open(row)
  }

  func commit(_ changes: [(id: UInt64, bytes: [UInt8]?)]) throws { try inner.commit(changes) }

  func flush() throws { try inner.flush() }

  func clear() throws { try inner.clear() }

  func close() { inner.close() }
}
