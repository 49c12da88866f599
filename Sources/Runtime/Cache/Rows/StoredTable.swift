/// The tables of a cache's rows. The table is the upper half of a row's id, its number in the table the lower half.
package enum StoredTable: UInt32, Hashable, Sendable, CaseIterable {
  /// Settings that must match the app, such as key fields.
  case settings
  /// Names of fields with their arguments.
  case fields
  /// Objects and fields at the root.
  case records
  /// The ages of records, where they changed after the record's row was written.
  case ages

  /// Returns the id of a row in this table.
  package func id(_ number: UInt32) -> UInt64 { UInt64(rawValue) << 32 | UInt64(number) }

  /// Returns the table and the number of a row; `nil` for an id that no table has.
  package static func place(of id: UInt64) -> (table: StoredTable, number: UInt32)? {
    StoredTable(rawValue: UInt32(id >> 32)).map { ($0, UInt32(truncatingIfNeeded: id)) }
  }
}

/// A row to write or remove.
package struct StoredChange: Hashable, Sendable {
  package var table: StoredTable
  /// The row's number in its table.
  package var number: UInt32
  /// The row's new contents; `nil` to remove it.
  package var bytes: [UInt8]?

  package init(table: StoredTable, number: UInt32, bytes: [UInt8]?) {
    self.table = table
    self.number = number
    self.bytes = bytes
  }
}

/// Rows by table and number.
extension GraphQLCacheStorage {
  /// Opens the storage. Rows that no table has are not the cache's, and are passed over.
  package func open(
    _ row: (_ table: StoredTable, _ number: UInt32, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws -> GraphQLStorageError? {
    try open { id, bytes in
      if let place = StoredTable.place(of: id) { row(place.table, place.number, bytes) }
    }
  }

  package func commit(_ changes: [StoredChange]) throws {
    try commit(changes.map { ($0.table.id($0.number), $0.bytes) })
  }
}
