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

/// The connection that reads single rows: a second one, or the session's own if there can be no second.
struct SQLiteReading {
  let connection: SQLiteConnection
  private var selections: [StoredTable: SQLiteStatement] = [:]

  init(connection: SQLiteConnection) { self.connection = connection }

  mutating func selection(_ table: StoredTable) throws -> SQLiteStatement {
    if let known = selections[table] { return known }
    let statement = try connection.statement(table.singleSelection)
    selections[table] = statement
    return statement
  }
}
