public import ApusCache
import ApusConcurrency
public import ApusFoundation
public import ApusTransport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Stores a cache, or a queue of mutations, in an SQLite file.
///
/// ```swift
/// let file = URL.cachesDirectory.appending(path: "\(account.id).cache")
/// let cache = GraphQLCache(schema: cacheSchema, storage: try SQLiteStorage(url: file))
/// ```
/// Use one file per account, so that no account sees another's data. Only one cache writes to a file; others opened on the same file read
/// it and continue in memory.
///
/// Why it is `Sendable`: only the cache's thread uses `session`, as the protocol guarantees; locks guard `reading` and `isCleared` and are
/// taken in this order. They also prevent opening and removing the file at the same time; the second one guards `file` as well.
public final class SQLiteStorage: GraphQLExclusiveStorage, @unchecked Sendable {
  /// The database and the statements that change it.
  private struct Session {
    var connection: SQLiteConnection
    var writes: [GraphQLStorageTable: SQLiteStatement] = [:]
    var removals: [GraphQLStorageTable: SQLiteStatement] = [:]

    init(_ connection: SQLiteConnection) throws {
      self.connection = connection
      for table in GraphQLStorageTable.allCases {
        writes[table] = try connection.statement(table.insertion)
        removals[table] = try connection.statement(table.removal)
      }
    }
  }

  /// A second connection, which reads single rows.
  private struct Reading {
    var connection: SQLiteConnection
    var selections: [GraphQLStorageTable: SQLiteStatement] = [:]

    mutating func selection(_ table: GraphQLStorageTable) throws -> SQLiteStatement {
      if let known = selections[table] { return known }
      let statement = try connection.statement(table.singleSelection)
      selections[table] = statement
      return statement
    }
  }

  private let library: SQLiteLibrary
  private let path: String
  private let reading = Locked<Reading?>(nil)
  private var session: Session?
  private var lock: StorageLock?
  /// Identity and size of the open file, as of the last write.
  private var file: StorageFile?
  /// Whether the file was removed after it was opened.
  private let isCleared = Locked(false)

  /// The SQLite that storages call; nil if the system has none that can be used.
  public static let library = SQLiteLibrary.shared.map {
    GraphQLSystemLibrary(version: "SQLite \($0.version)", isLinked: SQLiteLibrary.isLinked)
  }

  /// Creates a storage for a file. The file and its folder are created when the cache opens it.
  ///
  /// - Parameter url: the location of the file.
  /// - Throws: `GraphQLStorageError.missingLibrary` if the system has no libsqlite3, `GraphQLStorageError.failed` if the URL is not a
  ///   file's. Any other problem is reported as an event of the cache, which then works in memory.
  public init(url: URL) throws {
    guard let library = SQLiteLibrary.shared else {
      throw GraphQLStorageError.missingLibrary(SQLiteLibrary.advice)
    }
    guard url.isFileURL else { throw GraphQLStorageError.failed("\(url) is not a file URL") }
    self.library = library
    path = StorageFile.resolved(url).path
  }

  // MARK: - Opening

