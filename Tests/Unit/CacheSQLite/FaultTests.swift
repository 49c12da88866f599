import Apus
import ApusCache
import ApusClient
import ApusPlatform
import Foundation
import Testing

@testable import ApusCacheSQLite
@testable import CacheFixtures

@Suite(.timeLimit(.minutes(15))) struct FaultTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A file with a group, and nobody who has it open.
  private func fill() async throws {
    do {
      let opened = try await Opened(folder.file)
      try opened.cache.writeItems(group: 1, value: 1, count: 30)
      try await opened.cache.flush()
    }
    try await folder.waitForClosing()
  }

  /// The cache works in memory.
  private func expectWorking(_ opened: Opened) throws {
    try opened.cache.writeItems(group: 5, value: 5, count: 4)
    #expect(opened.values(5) == [5, 5, 5, 5])
  }

  private func bytes() throws -> Data { try Data(contentsOf: folder.file) }

  /// A connection of somebody else's.
  private func connection() throws -> SQLiteConnection {
    try SQLiteConnection(
      #require(SQLiteLibrary.shared), folder.file.path, SQLiteCode.openReadWrite)
  }

  @Test(arguments: [0, 100, 5_000, 12_000]) func `damaged files are replaced`(_ at: Int) async throws {
    try await fill()
    var data = try bytes()
    for index in at..<min(at + 4_000, data.count) { data[index] = UInt8(truncatingIfNeeded: index &* 31) }
    try data.write(to: folder.file)
    var opened: Opened? = try await Opened(folder.file)
    let values = try #require(opened).values(1)
    #expect(values == nil || values == Array(repeating: 1, count: 30))
    #expect(["replaced", "damaged"].contains(opened?.eventNames.first ?? "nothing"))
    try expectWorking(#require(opened))
    try await opened?.cache.flush()
    opened = nil
    let again = try await Opened(folder.file)
    #expect(again.values(5) == [5, 5, 5, 5])
    #expect(again.events.isEmpty)
  }

  @Test func `empty files are filled`() async throws {
    try Data().write(to: folder.file)
    let opened = try await Opened(folder.file)
    try expectWorking(opened)
    try await opened.cache.flush()
    #expect(opened.events.isEmpty)
  }

  @Test func `formats of tomorrow are replaced`() async throws {
    try await fill()
    // The user version stands at byte 60 of the file.
    var data = try bytes()
    data[63] += 1
    try data.write(to: folder.file)
    let opened = try await Opened(folder.file)
    #expect(opened.eventNames == ["replaced"])
    #expect(opened.values(1) == nil)
    try expectWorking(opened)
    try await opened.cache.flush()
  }

  @Test func `other keys make it begin anew`() async throws {
    try await fill()
    let schema = GraphQLCacheSchema("1 Query - -;*!id;Item!value;Query.items:Item;Item.next:Item")
    let opened = try await Opened(folder.file, schema: schema)
    #expect(opened.eventNames == ["replaced"])
    #expect("\(opened.events)".contains("Item"))
    #expect(opened.values(1) == nil)
  }

  @Test func `more types do not`() async throws {
    try await fill()
    let schema = GraphQLCacheSchema(
      "1 Query - -;*!id;Album!title;Item;Query.items:Item.albums:Album;Item.next:Item")
    #expect(try await Opened(folder.file, schema: schema).values(1)?.count == 30)
    try await folder.waitForClosing()
    // By which fields it was known is kept, too.
    let other = GraphQLCacheSchema("1 Query - -;*!id;Album!name;Item;Query.items:Item;Item.next:Item")
    let opened = try await Opened(folder.file, schema: other)
    #expect(opened.eventNames == ["replaced"])
  }

  @Test(arguments: ["a text of somebody else, which is no database", "SQLite format 3\u{0}"])
  func `files of others are left alone`(_ text: String) async throws {
    try Data(text.utf8).write(to: folder.file)
    let opened = try await Opened(folder.file)
    #expect(opened.eventNames == ["unavailable"])
    try expectWorking(opened)
    opened.cache.clear()
    #expect(try bytes() == Data(text.utf8))
    await #expect(throws: GraphQLStorageError.self) { try await opened.cache.flush() }
  }

  /// A database may be damaged, or of another version; one of another program is neither.
  @Test func `databases of other programs are left alone`() async throws {
    try Data().write(to: folder.file)
    do {
      let other = try connection()
      try other.execute("CREATE TABLE note(id INTEGER PRIMARY KEY, data BLOB NOT NULL)")
      try other.execute("INSERT INTO note(id, data) VALUES(1, 'a text of somebody else')")
    }
    let before = try bytes()
    let opened = try await Opened(folder.file)
    #expect(opened.eventNames == ["unavailable"])
    try expectWorking(opened)
    opened.cache.clear()
    #expect(try bytes() == before)
  }

  @Test func `folders that cannot be`() async throws {
    let file = folder.url.appendingPathComponent("file")
    try Data("x".utf8).write(to: file)
    for url in [file.appendingPathComponent("below/it.cache"), folder.url] {
      let opened = try await Opened(url)
      #expect(opened.eventNames == ["unavailable"])
      try expectWorking(opened)
      await #expect(throws: GraphQLStorageError.self) { try await opened.cache.flush() }
    }
  }

  @Test func `addresses of the network are no files`() throws {
    let url = try #require(URL(string: "https://example.org/a.cache"))
    #expect(throws: GraphQLStorageError.self) { try GraphQLSQLiteStorage(url: url) }
  }

  @Test func `one cache writes`() async throws {
    var first: Opened? = try await Opened(folder.file)
    try first?.cache.writeItems(group: 1, value: 1, count: 3)
    try await first?.cache.flush()
    let second = try await Opened(folder.file)
    #expect(second.eventNames == ["readOnly"])
    #expect(second.values(1) == [1, 1, 1])
    try expectWorking(second)
    await #expect(throws: GraphQLStorageError.inUse) { try await second.cache.flush() }
    second.cache.clear()
    try first?.cache.writeItems(group: 1, value: 2, count: 3)
    try await first?.cache.flush()
    first = nil
    let third = try await Opened(folder.file)
    #expect(third.values(1) == [2, 2, 2])
    #expect(third.values(5) == nil)
  }

  @Test func `damaged rows are told once`() async throws {
    let storage = RowStorage()
    var first: Opened? = try await Opened(storage)
    for group in 0..<3 { try first?.cache.writeItems(group: group, value: group, count: 3) }
    try await first?.cache.flush()
    first = nil
    var rows = storage.all
    let place = try #require(rows.keys.filter { $0.table == .records }.min { $0.id < $1.id })
    rows[place]?[20] ^= 1
    let damaged = RowStorage(rows)
    var second: Opened? = try await Opened(damaged)
    #expect(second?.eventNames == ["damaged"])
    #expect((0..<3).filter { second?.values($0) != nil }.count == 2)
    try await second?.cache.flush()
    second = nil
    #expect(try await Opened(damaged).events.isEmpty)
  }

  /// Two rows with the key of one object cannot both be right.
  @Test func `of two rows with one key one is removed`() async throws {
    let storage = RowStorage()
    var first: Opened? = try await Opened(storage)
    try first?.cache.writeItems(group: 1, value: 1, count: 3)
    try await first?.cache.flush()
    first = nil
    var rows = storage.all
    let count = rows.keys.count { $0.table == .records }
    let place = try #require(rows.keys.filter { $0.table == .records }.min { $0.id < $1.id })
    var row = try #require(rows[place])
    StoredSum.fix(&row, .records, 1_000)
    rows[RowStorage.Place(table: .records, id: 1_000)] = row
    let doubled = RowStorage(rows)
    var second: Opened? = try await Opened(doubled)
    #expect(second?.eventNames == ["damaged"])
    try second?.cache.writeItems(group: 1, value: 2, count: 3)
    try await second?.cache.flush()
    second = nil
    #expect(doubled.all.keys.count { $0.table == .records } == count)
    let third = try await Opened(doubled)
    #expect(third.events.isEmpty)
    #expect(third.values(1) == [2, 2, 2])
  }

  // MARK: - Errors while it is used

  @Test func `what fails is told once and tried again`() async throws {
    let storage = FailingStorage()
    let opened = try await Opened(storage)
    storage.error.withLock { $0 = .failed("the disk is full") }
    for group in 0..<5 {
      try opened.cache.writeItems(group: group, value: group, count: 3)
      await #expect(throws: GraphQLStorageError.failed("the disk is full")) {
        try await opened.cache.flush()
      }
    }
    #expect(opened.eventNames == ["failed"])
    storage.error.withLock { $0 = nil }
    try await opened.cache.flush()
    let again = try await Opened(RowStorage(storage.rows.all))
    for group in 0..<5 { #expect(again.values(group) == [group, group, group]) }
  }

  /// Also changes of what is stored already: another value, and that a value is old.
  @Test func `changes that failed are stored later`() async throws {
    let storage = FailingStorage()
    let opened = try await Opened(storage)
    for group in 1...2 { try opened.cache.writeItems(group: group, value: group, count: 3) }
    try await opened.cache.flush()
    storage.error.withLock { $0 = .failed("the disk is full") }
    try opened.cache.writeItems(group: 1, value: 7, count: 3)
    try opened.cache.transaction { try $0.invalidate(ItemsQuery(group: 2)) }
    await #expect(throws: GraphQLStorageError.failed("the disk is full")) { try await opened.cache.flush() }
    storage.error.withLock { $0 = nil }
    try await opened.cache.flush()
    let again = try await Opened(RowStorage(storage.rows.all))
    #expect(again.values(1) == [7, 7, 7])
    #expect(again.values(2) == [2, 2, 2])
    #expect(!again.cache.partial(ItemsQuery(group: 1)).isStale)
    #expect(again.cache.partial(ItemsQuery(group: 2)).isStale)
  }

  /// A full disk is not helped by writing without a pause.
  @Test func `what fails is tried again after a pause`() async throws {
    let start = ContinuousClock.now
    let storage = FailingStorage()
    let opened = try await Opened(storage)
    storage.error.withLock { $0 = .failed("the disk is full") }
    try opened.cache.writeItems(group: 1, value: 1, count: 3)
    await #expect(throws: GraphQLStorageError.failed("the disk is full")) { try await opened.cache.flush() }
    try await Task.sleep(for: .milliseconds(100))
    // There are ten seconds from one attempt to the next.
    let limit = 5 + Int((ContinuousClock.now - start) / .seconds(10))
    #expect((1...limit).contains(storage.attempts.withLock { $0 }))
    storage.error.withLock { $0 = nil }
  }

  @Test func `a commit that fails leaves nothing and the next one works`() throws {
    let storage = try GraphQLSQLiteStorage(url: folder.file)
    _ = try storage.open { _, _, _ in }
    let other = try connection()
    try other.execute("ALTER TABLE age RENAME TO elsewhere")
    let changes = [
      StoredChange(table: .records, number: 1, bytes: [1]),
      StoredChange(table: .ages, number: 1, bytes: [1]),
    ]
    #expect(throws: GraphQLStorageError.self) { try storage.commit(changes) }
    try other.execute("ALTER TABLE elsewhere RENAME TO age")
    #expect(try other.number("SELECT count(*) FROM record") == 0)
    try storage.commit(changes)
    #expect(try other.number("SELECT count(*) FROM record") == 1)
  }

  @Test func `what is read is of one commit while another cache writes`() throws {
    let writer = try GraphQLSQLiteStorage(url: folder.file)
    _ = try writer.open { _, _, _ in }
    func commit(_ id: UInt32) throws {
      try writer.commit([
        StoredChange(table: .fields, number: id, bytes: [1]),
        StoredChange(table: .records, number: id, bytes: [1]),
      ])
    }
    try commit(1)
    var fields: [UInt32] = []
    var records: [UInt32] = []
    let reader = try GraphQLSQLiteStorage(url: folder.file)
    let unwritable = try reader.open { table, id, _ in
      if table == .records { records.append(id) }
      if table == .fields {
        fields.append(id)
        do { try commit(2) } catch { Issue.record(error) }
      }
    }
    try #require(unwritable != nil)
    #expect(fields == [1])
    #expect(records == [1])
  }

  @Test func `what is damaged while it is used is made anew`() async throws {
    let storage = FailingStorage()
    let opened = try await Opened(storage)
    try opened.cache.writeItems(group: 1, value: 1, count: 3)
    try await opened.cache.flush()
    storage.error.withLock { $0 = .unreadable("a page is damaged") }
    storage.endsWithClearing.withLock { $0 = true }
    try opened.cache.writeItems(group: 2, value: 2, count: 3)
    try await opened.cache.flush()
    #expect(opened.eventNames == ["replaced"])
    let again = try await Opened(RowStorage(storage.rows.all))
    #expect(again.values(1) == [1, 1, 1])
    #expect(again.values(2) == [2, 2, 2])
  }
}
