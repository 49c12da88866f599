import ApusCache
import ApusPlatform

import CacheFixtures

/// A storage that fails when it is told to.
final class FailingStorage: GraphQLCacheStorage {
  let rows = RowStorage()
  let error = Locked<GraphQLStorageError?>(nil)
  let endsWithClearing = Locked(false)
  let clearingError = Locked<GraphQLStorageError?>(nil)
  let isClosed = Locked(false)
  /// How often it was told to write.
  let attempts = Locked(0)

  func open(
    _ row: (_ id: UInt64, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws -> GraphQLStorageError? { try rows.open(row) }

  func row(
    _ id: UInt64, _ take: (_ bytes: UnsafeRawBufferPointer) -> Void
  ) throws {
    if let error = error.withLock({ $0 }) { throw error }
    rows.row(id, take)
  }

  func commit(_ changes: [(id: UInt64, bytes: [UInt8]?)]) throws {
    attempts.withLock { $0 += 1 }
    if let error = error.withLock({ $0 }) { throw error }
    try rows.commit(changes)
  }

  func flush() throws {}

  func clear() throws {
    if let error = clearingError.withLock({ $0 }) { throw error }
    if endsWithClearing.withLock({ $0 }) { error.withLock { $0 = nil } }
    try rows.clear()
  }

  func close() { isClosed.withLock { $0 = true } }
}
