/// A storage whose contents cannot be fetched again, such as a queue's: only one process uses it, and as much as possible is read from a damaged one.
package protocol ExclusiveStorage: GraphQLCacheStorage {
  /// Opens the storage as ``GraphQLCacheStorage/open(_:)``, and keeps every other process from using it under any name. It needs no space
  /// on the disk.
  ///
  /// - Throws: as ``GraphQLCacheStorage/open(_:)``; ``GraphQLStorageError/inUse``.
  func openExclusively(
    _ row: (_ table: StoredTable, _ number: UInt32, _ bytes: UnsafeRawBufferPointer) -> Void) throws

  /// Replaces a damaged storage by a new one, which it opens. The damaged one is kept under another name.
  ///
  /// Called after ``openExclusively(_:)`` has thrown ``GraphQLStorageError/unreadable(_:)``. At any time at least one of the two is in place: if this
  /// throws, or the process ends, ``openExclusively(_:)`` throws again, and this function can be called again.
  ///
  /// - Parameters:
  ///   - row: receives each row that can still be read, and returns whether it could use it. If not, it is called again with each other copy of the
  ///     row that the storage finds.
  ///   - kept: called after that; returns the rows of the new storage. Not called if an earlier call already wrote a complete new storage.
  /// - Returns: whether all rows of the damaged storage could be read, used or not. If not, an unknown number of rows is lost.
  /// - Throws: the reason the new storage cannot be written, or the damaged one cannot be moved.
  func setAside(
    _ row: (_ table: StoredTable, _ number: UInt32, _ bytes: UnsafeRawBufferPointer) -> Bool,
    keeping kept: () throws -> [StoredChange]
  ) throws -> Bool
}
