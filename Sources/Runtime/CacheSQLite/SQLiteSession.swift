import ApusCache

/// The database and the statements that change it.
struct SQLiteSession {
  let connection: SQLiteConnection
  private(set) var writes: [StoredTable: SQLiteStatement] = [:]
  private(set) var removals: [StoredTable: SQLiteStatement] = [:]
  let changes: SQLiteStatement

  init(_ connection: SQLiteConnection) throws {
    self.connection = connection
    changes = try connection.statement(SQLiteChanges.insertion)
    for table in StoredTable.allCases {
      writes[table] = try connection.statement(table.insertion)
      removals[table] = try connection.statement(table.removal)
    }
  }
}
