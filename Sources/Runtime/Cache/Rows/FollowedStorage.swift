/// A storage that another cache writes, in this or another process. The cache reads it again when it changes, and writes nothing.
///
/// Of the storage's functions, only ``follow(_:)``, ``ObservedStorage/observeCommits(_:)`` and ``GraphQLCacheStorage/close()`` are called.
package protocol FollowedStorage: ObservedStorage {
  /// Passes the rows that have changed since the last call; the first time, all rows. They come in the order of their tables, all from one commit.
  ///
  /// - Parameter row: receives a row; the bytes are valid only during the call, and `nil` for a row that was removed.
  /// - Throws: the reason the rows cannot be read now. Those that were passed can be used, and are passed again.
  func follow(
    _ row: (_ table: StoredTable, _ number: UInt32, _ bytes: UnsafeRawBufferPointer?) -> Void
  ) throws -> FollowedRows
}

/// The state of a followed storage.
package enum FollowedRows: Hashable, Sendable {
  /// The rows are those that were passed earlier.
  case same
  /// The rows that were passed have changed.
  case changed
  /// The rows that were passed, now or earlier, are gone: they were cleared, or others have taken their place. The next call starts again.
  case gone
}
