import ApusCache

/// An open database. Only one thread may use it.
final class SQLiteConnection {
  private let library: SQLiteLibrary
  private var handle: OpaquePointer?
  /// Whether the file is known to be a cache. Before that, SQLite's generic error means that the file is damaged: all statements are
  /// constants of this module, so they cannot cause it.
  var isChecked = false

  /// - Parameters:
  ///   - name: a path, or a URI if `flags` say so.
  ///   - flags: SQLite's flags for opening.
  /// - Throws: `GraphQLStorageError` if SQLite cannot open it.
  init(_ library: SQLiteLibrary, _ name: String, _ flags: Int32) throws {
    self.library = library
    let code = library.open(name, &handle, flags | SQLiteCode.openWithoutMutex, nil)
    if code != SQLiteCode.ok {
      let error = error(code)
      // SQLite requires closing the handle even if opening failed.
      _ = library.close(handle)
      handle = nil
      throw error
    }
  }

  deinit { close() }

  func close() {
    _ = library.close(handle)
    handle = nil
  }

  private func error(_ code: Int32) -> GraphQLStorageError {
    let text = handle.flatMap { library.errorMessage($0) }.map { String(cString: $0) } ?? "no memory"
    let detail = handle.map { library.errorDetail($0) } ?? code
    // The extended code contains the plain one in its low byte; if that differs, it belongs to another error.
    let code = detail & 0xFF == code & 0xFF ? detail : code
    let reason = "\(text) (SQLite: \(code))"
    switch code & 0xFF {
    case SQLiteCode.corrupt, SQLiteCode.notADatabase: return .unreadable(reason)
    case SQLiteCode.error where !isChecked: return .unreadable(reason)
    case SQLiteCode.full: return .full(reason)
    case SQLiteCode.busy: return .inUse
    case _ where code == SQLiteCode.writeFailed: return .full(reason)
    default: return .failed(reason)
    }
  }

  func check(_ code: Int32) throws {
    if code != SQLiteCode.ok { throw error(code) }
  }

  /// Runs a constant statement: data is never part of the text.
  func execute(_ sql: StaticString) throws { try check(code(of: sql)) }

  /// Runs such a statement and returns SQLite's code.
  func code(of sql: StaticString) -> Int32 {
    sql.withUTF8Buffer { text in
      text.withMemoryRebound(to: CChar.self) { text in
        // Static strings are null-terminated.
        text.baseAddress.map { library.execute(handle, $0, nil, nil, nil) } ?? SQLiteCode.ok
      }
    }
  }

  func statement(_ sql: StaticString) throws -> SQLiteStatement {
    var statement: OpaquePointer?
    let code = sql.withUTF8Buffer { text in
      text.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { library.prepare(handle, $0, -1, &statement, nil) } ?? SQLiteCode.ok
      }
    }
    try check(code)
    return SQLiteStatement(library, self, statement)
  }

  /// The first column of a statement's first row; nil if there is no row.
  func number(_ sql: StaticString) throws -> Int64? {
    let statement = try statement(sql)
    return try statement.next() ? statement.number(0) : nil
  }
}

final class SQLiteStatement {
  private let library: SQLiteLibrary
  /// Keeps the connection open as long as the statement.
  private let connection: SQLiteConnection
  private let handle: OpaquePointer?

  init(_ library: SQLiteLibrary, _ connection: SQLiteConnection, _ handle: OpaquePointer?) {
    self.library = library
    self.connection = connection
    self.handle = handle
  }

  deinit { _ = library.finalize(handle) }

  /// Steps to the next row.
  ///
  /// - Returns: whether there is one.
  func next() throws -> Bool {
    let code = library.step(handle)
    if code == SQLiteCode.row { return true }
    if code != SQLiteCode.done { try connection.check(code) }
    return false
  }

  func number(_ column: Int32) -> Int64 { library.columnNumber(handle, column) }

  /// The bytes of a BLOB column, valid until the next step; nil for any other type.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer? {
    guard library.columnType(handle, column) == SQLiteCode.blob else { return nil }
    let start = library.columnBytes(handle, column)
    let count = Int(library.columnCount(handle, column))
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : max(count, 0))
  }

  /// The bytes of a row in its second column; none if that is not a BLOB, which Apus does not write.
  var row: UnsafeRawBufferPointer { bytes(1) ?? UnsafeRawBufferPointer(start: nil, count: 0) }

  func text(_ column: Int32) -> String {
    guard let start = library.columnBytes(handle, column) else { return "" }
    let count = Int(library.columnCount(handle, column))
    return String(decoding: UnsafeRawBufferPointer(start: start, count: max(count, 0)), as: UTF8.self)
  }

  /// Sets a parameter, for ``next()``. The first one has the index 1.
  func bind(_ number: Int64, at index: Int32 = 1) throws {
    try connection.check(library.bindNumber(handle, index, number))
  }

  /// Runs the statement once with a row's id and a commit's number.
  func run(id: UInt64, commit: Int64) throws {
    defer { _ = library.reset(handle) }
    try bind(Int64(truncatingIfNeeded: id))
    try bind(commit, at: 2)
    _ = try next()
  }

  /// Runs the statement once with a number and, if given, bytes.
  func run(_ number: UInt32, _ bytes: [UInt8]? = nil) throws {
    defer { _ = library.reset(handle) }
    try connection.check(library.bindNumber(handle, 1, Int64(number)))
    guard let bytes else {
      _ = try next()
      return
    }
    guard bytes.count <= Int(Int32.max) else { throw GraphQLStorageError.failed("a row is too long") }
    try bytes.withUnsafeBytes { bytes in
      // SQLite would store NULL for a null pointer.
      try connection.check(
        library.bindBytes(
          handle, 2, bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1), Int32(bytes.count), nil))
      _ = try next()
    }
  }
}
