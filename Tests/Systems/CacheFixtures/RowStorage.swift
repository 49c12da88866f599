import ApusCache
import ApusPlatform

/// A storage in memory, whose rows can be changed behind the cache's back.
package final class RowStorage: GraphQLCacheStorage {
  package struct Place: Hashable, Sendable {
    package var table: StoredTable
    package var id: UInt32

    package init(table: StoredTable, id: UInt32) { (self.table, self.id) = (table, id) }
    init?(_ id: UInt64) {
      guard let place = StoredTable.place(of: id) else { return nil }
      self.init(table: place.table, id: place.number)
    }
    var rowID: UInt64 { table.id(id) }
  }

  private let rows: Locked<[Place: [UInt8]]>

  package init(_ rows: [Place: [UInt8]] = [:]) { self.rows = Locked(rows) }

  package var all: [Place: [UInt8]] { rows.withLock { $0 } }

  /// Puts other rows in the place of those that there are.
  package func replace(_ changed: [Place: [UInt8]]) { rows.withLock { $0 = changed } }

  package func open(
    _ row: (_ id: UInt64, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws -> GraphQLStorageError? {
    for (place, bytes) in all.sorted(by: { $0.key.rowID < $1.key.rowID }) {
      bytes.withUnsafeBytes { row(place.rowID, $0) }
    }
    return nil
  }

  package func commit(_ changes: [(id: UInt64, bytes: [UInt8]?)]) throws {
    rows.withLock { rows in
      for change in changes { if let place = Place(change.id) { rows[place] = change.bytes } }
    }
  }

  package func flush() throws {}
  package func clear() throws { rows.withLock { $0 = [:] } }
  package func close() {}
}
