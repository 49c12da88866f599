import ApusCache
import Foundation
import Testing

@testable import ApusCacheSQLite

/// The storage itself, without a cache over it.
@Suite(.timeLimit(.minutes(15))) struct SQLiteStorageTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func opened() throws -> GraphQLSQLiteStorage {
    let storage = try GraphQLSQLiteStorage(url: folder.file)
    guard try storage.open({ _, _, _ in }) == nil else { throw GraphQLStorageError.inUse }
    return storage
  }

  /// A connection of another program's.
  private func connection() throws -> SQLiteConnection {
    try SQLiteConnection(
      #require(SQLiteLibrary.shared), folder.file.path, SQLiteCode.openReadWrite)
  }

  private func rows(_ ids: Range<UInt32>, size: Int) -> [StoredChange] {
    ids.map { StoredChange(table: .records, number: $0, bytes: [UInt8](repeating: 7, count: size)) }
  }

  private func removals(_ ids: Range<UInt32>) -> [StoredChange] {
    ids.map { StoredChange(table: .records, number: $0, bytes: nil) }
  }

  @Test(arguments: [
    "CREATE TABLE note(id INTEGER PRIMARY KEY)" as StaticString,
    "CREATE TRIGGER t AFTER INSERT ON record BEGIN DELETE FROM field; END",
    "DROP TABLE age",
  ])
  func `a file whose tables are not the cache's is not read`(_ change: StaticString) throws {
    try opened().close()
    do {
      let other = try connection()
      #expect(other.code(of: change) == 0)
    }
    #expect(throws: GraphQLStorageError.unreadable("its tables are not those of Apus")) { try opened() }
  }

  @Test func `another program's database is not read where the cache cannot write`() throws {
    let writer = try opened()
    try writer.commit(rows(1..<2, size: 10))
    let other = try connection()
    try other.execute("PRAGMA application_id=7")
    let reader = try GraphQLSQLiteStorage(url: folder.file)
    #expect(throws: GraphQLStorageError.foreign(folder.file.path)) {
      try reader.open { table, id, _ in Issue.record("it reads row \(id) of \(table)") }
    }
    writer.close()
  }

  /// SQLite takes a text for a column of bytes. Anything that is not a row of a cache is read as an empty one, which the cache removes.
  @Test func `a row that has no bytes is empty`() throws {
    let storage = try opened()
    try storage.commit(rows(1..<4, size: 10))
    do {
      let other = try connection()
      try other.execute("UPDATE record SET data = 'text' WHERE id = 1")
      try other.execute("UPDATE record SET data = 7 WHERE id = 2")
    }
    storage.close()
    var sizes: [UInt32: Int] = [:]
    let again = try GraphQLSQLiteStorage(url: folder.file)
    _ = try again.open { table, id, bytes in if table == .records { sizes[id] = bytes.count } }
    #expect(sizes == [1: 0, 2: 0, 3: 10])
    again.close()
  }

  /// The list of free pages is read only when a page is needed: a commit would fail, in an app that ran well until then.
  @Test func `damage in pages without rows is found when the file is opened`() throws {
    let storage = try opened()
    try storage.commit(rows(1..<200, size: 3_000))
    try storage.commit(removals(1..<200))
    storage.close()
    var data = try Data(contentsOf: folder.file)
    let pageSize = Int(data[16]) << 8 | Int(data[17])
    let trunk = data[32..<36].reduce(0) { $0 << 8 | Int($1) }
    try #require(trunk > 1)
    let start = (trunk - 1) * pageSize
    for index in start..<start + 64 { data[index] = 0xEE }
    try data.write(to: folder.file)
    #expect(throws: GraphQLStorageError.unreadable("its pages are damaged")) { try opened() }
  }

  @Test func `a cleared storage takes no changes before it is opened again`() throws {
    let storage = try opened()
    try storage.clear()
    #expect(throws: GraphQLStorageError.cleared) { try storage.commit(rows(1..<2, size: 10)) }
    #expect(throws: GraphQLStorageError.cleared) { try storage.flush() }
    _ = try storage.open { _, _, _ in }
    try storage.commit(rows(1..<2, size: 10))
  }

  @Test func `a storage that only reads clears nothing`() throws {
    let writer = try opened()
    try writer.commit(rows(1..<2, size: 10))
    let reader = try GraphQLSQLiteStorage(url: folder.file)
    guard try reader.open({ _, _, _ in }) != nil else {
      Issue.record("two storages write to one file")
      return
    }
    #expect(throws: GraphQLStorageError.inUse) { try reader.clear() }
    var count = 0
    _ = try reader.open { _, _, _ in count += 1 }
    #expect(count == 1)
  }

  @Test func `a flush gives back the space of removed rows`() throws {
    let storage = try opened()
    func size() throws -> Int { try Data(contentsOf: folder.file).count }
    try storage.commit(rows(1..<200, size: 3_000))
    try storage.flush()
    let full = try size()
    try storage.commit(removals(1..<200))
    try storage.flush()
    #expect(try size() < full / 10)
  }

  @Test func `a closed storage lets another one write`() throws {
    let first = try opened()
    first.close()
    let second = try opened()
    try second.commit(rows(1..<2, size: 10))
    withExtendedLifetime(first) {}
  }
}
