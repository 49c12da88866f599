import ApusCache
import ApusPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The database's schema: each of the storage's tables is an SQLite table whose rows have an id and a BLOB.
enum SQLiteDatabase {
  /// Marks the file as a cache: "Apus" in ASCII.
  private static let application: Int64 = 0x4170_7573
  /// The version of the tables: a database with another version is recreated. The contents of rows have a separate version.
  private static let version: Int64 = 2

  /// The statements that create the tables, which SQLite also keeps as the tables' schema.
  private static let creations = StoredTable.allCases.map(\.creation) + SQLiteChanges.creations

  /// The suffixes of the files that SQLite keeps next to a database. The database itself is the last to be moved or removed.
  static let suffixes = ["-wal", "-shm", "-journal", ""]

  // MARK: - Opening

  /// There is no database, and no space for one.
  struct NoSpace: Error {
    let error: GraphQLStorageError
  }

  /// Opens a database for writing; creates it if there is none.
  ///
  /// - Parameters:
  ///   - isOurs: whether this path was used before: then a file that is not Apus's is damaged rather than foreign.
  ///   - isExclusive: whether no other connection may open it, by whatever name. SQLite then needs no file of shared memory, for which a full
  ///     disk has no room.
  ///   - isKnown: whether its pages were checked earlier.
  /// - Throws: `GraphQLStorageError`, or ``NoSpace``.
  static func open(
    _ library: SQLiteLibrary, _ path: String, isOurs: Bool, isExclusive: Bool, isKnown: Bool = false
  ) throws -> SQLiteConnection {
    // SQLite creates its other files with this file's permissions.
    let descriptor = openFile(path)
    if descriptor >= 0 {
      _ = close(descriptor)
    } else if errno != EEXIST {
      let error = StorageLock.failure(path)
      if case .full = error { throw NoSpace(error: error) }
      throw error
    }
    var isOurs = isOurs
    do {
      let connection = try SQLiteConnection(
        library, path, SQLiteCode.openReadWrite | SQLiteCode.openProtected)
      try connection.execute("PRAGMA busy_timeout=2000")
      if isExclusive { try connection.run("PRAGMA locking_mode=EXCLUSIVE") }
      try prepare(connection, path, &isOurs, isKnown: isKnown)
      connection.isChecked = true
      #if canImport(Darwin)
        // Everything in it can be fetched again, so exclude it from backups.
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        var url = URL(fileURLWithPath: path)
        try? url.setResourceValues(values)
      #endif
      return connection
    } catch GraphQLStorageError.unreadable(let reason) {
      throw isOurs ? GraphQLStorageError.unreadable(reason) : .foreign(path)
    }
  }

