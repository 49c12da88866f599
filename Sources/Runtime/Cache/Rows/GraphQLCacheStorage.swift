/// A persistent store for a cache: rows of bytes in a few tables, under numeric ids.
///
/// `SQLiteStorage` in the product `ApusCacheSQLite` is one. An implementation must keep rows unchanged and apply each commit as a whole or
/// not at all. The cache itself interprets the bytes and detects damage.
///
/// All functions except ``row(_:_:_:)`` and ``clear()`` are called on one thread, one at a time, and may wait for the disk.
public protocol GraphQLCacheStorage: Sendable {
  /// Opens or creates the storage and passes each of its rows to `row`. Called again after ``clear()``.
  ///
  /// - Parameter row: receives a row; the bytes are valid only during the call.
  /// - Returns: whether the storage can be written.
  /// - Throws: ``GraphQLStorageError/unreadable(_:)`` if it must be cleared before use; any other error if it cannot be used.
  func open(
    _ row: (_ table: GraphQLStorageTable, _ id: UInt32, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws -> GraphQLStorageAccess

  /// Passes one row, as last committed, to `take`; does nothing if there is none.
  ///
  /// Called only with a ``GraphQLCacheConfiguration/memoryLimit``, and after ``open(_:)``. It may be called on any thread, even while
  /// another function runs, but never twice at once. Readers of the cache wait for it.
  ///
  /// - Parameters:
  ///   - table: the row's table.
  ///   - id: the row's id in its table.
  ///   - take: receives the row's bytes, which are valid only during the call.
  /// - Throws: the reason it cannot be read now; its contents count as missing until it can.
  func row(
    _ table: GraphQLStorageTable, _ id: UInt32, _ take: (_ bytes: UnsafeRawBufferPointer) -> Void
  ) throws

  /// Applies all changes or none. There may be no changes.
  ///
  /// - Throws: ``GraphQLStorageError/cleared`` after ``clear()``, ``GraphQLStorageError/unreadable(_:)`` if the storage must be cleared,
  ///   ``GraphQLStorageError/lost`` if its rows are gone, ``GraphQLStorageError/full(_:)`` if there is no space; any other error if a retry
  ///   may succeed. On a full disk, a cache with nothing to keep clears the storage.
  func commit(_ changes: [GraphQLStorageChange]) throws

  /// Waits until all commits survive a power failure.
  ///
  /// - Throws: as ``commit(_:)``.
  func flush() throws

  /// Removes everything, leaving no byte of any row. Later commits fail until the storage is opened again.
  ///
  /// It may be called on any thread, even while another function runs, and should be quick.
  ///
  /// - Throws: the reason the rows cannot be removed.
  func clear() throws

  /// Closes the storage.
  func close()
}

/// A storage whose contents cannot be fetched again, such as a queue's: only one process uses it, and as much as possible is read from a damaged one.
public protocol GraphQLExclusiveStorage: GraphQLCacheStorage {
  /// Opens the storage as ``GraphQLCacheStorage/open(_:)``, and keeps every other process from using it under any name. It needs no space
  /// on the disk. ``GraphQLCacheStorage/row(_:_:_:)`` is not called.
  ///
  /// - Throws: as ``GraphQLCacheStorage/open(_:)``; ``GraphQLStorageError/inUse``.
  func openExclusively(
    _ row: (_ table: GraphQLStorageTable, _ id: UInt32, _ bytes: UnsafeRawBufferPointer) -> Void) throws

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
    _ row: (_ table: GraphQLStorageTable, _ id: UInt32, _ bytes: UnsafeRawBufferPointer) -> Bool,
    keeping kept: () throws -> [GraphQLStorageChange]
  ) throws -> Bool
}

/// The tables of a storage.
public enum GraphQLStorageTable: Int, Hashable, Sendable, CaseIterable {
  /// Settings that must match the app, such as key fields.
  case settings
  /// Names of fields with their arguments.
  case fields
  /// Objects and fields at the root.
  case records
  /// The ages of records, where they changed after the record's row was written.
  case ages
}

/// A row to write or remove.
public struct GraphQLStorageChange: Hashable, Sendable {
  /// The table of the row.
  public var table: GraphQLStorageTable
  /// The row's id in its table.
  public var id: UInt32
  /// The row's new contents; nil to remove it.
  public var bytes: [UInt8]?

  /// Creates a change to one row.
  public init(table: GraphQLStorageTable, id: UInt32, bytes: [UInt8]?) {
    self.table = table
    self.id = id
    self.bytes = bytes
  }
}

/// The access that an opened storage allows.
public enum GraphQLStorageAccess: Sendable {
  /// It was read and can be written.
  case writable
  /// It was read but cannot be written, for this reason.
  case readOnly(GraphQLStorageError)
}
