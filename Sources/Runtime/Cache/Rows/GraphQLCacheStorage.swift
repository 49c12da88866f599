/// A persistent store for a cache: rows of bytes under numeric ids.
///
/// `GraphQLSQLiteStorage` in the product `ApusCacheSQLite` is one. An implementation must keep rows unchanged and apply each commit as a whole or
/// not at all. The cache itself interprets ids and bytes, and detects damage.
///
/// All functions except ``clear()`` are called on one thread, one at a time, and may wait for the disk.
public protocol GraphQLCacheStorage: Sendable {
  /// Opens or creates the storage and passes each of its rows to `row`, in ascending order of their ids. Called again after ``clear()``.
  ///
  /// Only one opening at a time may return `nil`: as long as another one of the same storage is open, in any process, return
  /// ``GraphQLStorageError/inUse``. Otherwise a mutation queue may send a stored mutation twice.
  ///
  /// - Parameter row: receives a row; the bytes are valid only during the call.
  /// - Returns: the reason that the rows can be read but not written; `nil` if they can be written.
  /// - Throws: ``GraphQLStorageError/unreadable(_:)`` if it must be cleared before use; any other error if it cannot be used.
  func open(_ row: (_ id: UInt64, _ bytes: UnsafeRawBufferPointer) -> Void) throws -> GraphQLStorageError?

  /// Writes and removes rows: all of them or none. There may be none.
  ///
  /// - Parameter rows: the ids of the rows, and their new contents; `nil` removes a row.
  /// - Throws: ``GraphQLStorageError/cleared`` after ``clear()``, ``GraphQLStorageError/unreadable(_:)`` if the storage must be cleared,
  ///   ``GraphQLStorageError/lost`` if its rows are gone, ``GraphQLStorageError/full(_:)`` if there is no space; any other error if a retry
  ///   may succeed. On a full disk, a cache with nothing to keep clears the storage.
  func commit(_ rows: [(id: UInt64, bytes: [UInt8]?)]) throws

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

extension GraphQLStorageError {
  /// Whether the storage must be opened again and everything written.
  var meansBeginning: Bool {
    switch self {
    case .cleared, .unreadable, .lost: true
    default: false
    }
  }
}
