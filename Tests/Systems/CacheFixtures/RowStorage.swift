import ApusCache
import ApusPlatform

/// A storage in memory, whose rows can be changed behind the cache's back.
package final class RowStorage: GraphQLCacheStorage {
  package struct Place: Hashable, Sendable {
    package var table: GraphQLStorageTable
    package var id: UInt32

    package init(table: GraphQLStorageTable, id: UInt32) { (self.table, self.id) = (table, id) }
  }

  private let rows: Locked<[Place: [UInt8]]>

  package init(_ rows: [Place: [UInt8]] = [:]) { self.rows = Locked(rows) }

  package var all: [Place: [UInt8]] { rows.withLock { $0 } }

  /// Puts other rows in the place of those that there are.
  package func replace(_ changed: [Place: [UInt8]]) { rows.withLock { $0 = changed } }

  package func open(
    _ row: (_ table: GraphQLStorageTable, _ id: UInt32, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws -> GraphQLStorageAccess {
    let rows = all
    for table in GraphQLStorageTable.allCases {
      for (place, bytes) in rows where place.table == table {
        bytes.withUnsafeBytes { row(table, place.id, $0) }
      }
    }
    return .writable
  }

  package func row(
    _ table: GraphQLStorageTable, _ id: UInt32, _ take: (_ bytes: UnsafeRawBufferPointer) -> Void
  ) {
    let bytes = rows.withLock { $0[Place(table: table, id: id)] }
    bytes?.withUnsafeBytes(take)
  }

  package func commit(_ changes: [GraphQLStorageChange]) throws {
    rows.withLock { rows in
      for change in changes { rows[Place(table: change.table, id: change.id)] = change.bytes }
    }
  }

  package func flush() throws {}
  package func clear() throws { rows.withLock { $0 = [:] } }
  package func close() {}
}
