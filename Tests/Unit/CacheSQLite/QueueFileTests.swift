import ApusCache
@testable import ApusCacheSQLite
import ApusClient
import ApusPlatform
import ApusOfflineMutations
import ApusTesting
import Foundation
import Testing

import CacheFixtures

/// A mutation queue in a real file.
@Suite(.timeLimit(.minutes(15))) struct QueueFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func queue(
    _ server: GraphQLScriptedTransport, isOnline: Bool,
    _ events: Locked<[GraphQLMutationQueueEvent]> = Locked([]),
    file: URL? = nil
  ) async throws -> GraphQLMutationQueue {
    let url = try #require(URL(string: "https://example.org/graphql"))
    let client = GraphQLClient(
      url: url, transport: server, cache: GraphQLCache(schema: ItemsQuery.cacheSchema))
    return try await GraphQLMutationQueue(
      client, storage: GraphQLSQLiteStorage(url: file ?? folder.file), identity: "ada",
      handlers: [GraphQLMutationHandler(AddNoteMutation.self, key: .none, creates: { $0.note.id })],
      configuration: .init(connectivity: GraphQLConnectivity(isOnline: isOnline))
    ) { event in events.withLock { $0.append(event) } }
  }

  @Test func `one queue writes to a file, and the next one finds what it left`() async throws {
    let first = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    let note = try await first.enqueue(AddNoteMutation(text: "kept"))
    await #expect(throws: GraphQLMutationQueueError.inUse) {
      _ = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    }
    await first.close()
    let server = GraphQLScriptedTransport([
      .json("{\"data\":{\"addNote\":{\"id\":\"n1\",\"text\":\"kept\"}}}")
    ])
    let second = try await queue(server, isOnline: true)
    for await mutations in await second.updates() where mutations.isEmpty { break }
    #expect(server.requests.count == 1)
    #expect(await second.serverID(of: note.temporaryID ?? "") == "n1")
    await second.close()
    #expect(try folder.files(with: "kept").isEmpty)
  }

  /// The pages in the middle are gone; what the others have is given to the app, and stays in a new file.
  @Test func `the readable rows of a damaged file go on`() async throws {
    let first = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    let text = String(repeating: "x", count: 900)
    for number in 0..<60 { try await first.enqueue(AddNoteMutation(text: "\(number) \(text)")) }
    await first.close()
    var bytes = try Data(contentsOf: folder.file)
    let page = bytes.count / 4096 / 2 * 4096
    bytes.replaceSubrange(page..<(page + 4096), with: repeatElement(0xA5, count: 4096))
    try bytes.write(to: folder.file)
    let events = Locked<[GraphQLMutationQueueEvent]>([])
    let second = try await queue(GraphQLScriptedTransport([]), isOnline: false, events)
    let found = await second.mutations
    #expect(found.count > 40 && found.count < 60)
    guard case .setAside(let mutations, nil)? = events.withLock({ $0 }).first else {
      Issue.record("\(events.withLock { $0 })")
      return
    }
    #expect(mutations.map(\.id) == found.map(\.id))
    // No other file is left than the damaged one.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(Set(names.filter { $0.contains("apus-new") || $0.contains("apus-kept") }) == [])
    await second.close()
    let third = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    #expect(await third.mutations.map(\.variables) == found.map(\.variables))
    await third.close()
  }

  /// Two processes that open one file by two names would send each mutation twice.
  @Test func `a file in use is in use by each of its names`() async throws {
    let first = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    try await first.enqueue(AddNoteMutation(text: "once"))
    let other = try Folder()
    try FileManager.default.linkItem(at: folder.file, to: other.file)
    await #expect(throws: GraphQLMutationQueueError.inUse) {
      _ = try await queue(GraphQLScriptedTransport([]), isOnline: false, file: other.file)
    }
    await first.close()
  }

  @Test func `a cache leaves a queue's file alone`() async throws {
    let first = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    try await first.enqueue(AddNoteMutation(text: "kept"))
    await first.close()
    let events = Locked<[String]>([])
    let cache = GraphQLCache(
      schema: ItemsQuery.cacheSchema, storage: try GraphQLSQLiteStorage(url: folder.file)
    ) {
      event in
      events.withLock { $0.append("\(event)") }
    }
    await cache.load()
    try cache.writeItems(group: 1, value: 1, count: 3)
    await #expect(throws: GraphQLStorageError.self) { try await cache.flush() }
    #expect(events.withLock { $0 }.first?.contains("mutation queue") == true)
    withExtendedLifetime(cache) {}
    #expect(try !folder.files(with: "kept").isEmpty)
  }

  /// The file of a queue with these notes, in whose middle nothing can be read.
  private func damaged(_ notes: [String]) async throws -> Data {
    let first = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    for note in notes { try await first.enqueue(AddNoteMutation(text: note)) }
    await first.close()
    let whole = try Data(contentsOf: folder.file)
    try Data(repeating: 0xA5, count: whole.count).write(to: folder.file)
    return whole
  }

  private func place(_ suffix: String) -> URL { URL(fileURLWithPath: folder.file.path + suffix) }

  /// As on a full disk: the next launch must find the damaged file again, and say so.
  @Test func `a damaged file stays if no other can be written`() async throws {
    let whole = try await damaged(["kept"])
    let bytes = try Data(contentsOf: folder.file)
    try FileManager.default.createDirectory(at: place(".apus-new"), withIntermediateDirectories: false)
    for _ in 0..<2 {
      await #expect(throws: GraphQLMutationQueueError.self) {
        _ = try await queue(GraphQLScriptedTransport([]), isOnline: false)
      }
      #expect(try Data(contentsOf: folder.file) == bytes)
    }
    try FileManager.default.removeItem(at: place(".apus-new"))
    try whole.write(to: folder.file)
    let again = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    #expect(await again.mutations.map(\.variables) == [["text": "kept"]])
    await again.close()
  }

  /// Each launch tries again: it must not fill the disk with copies.
  @Test func `a damaged new file is kept under another name only when there is another one`() async throws {
    try await damaged(["kept"]).write(to: place(".apus-kept"))
    try Damage.whole.apply(to: place(".apus-kept"))
    let kept = try #require(StorageFile(place(".apus-kept").path))
    try FileManager.default.createDirectory(at: place(".apus-new"), withIntermediateDirectories: false)
    for _ in 0..<2 {
      await #expect(throws: GraphQLMutationQueueError.self) {
        _ = try await queue(GraphQLScriptedTransport([]), isOnline: false)
      }
      #expect(!FileManager.default.fileExists(atPath: place(".damaged-1").path))
    }
    try FileManager.default.removeItem(at: place(".apus-new"))
    let next = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    // The same file, for which no space is needed.
    #expect(StorageFile(place(".damaged-1").path)?.isSame(as: kept) == true)
    await next.close()
  }

  /// The process ended before the other file had the name of this one.
  @Test func `a damaged new file gets one other name`() async throws {
    try await damaged(["kept"]).write(to: place(".apus-kept"))
    try Damage.whole.apply(to: place(".apus-kept"))
    try FileManager.default.linkItem(at: place(".apus-kept"), to: place(".damaged-1"))
    let next = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    #expect(StorageFile(place(".damaged-2").path) != nil)
    #expect(StorageFile(place(".damaged-3").path) == nil)
    await next.close()
  }

  /// The new file is whole, and the damaged one is still in its place, or already moved.
  @Test(arguments: [true, false]) func `a process that ends while a file is set aside loses nothing`(
    _ isMoved: Bool
  ) async throws {
    try await damaged(["one", "two"]).write(to: place(".apus-kept"))
    if isMoved { try FileManager.default.moveItem(at: folder.file, to: place(".damaged-1")) }
    let events = Locked<[GraphQLMutationQueueEvent]>([])
    let next = try await queue(GraphQLScriptedTransport([]), isOnline: false, events)
    #expect(await next.mutations.map(\.variables) == [["text": "one"], ["text": "two"]])
    guard case .setAside(let mutations, nil)? = events.withLock({ $0 }).first else {
      Issue.record("\(events.withLock { $0 })")
      return
    }
    #expect(mutations.count == 2)
    try await next.enqueue(AddNoteMutation(text: "three"))
    await next.close()
    #expect(FileManager.default.fileExists(atPath: place(".damaged-1").path))
    #expect(!FileManager.default.fileExists(atPath: place(".apus-kept").path))
    let last = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    #expect(await last.mutations.count == 3)
    await last.close()
  }

  /// How the new file is damaged: nothing of it can be read, all but its middle, all but one row, or both.
  enum Damage: CaseIterable {
    case whole, empty, middle, row, middleAndRow

    func apply(to url: URL) throws {
      var bytes = try Data(contentsOf: url)
      if self == .row || self == .middleAndRow {
        // SQLite has no checksums: it reads the row as any other.
        let payload = try #require(bytes.range(of: Data(QueueFileTests.texts[3].utf8)))
        bytes[payload.lowerBound + 100] ^= 1
      }
      switch self {
      case .whole: bytes = Data(repeating: 0xA5, count: bytes.count)
      case .empty: bytes = Data()
      case .row: break
      case .middle, .middleAndRow:
        let page = bytes.count / 4096 / 2 * 4096
        bytes.replaceSubrange(page..<(page + 4096), with: repeatElement(0xA5, count: 4096))
      }
      try bytes.write(to: url)
    }

    /// How many of the mutations can be read.
    var readable: Range<Int> {
      switch self {
      case .whole, .empty: 0..<1
      case .middle: 40..<60
      case .row: 59..<60
      case .middleAndRow: 40..<59
      }
    }
  }

  private static let texts = (0..<60).map { "\($0) " + String(repeating: "x", count: 900) }

  /// The damaged file is still in its place, or already moved. One of both has each mutation, unless it was moved.
  @Test(arguments: Damage.allCases, [true, false])
  func `a new file that is damaged itself is set aside, and the queue goes on`(
    _ damage: Damage, _ isMoved: Bool
  ) async throws {
    let texts = Self.texts
    let first = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    for text in texts { try await first.enqueue(AddNoteMutation(text: text)) }
    await first.close()
    try FileManager.default.copyItem(at: folder.file, to: place(".apus-kept"))
    try damage.apply(to: place(".apus-kept"))
    if isMoved { try FileManager.default.moveItem(at: folder.file, to: place(".damaged-1")) }
    let events = Locked<[GraphQLMutationQueueEvent]>([])
    let second = try await queue(GraphQLScriptedTransport([]), isOnline: false, events)
    guard case .setAside(let mutations, nil)? = events.withLock({ $0 }).first else {
      Issue.record("\(events.withLock { $0 })")
      return
    }
    #expect(await second.mutations == mutations)
    #expect(await second.damagedCount == 0)
    if isMoved {
      #expect(damage.readable.contains(mutations.count), "\(mutations.count)")
    } else {
      #expect(Set(mutations.map(\.variables)) == Set(texts.map { ["text": .string($0)] }))
      #expect(mutations.count == texts.count)
    }
    try await second.enqueue(AddNoteMutation(text: "more"))
    await second.close()
    #expect(!FileManager.default.fileExists(atPath: place(".apus-kept").path))
    // Both files are there for whoever looks for more.
    for number in 1...2 { #expect(FileManager.default.fileExists(atPath: place(".damaged-\(number)").path)) }
    let third = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    #expect(await third.mutations.count == mutations.count + 1)
    #expect(await third.damagedCount == 0)
    await third.close()
  }

  /// SQLite keeps them, but Apus never writes them.
  @Test func `rows of other types are damaged, and rows with other numbers make the file so`() async throws {
    let first = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    for number in 0..<3 { try await first.enqueue(AddNoteMutation(text: "\(number)")) }
    await first.close()
    let library = try #require(SQLiteLibrary.shared)
    func change(_ sql: StaticString) throws {
      try SQLiteConnection(library, folder.file.path, SQLiteCode.openReadWrite).execute(sql)
    }
    try change("UPDATE record SET data = 'text' WHERE id = 2")
    let second = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    #expect(await second.damagedCount == 1)
    #expect(await second.mutations.map(\.id) == [1, 3])
    await second.close()
    try change("INSERT INTO record(id, data) VALUES(4294967296, x'00')")
    let events = Locked<[GraphQLMutationQueueEvent]>([])
    let third = try await queue(GraphQLScriptedTransport([]), isOnline: false, events)
    guard case .setAside(let mutations, nil)? = events.withLock({ $0 }).first else {
      Issue.record("\(events.withLock { $0 })")
      return
    }
    #expect(mutations.map(\.id) == [1, 3])
    await third.close()
  }

  /// Its tables have another version, and everything in them can be read, once from each end.
  @Test func `damaged rows of a readable file are counted once`() async throws {
    let first = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    for number in 0..<3 { try await first.enqueue(AddNoteMutation(text: "\(number)")) }
    await first.close()
    do {
      let library = try #require(SQLiteLibrary.shared)
      let connection = try SQLiteConnection(library, folder.file.path, SQLiteCode.openReadWrite)
      try connection.execute("UPDATE record SET data = 'text' WHERE id = 2")
      try connection.execute("PRAGMA user_version=9")
    }
    let events = Locked<[GraphQLMutationQueueEvent]>([])
    let second = try await queue(GraphQLScriptedTransport([]), isOnline: false, events)
    guard case .setAside(let mutations, 1)? = events.withLock({ $0 }).first else {
      Issue.record("\(events.withLock { $0 })")
      return
    }
    #expect(mutations.map(\.id) == [1, 3])
    #expect(await second.damagedCount == 0)
    await second.close()
  }

  /// Unlike a cache's file, it cannot be fetched again.
  @Test func `a damaged file is set aside, not removed`() async throws {
    let text = String(repeating: "not a database ", count: 500)
    try Data(text.utf8).write(to: folder.file)
    try Data().write(to: URL(fileURLWithPath: folder.file.path + ".apus-lock"))
    let opened = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    try await opened.enqueue(AddNoteMutation(text: "new"))
    await opened.close()
    let aside = URL(fileURLWithPath: folder.file.path + ".damaged-1")
    #expect(try String(contentsOf: aside, encoding: .utf8) == text)
    let again = try await queue(GraphQLScriptedTransport([]), isOnline: false)
    #expect(await again.mutations.map(\.variables) == [["text": "new"]])
    await again.close()
  }
}