  /// Creates a file that only its owner can read; fails if it exists.
  private static func openFile(_ path: String) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    #elseif canImport(Glibc)
      Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    #elseif canImport(Musl)
      Musl.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    #else
      Android.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    #endif
  }

  private static func prepare(
    _ connection: SQLiteConnection, _ path: String, _ isOurs: inout Bool, isKnown: Bool
  ) throws {
    let isNew = try connection.number("SELECT count(*) FROM sqlite_master") == 0
    let application = try connection.number("PRAGMA application_id")
    let isEmpty = isNew && application == 0
    if !isEmpty {
      guard application == self.application else {
        throw GraphQLStorageError.unreadable("it is not a file of Apus")
      }
      isOurs = true
      try checkWriting(connection, path)
    }
    do {
      // This has to be set before the first table is created.
      if isEmpty { try connection.run("PRAGMA auto_vacuum=INCREMENTAL") }
      try connection.run("PRAGMA journal_mode=WAL")
      try connection.run("PRAGMA synchronous=NORMAL")
      try connection.run("PRAGMA journal_size_limit=4194304")
      try protect(connection)
      if isEmpty {
        try create(connection)
      } else {
        try check(connection)
        if !isKnown { try checkPages(connection) }
      }
    } catch let error as GraphQLStorageError {
      if isEmpty, case .full = error { throw NoSpace(error: error) }
      throw error
    }
  }

  /// Detects damaged pages. Rows have checksums, but data written to a damaged free page would be lost.
  private static func checkPages(_ connection: SQLiteConnection) throws {
    let statement = try connection.statement("PRAGMA quick_check(1)")
    guard try statement.next(), statement.text(0) == "ok" else {
      throw GraphQLStorageError.unreadable("its pages are damaged")
    }
  }

  /// Detects a damaged header that makes SQLite treat a writable file as read-only.
  private static func checkWriting(_ connection: SQLiteConnection, _ path: String) throws {
    guard FileManager.default.isWritableFile(atPath: path) else { return }
    try connection.execute("BEGIN IMMEDIATE")
    // Before this write, SQLite only opens a read transaction and does not report it.
    let code = connection.code(of: "PRAGMA user_version=2")
    try connection.execute("ROLLBACK")
    if code == SQLiteCode.readOnly {
      throw GraphQLStorageError.unreadable("its header marks it as read-only")
    }
    try connection.check(code)
  }

  /// Overwrites deleted data, and does not trust the file's contents.
  private static func protect(_ connection: SQLiteConnection) throws {
    try connection.run("PRAGMA secure_delete=ON")
    try connection.run("PRAGMA temp_store=MEMORY")
    try connection.run("PRAGMA cache_size=-2048")
    try connection.run("PRAGMA mmap_size=0")
    try connection.run("PRAGMA cell_size_check=ON")
    try connection.run("PRAGMA trusted_schema=OFF")
  }

  private static func create(_ connection: SQLiteConnection) throws {
    try connection.execute("BEGIN IMMEDIATE")
    for creation in creations { try connection.execute(creation) }
    try connection.execute(SQLiteChanges.beginning)
    try connection.run("PRAGMA application_id=1097889139")
    try connection.run("PRAGMA user_version=2")
    try connection.execute("COMMIT")
  }

  /// Checks that the database has exactly the tables of this version, and no triggers or views that could run.
  private static func check(_ connection: SQLiteConnection) throws {
    let version = try connection.number("PRAGMA user_version") ?? 0
    guard version == self.version else {
      throw GraphQLStorageError.unreadable(
        "its tables have the version \(version), and this version of Apus knows \(self.version)")
    }
    let statement = try connection.statement("SELECT sql FROM sqlite_master ORDER BY rowid")
    var found: [String] = []
    while try statement.next() { found.append(statement.text(0)) }
    guard found == creations.map({ "\($0)" }) else {
      throw GraphQLStorageError.unreadable("its tables are not those of Apus")
    }
  }

  /// Opens a database that is read-only, or that another cache writes to.
  static func openForReading(_ library: SQLiteLibrary, _ path: String) throws -> SQLiteConnection {
    do {
      return try openForReading(library, path, SQLiteCode.openReadOnly)
    } catch GraphQLStorageError.failed(let reason), GraphQLStorageError.full(let reason) {
      // On read-only media, SQLite needs to know that the file is immutable. It then ignores a write-ahead log, so there must be none.
      guard !FileManager.default.fileExists(atPath: path + "-wal") else {
        throw GraphQLStorageError.failed(reason)
      }
      let name = URL(fileURLWithPath: path).path(percentEncoded: true)
      return try openForReading(
        library, "file:\(name)?immutable=1", SQLiteCode.openReadOnly | SQLiteCode.openURI)
    }
  }

  /// Opens a damaged database, to read what is left.
  static func openDamaged(_ library: SQLiteLibrary, _ path: String) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(library, path, SQLiteCode.openReadWrite)
    try connection.run("PRAGMA locking_mode=EXCLUSIVE")
    try protect(connection)
    return connection
  }

  /// Opens a database that another process writes to.
  ///
  /// - Returns: nil if it was not written yet.
  static func openFollowing(_ library: SQLiteLibrary, _ path: String) throws -> SQLiteConnection? {
    let connection = try connection(library, path, SQLiteCode.openReadOnly)
    let isEmpty = try connection.number("SELECT count(*) FROM sqlite_master") == 0
    if isEmpty, try connection.number("PRAGMA application_id") == 0 { return nil }
    try checkReading(connection, path)
    return connection
  }

  private static func openForReading(
    _ library: SQLiteLibrary, _ name: String, _ flags: Int32
  ) throws -> SQLiteConnection {
    let connection = try connection(library, name, flags)
    try checkReading(connection, name)
    return connection
  }

  private static func connection(
    _ library: SQLiteLibrary, _ name: String, _ flags: Int32
  ) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(library, name, flags)
    try connection.execute("PRAGMA busy_timeout=2000")
    try protect(connection)
    return connection
  }

  private static func checkReading(_ connection: SQLiteConnection, _ name: String) throws {
    guard try connection.number("PRAGMA application_id") == application else {
      throw GraphQLStorageError.foreign(name)
    }
    try check(connection)
    connection.isChecked = true
  }
}

extension SQLiteConnection {
  /// Runs a statement and ignores its rows.
  func run(_ sql: StaticString) throws {
    let statement = try statement(sql)
    while try statement.next() {}
  }
}

extension StoredTable {
  var creation: StaticString {
    switch self {
    case .settings: "CREATE TABLE setting(id INTEGER PRIMARY KEY, data BLOB NOT NULL)"
    case .fields: "CREATE TABLE field(id INTEGER PRIMARY KEY, data BLOB NOT NULL)"
    case .records: "CREATE TABLE record(id INTEGER PRIMARY KEY, data BLOB NOT NULL)"
    case .ages: "CREATE TABLE age(id INTEGER PRIMARY KEY, data BLOB NOT NULL)"
    }
  }

  var selection: StaticString {
    switch self {
    case .settings: "SELECT id, data FROM setting"
    case .fields: "SELECT id, data FROM field"
    case .records: "SELECT id, data FROM record"
    case .ages: "SELECT id, data FROM age"
    }
  }

  /// Reads from the end, for the rows after a damaged page.
  var reverseSelection: StaticString {
    switch self {
    case .settings: "SELECT id, data FROM setting ORDER BY id DESC"
    case .fields: "SELECT id, data FROM field ORDER BY id DESC"
    case .records: "SELECT id, data FROM record ORDER BY id DESC"
    case .ages: "SELECT id, data FROM age ORDER BY id DESC"
    }
  }

  var insertion: StaticString {
    switch self {
    case .settings: "INSERT OR REPLACE INTO setting(id, data) VALUES(?1, ?2)"
    case .fields: "INSERT OR REPLACE INTO field(id, data) VALUES(?1, ?2)"
    case .records: "INSERT OR REPLACE INTO record(id, data) VALUES(?1, ?2)"
    case .ages: "INSERT OR REPLACE INTO age(id, data) VALUES(?1, ?2)"
    }
  }

  var removal: StaticString {
    switch self {
    case .settings: "DELETE FROM setting WHERE id = ?1"
    case .fields: "DELETE FROM field WHERE id = ?1"
    case .records: "DELETE FROM record WHERE id = ?1"
    case .ages: "DELETE FROM age WHERE id = ?1"
    }
  }
}
