public import ApusCache
public import ApusPlatform

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
/// let folder = try FileManager.default.url(for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
/// let cache = GraphQLCache(schema: cacheSchema, storage: try GraphQLSQLiteStorage(url: folder.appendingPathComponent("a1.cache")))
/// ```
/// Use one file per account, so that no account sees another's data. Only one cache writes to a file; others opened on the same file read
/// it and continue in memory. In another process, a ``GraphQLSQLiteFollower`` sees each commit, and several can write to a shared file.
///
/// It is `Sendable` because `session`, `known`, `observation` and `isExclusive` are used by the functions that the protocol promises to call one
/// after the other, and by no other. All else is constant or in a lock. Opening and removing the file exclude each other, as both lock `state`.
public final class GraphQLSQLiteStorage: GraphQLCacheStorage, @unchecked Sendable {
  struct State {
    var lock: StorageLock?
    /// Identity and size of the open file, as of the last write.
    var file: StorageFile?
    /// Whether the lock was released because the file was lost. ``GraphQLSQLiteStorage/clear()`` takes it again.
    var hasLostLock = false
    /// Whether the file was removed after it was opened.
    var isCleared = false
    /// Whether the first commit has to create the file, because the disk was full when it was opened.
    var isDue = false
    /// Whether the file was closed and the lock released until the next commit.
    var isResting = false
  }

  let library: SQLiteLibrary
  let path: String
  let state = Locked(State())
  let isShared: Bool
  let notice: CommitNotice
  var observation: CommitObservation?
  private(set) var session: SQLiteSession?
  /// The commit of a shared file whose rows were passed or written; nil if its rows must be passed again.
  var known: StoredCommit?
  /// Whether no other connection can be opened.
  private var isExclusive = false

  /// The version of the SQLite that storages call, and whether it is linked or loaded: `SQLite 3.40.1, loaded`. `nil` if the system has no
  /// SQLite that can be used.
  public static let library: String? = SQLiteLibrary.shared.map {
    "SQLite \($0.version), \(SQLiteLibrary.isLinked ? "linked" : "loaded")"
  }

  /// Creates a storage for a file. The file and its folder are created when the cache opens it.
  ///
  /// - Parameters:
  ///   - url: the location of the file.
  ///   - isShared: whether several processes write to the file, such as an app and its extension. Each then locks it only while it writes, since
  ///     iOS terminates suspended apps that hold a lock in a folder of an app group, and sees what the others have stored as a
  ///     ``GraphQLSQLiteFollower`` does. A queue of mutations is not shared.
  /// - Throws: `GraphQLStorageError.missingLibrary` if the system lacks libsqlite3, `GraphQLStorageError.failed` if the URL is not a
  ///   file's. Any other problem is reported as an event of the cache, which then works in memory.
  public init(url: URL, isShared: Bool = false) throws {
    self.isShared = isShared
    let location = try StorageLocation(url)
    (library, path) = (location.library, location.path)
    notice = CommitNotice(path)
  }

  // MARK: - Opening