  public func open(
    _ row: (_ table: GraphQLStorageTable, _ id: UInt32, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws -> GraphQLStorageAccess {
    session = nil
    reading.withLock { $0 = nil }
    do {
      if lock == nil { lock = try makeLock() }
    } catch let error as GraphQLStorageError {
      do {
        try read(SQLiteDatabase.openForReading(library, path), row)
      } catch GraphQLStorageError.unreadable(let reason) {
        // A read-only storage cannot be recreated.
        throw GraphQLStorageError.failed(reason)
      }
      return .readOnly(error)
    }
    // The files beside it have the names of one of them, so SQLite would not find those of the other.
    if let found = StorageFile(path), found.nameCount > 1 {
      throw GraphQLStorageError.failed("\(path) has \(found.nameCount) names: remove the hard links")
    }
    do {
      try openFile(isExclusive: false)
    } catch GraphQLStorageError.unreadable(let reason) {
      throw GraphQLStorageError.unreadable(reason)
    } catch {
      // Perhaps there is no space for the file of shared memory. Without it no other connection can read, but this one can.
      do { try openFile(isExclusive: true) } catch let second { throw isFull(second) ? second : error }
    }
    if let session { try read(session.connection, row) }
    return .writable
  }

  private func isFull(_ error: any Error) -> Bool {
    if case GraphQLStorageError.full = error { true } else { false }
  }

  private func openFile(isExclusive: Bool) throws {
    // Keeps `clear` from running while files are created.
    try isCleared.withLock { isCleared in
      let connection = try SQLiteDatabase.open(
        library, path, isOurs: lock?.isOld ?? false, isExclusive: isExclusive)
      session = try Session(connection)
      file = StorageFile(path)
      // Only after success: otherwise the next commit throws `cleared`, and the storage is opened again.
      isCleared = false
    }
  }

  public func openExclusively(
    _ row: (_ table: GraphQLStorageTable, _ id: UInt32, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws {
    session = nil
    if lock == nil { lock = try makeLock() }
    do {
      try openFile(isExclusive: true)
      if let session { try read(session.connection, row) }
    } catch {
      session = nil
      throw error
    }
  }

  public func setAside(
    _ row: (_ table: GraphQLStorageTable, _ id: UInt32, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws {
    session = nil
    if lock == nil { lock = try makeLock() }
    if let connection = try? SQLiteDatabase.openDamaged(library, path) {
      for table in GraphQLStorageTable.allCases {
        var seen: Set<UInt32> = []
        for selection in [table.selection, table.reverseSelection] {
          try? readLeft(connection, selection) { id, bytes in
            if seen.insert(id).inserted { row(table, id, bytes) }
          }
        }
      }
    }
    let aside = freeName()
    for suffix in ["-wal", "-shm", "-journal", ""] {
      if rename(path + suffix, aside + suffix) != 0, errno != ENOENT {
        throw StorageLock.failure(path + suffix)
      }
    }
    file = nil
  }

  private func readLeft(
    _ connection: SQLiteConnection, _ selection: StaticString,
    _ row: (_ id: UInt32, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws {
    let statement = try connection.statement(selection)
    while try statement.next() {
      if let id = UInt32(exactly: statement.number(0)), let bytes = statement.bytes(1) { row(id, bytes) }
    }
  }

  /// A name for a damaged file that no file has.
  private func freeName() -> String {
    var number = 1
    while StorageFile("\(path).damaged-\(number)") != nil { number += 1 }
    return "\(path).damaged-\(number)"
  }

  private func makeLock() throws -> StorageLock {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw GraphQLStorageError.failed("\(folder.path) cannot be created: \(error.text)")
    }
    return try StorageLock(path + ".apus-lock")
  }

  private func read(
    _ connection: SQLiteConnection,
    _ row: (_ table: GraphQLStorageTable, _ id: UInt32, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws {
    // A single transaction, so that all rows are from the same commit even if another cache writes.
    try connection.execute("BEGIN")
    for table in GraphQLStorageTable.allCases {
      let statement = try connection.statement(table.selection)
      while try statement.next() {
        guard let id = UInt32(exactly: statement.number(0)) else { continue }
        row(table, id, statement.bytes(1) ?? UnsafeRawBufferPointer(start: nil, count: 0))
      }
    }
    try connection.execute("COMMIT")
  }

  public func row(
    _ table: GraphQLStorageTable, _ id: UInt32, _ take: (_ bytes: UnsafeRawBufferPointer) -> Void
  ) throws {
    try reading.withLock { reading in
      if isCleared.withLock({ $0 }) { throw GraphQLStorageError.cleared }
      if reading == nil { reading = Reading(connection: try openBeside()) }
      try reading?.selection(table).take(id, take)
    }
  }

  /// Opens a second connection; refuses another file that has taken the path.
  private func openBeside() throws -> SQLiteConnection {
    let connection = try SQLiteDatabase.openBeside(library, path)
    let opened = isCleared.withLock { _ in file }
    if let opened, StorageFile(path)?.isSame(as: opened) != true { throw replacedError }
    return connection
  }

  // MARK: - Writing

  public func commit(_ changes: [GraphQLStorageChange]) throws {
    try isCleared.withLock { isCleared in
      if isCleared { throw GraphQLStorageError.cleared }
      try checkFile()
    }
    guard let session else { throw GraphQLStorageError.failed("the storage is not open") }
    if changes.isEmpty { return }
    defer { noteSize() }
    try session.connection.execute("BEGIN IMMEDIATE")
    do {
      for change in changes {
        if let bytes = change.bytes {
          try session.writes[change.table]?.run(change.id, bytes)
        } else {
          try session.removals[change.table]?.run(change.id)
        }
      }
      try session.connection.execute("COMMIT")
    } catch {
      // SQLite has already rolled back after some errors.
      try? session.connection.execute("ROLLBACK")
      throw error
    }
  }

  private var replacedError: GraphQLStorageError { .failed("\(path) was replaced by another file") }

  /// Checks that the file is still there and whole: SQLite would go on writing to one that was deleted.
  private func checkFile() throws {
    guard let file else { return }
    let now = StorageFile(path)
    if let now, !now.isSame(as: file) { throw replacedError }
    if let now, now.size >= file.size { return }
    // The lock file may be lost as well, and another cache may have taken the path.
    lock = nil
    lock = try makeLock()
    throw now == nil ? GraphQLStorageError.lost : .unreadable("the file was truncated while it was open")
  }

  private func noteSize() { isCleared.withLock { _ in file?.update(path) } }

  public func flush() throws {
    if isCleared.withLock({ $0 }) { throw GraphQLStorageError.cleared }
    guard let session else { return }
    defer { noteSize() }
    // Returns free pages to the file system, and moves the write-ahead log to the file and the disk.
    try session.connection.run("PRAGMA incremental_vacuum")
    try session.connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  public func clear() throws {
    // Waits for running reads and blocks new ones until all rows are deleted.
    try reading.withLock { reading in
      reading = nil
      try removeFiles()
    }
  }

  private func removeFiles() throws {
    try isCleared.withLock { isCleared in
      guard lock != nil else { throw GraphQLStorageError.inUse }
      if let file, let now = StorageFile(path), !now.isSame(as: file) { throw replacedError }
      isCleared = true
      for suffix in ["-wal", "-shm", "-journal", ""] {
        if unlink(path + suffix) != 0, errno != ENOENT { throw StorageLock.failure(path + suffix) }
      }
      file = nil
    }
  }

  public func close() {
    session = nil
    reading.withLock { $0 = nil }
    lock = nil
  }
}
