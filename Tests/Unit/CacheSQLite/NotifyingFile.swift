import ApusCache
import ApusPlatform

@testable import ApusCacheSQLite

/// A shared file that counts the rows that are read, and notifies and fails when it is told to.
final class NotifyingFile: SharedStorage {
  private let file: GraphQLSQLiteStorage
  private let observer = Locked<(@Sendable () -> Void)?>(nil)
  let rowCount = Locked(0)
  /// What reading changes throws.
  let error = Locked<GraphQLStorageError?>(nil)

  init(_ file: GraphQLSQLiteStorage) { self.file = file }

  func notify() { observer.withLock { $0 }?() }

  var isWrittenByOthers: Bool { file.isWrittenByOthers }
  var exists: Bool { file.exists }
  func observeCommits(_ body: @escaping @Sendable () -> Void) { observer.withLock { $0 = body } }
  func rest(knowingAll isWhole: Bool) { file.rest(knowingAll: isWhole) }

  func readChanges(
    _ row: (_ table: StoredTable, _ number: UInt32, _ bytes: UnsafeRawBufferPointer?) -> Void
  ) throws -> Bool {
    if let error = error.withLock({ $0 }) { throw error }
    return try file.readChanges { table, number, bytes in
      rowCount.withLock { $0 += 1 }
      row(table, number, bytes)
    }
  }

  func open(_ row: (_ id: UInt64, _ bytes: UnsafeRawBufferPointer) -> Void) throws -> GraphQLStorageError? {
    try file.open { id, bytes in
      rowCount.withLock { $0 += 1 }
      row(id, bytes)
    }
  }

  func commit(_ rows: [(id: UInt64, bytes: [UInt8]?)]) throws { try file.commit(rows) }
  func flush() throws { try file.flush() }
  func clear() throws { try file.clear() }
  func close() { file.close() }
}
