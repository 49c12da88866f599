import ApusCache
import ApusPlatform

/// A storage that fails when it is told to.
package final class FailingStorage: GraphQLCacheStorage {
  package let rows: RowStorage
  package let error = Locked<GraphQLStorageError?>(nil)
  package let endsWithClearing = Locked(false)
  package let clearingError = Locked<GraphQLStorageError?>(nil)
  package let isClosed = Locked(false)
  /// How often it was told to write.
  package let attempts = Locked(0)

  package init(_ rows: RowStorage = RowStorage()) { self.rows = rows }

  package func open(
    _ row: (_ id: UInt64, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws -> GraphQLStorageError? { try rows.open(row) }

  package func commit(_ changes: [(id: UInt64, bytes: [UInt8]?)]) throws {
    attempts.withLock { $0 += 1 }
    if let error = error.withLock({ $0 }) { throw error }
    try rows.commit(changes)
  }

  package func flush() throws {}

  package func clear() throws {
    if let error = clearingError.withLock({ $0 }) { throw error }
    if endsWithClearing.withLock({ $0 }) { error.withLock { $0 = nil } }
    try rows.clear()
  }

  package func close() { isClosed.withLock { $0 = true } }
}