  public func open(
    _ row: (_ id: UInt64, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws -> GraphQLStorageError? {
    end()
    known = nil
    do {
      try takeLock()
    } catch let error as GraphQLStorageError {
      if postpone(error) { return nil }
      if isShared, case .inUse = error { return try readWhileLocked(row) }
      do {
        try read(SQLiteDatabase.openForReading(library, path)) { row($0.id($1), $2) }
      } catch GraphQLStorageError.unreadable(let reason) {
        // A read-only storage cannot be recreated.
        throw GraphQLStorageError.failed(reason)
      }
      return error
    }
    // The accompanying files are named after one of them, so SQLite would not find those of the other.
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
    if let session {
      try read(session.connection) { row($0.id($1), $2) }
      known = try commit(of: session)
    }
    return nil
  }

  /// Reads a shared file whose lock another process holds, which it does only while it writes. The next commit tries to take the lock again, and then
  /// reads what others have written.
  private func readWhileLocked(
    _ row: (_ id: UInt64, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws -> GraphQLStorageError? {
    if let file = StorageFile(path), let connection = try SQLiteDatabase.openFollowing(library, path) {
      defer { connection.close() }
      // First, so that what others commit meanwhile is read again. Later looks then need neither all rows nor the lock.
      known = StoredCommit(file: file, mark: try SQLiteChanges.mark(connection))
      try read(connection) { row($0.id($1), $2) }
    }
    state.withLock { ($0.file, $0.isCleared, $0.isDue, $0.isResting) = (nil, false, false, true) }
    return nil
  }

  private func isFull(_ error: any Error) -> Bool {
    if case GraphQLStorageError.full = error { true } else { false }
  }

  func takeLock() throws {
    // `clear` waits meanwhile: it would otherwise wait for the lock that this thread has and cannot note.
    try state.withLock { state in
      if state.lock == nil { state.lock = try makeLock() }
    }
  }

  /// Opens the file. If there is none, and no space for one, the storage is empty until the first commit creates it.
  private func openFile(isExclusive: Bool) throws {
    do {
      try createFile(isExclusive: isExclusive)
    } catch is SQLiteDatabase.NoSpace {
      state.withLock { ($0.isDue, $0.isCleared, $0.file) = (true, false, nil) }
      self.isExclusive = isExclusive
    }
  }

  /// Leaves creating the file to the first commit, if there is no space even for its lock.
  private func postpone(_ error: GraphQLStorageError) -> Bool {
    guard isFull(error), StorageFile(path) == nil else { return false }
    state.withLock { ($0.isDue, $0.isCleared, $0.file) = (true, false, nil) }
    return true
  }

  /// - Parameter isKnown: whether this storage has closed the file itself, so that its pages need no check.
  func createFile(isExclusive: Bool, isKnown: Bool = false) throws {
    // Keeps `clear` from running while files are created.
    try state.withLock { state in
      let connection = try SQLiteDatabase.open(
        library, path, isOurs: state.lock?.isOld ?? false, isExclusive: isExclusive,
        isKnown: isKnown)
      session = try SQLiteSession(connection)
      // Only after success: otherwise the next commit throws `cleared`, and the storage is opened again.
      (state.file, state.isCleared, state.isDue) = (StorageFile(path), false, false)
      state.isResting = false
    }
    self.isExclusive = isExclusive
  }

  /// Ends the connection.
  func end() { session = nil }

  package func openExclusively(
    _ row: (_ table: StoredTable, _ id: UInt32, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws {
    end()
    isExclusive = true
    do {
      try takeLock()
    } catch let error as GraphQLStorageError {
      if postpone(error) { return }
      throw error
    }
    if DamagedFile(library: library, path: path).isReplaced {
      throw GraphQLStorageError.unreadable("the process ended while it was set aside")
    }
    do {
      try openFile(isExclusive: true)
      if let session { try read(session.connection, row) }
    } catch {
      end()
      throw error
    }
  }

  package func setAside(
    _ row: (_ table: StoredTable, _ id: UInt32, _ bytes: UnsafeRawBufferPointer) -> Bool,
    keeping kept: () throws -> [StoredChange]
  ) throws -> Bool {
    end()
    try takeLock()
    isExclusive = true
    let isWhole = try DamagedFile(library: library, path: path).replace(row, keeping: kept)
    state.withLock { $0.file = nil }
    try openFile(isExclusive: true)
    return isWhole
  }

  private func makeLock() throws -> StorageLock {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      let reason = "\(folder.path) cannot be created: \(error.text)"
      throw (error as? CocoaError)?.code == .fileWriteOutOfSpace
        ? GraphQLStorageError.full(reason) : .failed(reason)
    }
    return try StorageLock(path + ".apus-lock", isShared: isShared)
  }

  private func read(
    _ connection: SQLiteConnection,
    _ row: (_ table: StoredTable, _ id: UInt32, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws {
    // A single transaction, so that all rows are from the same commit even if another cache writes.
    try connection.execute("BEGIN")
    for table in StoredTable.allCases {
      let statement = try connection.statement(table.selection)
      while try statement.next() {
        guard let id = UInt32(exactly: statement.number(0)) else {
          throw GraphQLStorageError.unreadable("a row has the number \(statement.number(0))")
        }
        row(table, id, statement.row)
      }
    }
    try connection.execute("COMMIT")
  }

  // MARK: - Writing

  public func commit(_ rows: [(id: UInt64, bytes: [UInt8]?)]) throws {
    let (isDue, isResting) = try state.withLock { state in
      if state.isCleared { throw GraphQLStorageError.cleared }
      try checkFile(&state)
      return (state.isDue, state.isResting)
    }
    if rows.isEmpty { return }
    if isDue { try openLate() }
    if isResting { try wake() }
    guard let session else { throw GraphQLStorageError.failed("the storage is not open") }
    defer { noteSize() }
    try write(rows, session)
    // If nobody else can open it, nobody waits for it.
    if !isExclusive { notice.post() }
  }

  /// Creates the file for which there was no space.
  private func openLate() throws {
    try takeLock()
    // Others may have found space, and given their rows the same numbers.
    if isShared, exists { throw SharedStorageChange.others }
    do {
      try createFile(isExclusive: isExclusive)
      if let session { known = try commit(of: session) }
    } catch let error as SQLiteDatabase.NoSpace {
      throw error.error
    }
  }

  private func write(_ rows: [(id: UInt64, bytes: [UInt8]?)], _ session: SQLiteSession) throws {
    try session.connection.execute("BEGIN IMMEDIATE")
    do {
      let commit = try SQLiteChanges.advance(session.connection)
      for row in rows {
        guard let (table, number) = StoredTable.place(of: row.id) else {
          throw GraphQLStorageError.failed("no table has a row \(row.id)")
        }
        if let bytes = row.bytes {
          try session.writes[table]?.run(number, bytes)
        } else {
          try session.removals[table]?.run(number)
        }
        try session.changes.run(id: row.id, commit: commit)
      }
      try session.connection.execute("COMMIT")
      known?.mark.number = commit
    } catch {
      // SQLite has already rolled back after some errors.
      try? session.connection.execute("ROLLBACK")
      throw error
    }
  }

  private var replacedError: GraphQLStorageError { .failed("\(path) was replaced by another file") }

  /// Checks that the file is still there and whole: SQLite would go on writing to a deleted file.
  private func checkFile(_ state: inout State) throws {
    guard let file = state.file else { return }
    let now = StorageFile(path)
    if let now, !now.isSame(as: file) { throw replacedError }
    if let now, now.size >= file.size { return }
    // The lock file may be lost as well, and another cache may have taken the path. A cache that was released writes no new file, so it must not
    // create the lock file and its folder again either.
    (state.lock, state.hasLostLock) = (nil, true)
    throw now == nil ? GraphQLStorageError.lost : .unreadable("the file was truncated while it was open")
  }

  private func noteSize() { state.withLock { $0.file?.update(path) } }

  public func flush() throws {
    let isResting = try state.withLock { state in
      if state.isCleared { throw GraphQLStorageError.cleared }
      return state.isResting
    }
    if isResting { try wake() }
    guard let session else { return }
    defer { noteSize() }
    // Returns free pages to the file system, and moves the write-ahead log to the file and the disk.
    try SQLiteChanges.prune(session.connection)
    try session.connection.run("PRAGMA incremental_vacuum")
    try session.connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  public func clear() throws {
    try state.withLock { state in
      if state.lock == nil, state.hasLostLock || state.isResting {
        state.lock = try makeLock()
        (state.hasLostLock, state.isResting) = (false, false)
      }
      guard state.lock != nil || state.isDue else { throw GraphQLStorageError.inUse }
      if let file = state.file, let now = StorageFile(path), !now.isSame(as: file) { throw replacedError }
      state.isCleared = true
      for suffix in SQLiteDatabase.suffixes {
        if unlink(path + suffix) != 0, errno != ENOENT { throw StorageLock.failure(path + suffix) }
      }
      state.file = nil
    }
    notice.post()
  }

  public func close() {
    end()
    state.withLock { $0.lock = nil }
  }
}

extension GraphQLSQLiteStorage: ExclusiveStorage {}
