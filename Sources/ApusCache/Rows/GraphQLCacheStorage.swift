/// Where a cache is kept that lasts: rows of bytes, in a few tables, under numbers.
///
/// `SQLiteStorage` of the product `ApusCacheSQLite` is one. A storage of your own has to keep the rows as they are and to write each commit
/// as a whole or not at all; what the bytes mean, and whether they are still what was written, is the cache's affair.
///
/// All functions but ``row(_:_:_:)`` and ``clear()`` are called by one thread, one after the other, and may wait for the disk.
public protocol GraphQLCacheStorage: Sendable {
  /// Opens the storage, or makes it, and hands over every row that it has. After ``clear()`` it is called again.
  ///
  /// - Parameter row: takes a row; the bytes are valid during the call.
  /// - Returns: whether it can be written to.
  /// - Throws: ``GraphQLStorageError/unreadable(_:)`` where it has to be cleared before it can be used; anything else where it cannot be
  ///   used.
  func open(
    _ row: (_ table: GraphQLStorageTable, _ id: UInt32, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws -> GraphQLStorageAccess

  /// Hands over one row as it was committed last; none where there is none.
  ///
  /// It is called only where ``GraphQLCacheConfiguration/memoryLimit`` keeps rows out of memory, and after ``open(_:)``. Any thread may call
  /// it, also while another function runs, but not two at once. Whoever reads the cache waits for it.
  ///
  /// - Parameters:
  ///   - table: the row's table.
  ///   - id: the row's number in its table.
  ///   - take: takes the row's bytes, which are valid during the call.
  /// - Throws: why it cannot be read now; what it has counts as missing, until it can be read.
  func row(
    _ table: GraphQLStorageTable, _ id: UInt32, _ take: (_ bytes: UnsafeRawBufferPointer) -> Void
  ) throws

  /// Changes rows, all or none. There may be nothing to change.
  ///
  /// - Throws: ``GraphQLStorageError/cleared`` after ``clear()``, ``GraphQLStorageError/unreadable(_:)`` where it has to be cleared; anything
  ///   else where the same may work later.
  func commit(_ changes: [GraphQLStorageChange]) throws

  /// Waits until what was committed outlives a loss of power.
  ///
  /// - Throws: as ``commit(_:)``.
  func flush() throws

  /// Removes everything, so that no byte of a row is left; every later commit fails until the storage is opened again.
  ///
  /// It may be called by any thread, also while another function runs, and should not take long.
  func clear() throws

  /// Ends the use of the storage.
  func close()
}

/// The tables of a storage.
public enum GraphQLStorageTable: Int, Hashable, Sendable, CaseIterable {
  /// What has to agree with the program.
  case settings
  /// Names of fields with their arguments.
  case fields
  /// Objects and fields at the root.
  case records
  /// When objects were written and used, where it was after their row was.
  case ages
}

/// A row that is to be written or removed.
public struct GraphQLStorageChange: Hashable, Sendable {
  /// The row's table.
  public var table: GraphQLStorageTable
  /// The row's number in its table.
  public var id: UInt32
  /// What the row is to hold; nil where it is to be removed.
  public var bytes: [UInt8]?

  /// A change of one row.
  public init(table: GraphQLStorageTable, id: UInt32, bytes: [UInt8]?) {
    self.table = table
    self.id = id
    self.bytes = bytes
  }
}

/// What can be done with a storage that was opened.
public enum GraphQLStorageAccess: Sendable {
  /// It is read and written.
  case writable
  /// It was read, and cannot be written for this reason.
  case readOnly(GraphQLStorageError)
}
