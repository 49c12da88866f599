import ApusCache

/// The tables from which followers learn what has changed: `change` has the number of the last commit that wrote or removed each row.
enum SQLiteChanges {
  /// The file's `meta` table.
  struct Mark: Equatable {
    /// The number of the last commit.
    var number: Int64
    /// A random number that no other file has.
    var epoch: Int64
    /// Removed rows are only known since the commit with this number.
    var floor: Int64

    /// Whether the file still knows what has changed since another commit.
    func knowsChanges(since other: Mark) -> Bool { epoch == other.epoch && other.number >= floor }
  }

  /// For how many commits removed rows are kept in `change`.
  private static let keptCommits: Int64 = 1000

  static let creations: [StaticString] = [
    "CREATE TABLE meta(id INTEGER PRIMARY KEY, value INTEGER NOT NULL)",
    "CREATE TABLE change(id INTEGER PRIMARY KEY, number INTEGER NOT NULL)",
    "CREATE INDEX change_number ON change(number)",
  ]

  static let beginning: StaticString = "INSERT INTO meta(id, value) VALUES(0, 0), (1, random()), (2, 0)"

  static func mark(_ connection: SQLiteConnection) throws -> Mark {
    let statement = try connection.statement("SELECT value FROM meta ORDER BY id")
    var values: [Int64] = []
    while try statement.next() { values.append(statement.number(0)) }
    guard values.count == 3, values[2] >= 0, values[2] <= values[0] else {
      throw GraphQLStorageError.unreadable("its commits are not numbered")
    }
    return Mark(number: values[0], epoch: values[1], floor: values[2])
  }

  /// Passes the rows that have changed since a commit, without bytes if they were removed. They come in the order of their tables, all from one
  /// commit.
  ///
  /// - Parameter known: the commit; nil to pass all rows.
  /// - Returns: the last commit. No row was passed if it does not know what has changed.
  static func read(
    _ connection: SQLiteConnection, since known: Mark?,
    _ row: (_ table: StoredTable, _ number: UInt32, _ bytes: UnsafeRawBufferPointer?) -> Void
  ) throws -> Mark {
    // A single transaction, so that all rows are from the same commit even if another cache writes.
    try connection.execute("BEGIN")
    do {
      let mark = try mark(connection)
      if let known, !mark.knowsChanges(since: known) {
        try connection.execute("COMMIT")
        return mark
      }
      if known?.number != mark.number { try readRows(connection, since: known, row) }
      try connection.execute("COMMIT")
      return mark
    } catch {
      // SQLite has already rolled back after some errors.
      try? connection.execute("ROLLBACK")
      throw error
    }
  }

  private static func readRows(
    _ connection: SQLiteConnection, since known: Mark?,
    _ row: (_ table: StoredTable, _ number: UInt32, _ bytes: UnsafeRawBufferPointer?) -> Void
  ) throws {
    for table in StoredTable.allCases {
      let statement = try connection.statement(known == nil ? table.selection : SQLiteChanges.selection)
      if let known {
        try statement.bind(known.number)
        try statement.bind(Int64(table.rawValue), at: 2)
      }
      while try statement.next() {
        guard let id = UInt32(exactly: statement.number(0)) else {
          throw GraphQLStorageError.unreadable("a row has the number \(statement.number(0))")
        }
        row(table, id, known == nil ? statement.row : statement.bytes(1))
      }
    }
  }

  /// Gives the open transaction its number, which ``insertion`` notes for each of its rows.
  static func advance(_ connection: SQLiteConnection) throws -> Int64 {
    try connection.execute("UPDATE meta SET value = value + 1 WHERE id = 0")
    return try mark(connection).number
  }

  static let insertion: StaticString = "INSERT OR REPLACE INTO change(id, number) VALUES(?1, ?2)"

  /// Reads the rows of a table that commits above a number have changed: without bytes if they removed them.
  static let selection: StaticString = """
    SELECT change.id & 4294967295, CASE ?2 \
    WHEN 0 THEN (SELECT data FROM setting WHERE id = change.id & 4294967295) \
    WHEN 1 THEN (SELECT data FROM field WHERE id = change.id & 4294967295) \
    WHEN 2 THEN (SELECT data FROM record WHERE id = change.id & 4294967295) \
    WHEN 3 THEN (SELECT data FROM age WHERE id = change.id & 4294967295) END \
    FROM change INDEXED BY change_number WHERE number > ?1 AND change.id >> 32 = ?2
    """

  /// Forgets rows that were removed long ago, so that the table does not grow for ever. Followers that have not looked since start again.
  static func prune(_ connection: SQLiteConnection) throws {
    let mark = try mark(connection)
    guard mark.number - mark.floor >= 2 * keptCommits else { return }
    try connection.execute("BEGIN IMMEDIATE")
    do {
      let floor = try connection.statement("UPDATE meta SET value = ?1 WHERE id = 2")
      try floor.bind(mark.number - keptCommits)
      _ = try floor.next()
      try connection.run(
        """
        DELETE FROM change WHERE number <= (SELECT value FROM meta WHERE id = 2) \
        AND (id >> 32 = 2 AND NOT EXISTS (SELECT 1 FROM record WHERE record.id = change.id & 4294967295) \
        OR id >> 32 = 3 AND NOT EXISTS (SELECT 1 FROM age WHERE age.id = change.id & 4294967295))
        """)
      try connection.execute("COMMIT")
    } catch {
      // SQLite has already rolled back after some errors.
      try? connection.execute("ROLLBACK")
      throw error
    }
  }
}
