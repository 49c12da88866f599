package import ApusCache
import ApusPlatform

extension GraphQLSQLiteStorage: SharedStorage {
  package var isWrittenByOthers: Bool { isShared }

  package var exists: Bool { StorageFile(path) != nil }

  package func observeCommits(_ body: @escaping @Sendable () -> Void) {
    if isShared { observation = notice.observe(body) }
  }

  package func rest(knowingAll isWhole: Bool) {
    if !isWhole { known = nil }
    guard isShared, session != nil || state.withLock({ $0.lock != nil }) else { return }
    // Makes commits survive a power failure, so that a flush has nothing left to do.
    try? session?.connection.run("PRAGMA wal_checkpoint(PASSIVE)")
    end()
    state.withLock { state in
      (state.lock, state.file, state.isResting) = (nil, nil, !state.isDue)
    }
  }

  package func readChanges(
    _ row: (_ table: StoredTable, _ number: UInt32, _ bytes: UnsafeRawBufferPointer?) -> Void
  ) throws -> Bool {
    // The next commit begins anew.
    if state.withLock({ $0.isCleared }) { return true }
    guard let known else { return false }
    if let session { return try readChanges(session.connection, known, row) }
    // If the process is about to be suspended, it looks again when it runs.
    guard let activity = try? WakefulActivity() else { return true }
    defer { withExtendedLifetime(activity) {} }
    do {
      try checkKnown()
      guard let connection = try SQLiteDatabase.openFollowing(library, path) else {
        throw SharedStorageChange.gone
      }
      defer { connection.close() }
      let isKnown = try readChanges(connection, known, row)
      // Another file may have taken the path before SQLite had opened the log.
      try checkKnown()
      return isKnown
    } catch SharedStorageChange.gone {
      // This cache may have cleared it.
      if state.withLock({ $0.isCleared }) { return true }
      self.known = nil
      throw SharedStorageChange.gone
    }
  }

  private func readChanges(
    _ connection: SQLiteConnection, _ known: StoredCommit,
    _ row: (_ table: StoredTable, _ number: UInt32, _ bytes: UnsafeRawBufferPointer?) -> Void
  ) throws -> Bool {
    let mark = try SQLiteChanges.read(connection, since: known.mark, row)
    if mark.epoch != known.mark.epoch { throw SharedStorageChange.gone }
    guard mark.knowsChanges(since: known.mark) else { return false }
    self.known?.mark = mark
    return true
  }

  /// The last commit of a shared file.
  func commit(of session: SQLiteSession) throws -> StoredCommit? {
    guard isShared, let file = StorageFile(path) else { return nil }
    return StoredCommit(file: file, mark: try SQLiteChanges.mark(session.connection))
  }

  private func checkKnown() throws {
    if let known, StorageFile(path)?.isSame(as: known.file) != true { throw SharedStorageChange.gone }
  }

  /// Takes the lock and opens the file again.
  func wake() throws {
    // First without the lock, whose file and folder may be gone as well.
    try checkKnown()
    try takeLock()
    try checkKnown()
    guard let known else { throw SharedStorageChange.others }
    try createFile(isExclusive: false, isKnown: true)
    guard let session else { throw SharedStorageChange.others }
    let mark = try SQLiteChanges.mark(session.connection)
    if mark.epoch != known.mark.epoch { throw SharedStorageChange.gone }
    if mark.number != known.mark.number { throw SharedStorageChange.others }
  }
}
