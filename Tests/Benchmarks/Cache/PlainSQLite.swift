import Foundation

/// SQLite without anything around it: a file, prepared statements, columns.
final class PlainSQLite {
  enum Column {
    case integer(Int)
    case text([UInt8])
  }

  private typealias Text = UnsafePointer<CChar>
  private let open: @convention(c) (Text, UnsafeMutablePointer<OpaquePointer?>) -> Int32
  private let close: @convention(c) (OpaquePointer?) -> Int32
  private let execute:
    @convention(c) (OpaquePointer?, Text, OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32
  private let prepare:
    @convention(c) (OpaquePointer?, Text, Int32, UnsafeMutablePointer<OpaquePointer?>, OpaquePointer?) ->
      Int32
  private let bindInteger: @convention(c) (OpaquePointer?, Int32, Int64) -> Int32
  private let bindText: @convention(c) (OpaquePointer?, Int32, UnsafeRawPointer?, Int32, Int) -> Int32
  private let stepOnce: @convention(c) (OpaquePointer?) -> Int32
  private let resetStatement: @convention(c) (OpaquePointer?) -> Int32
  private let finalize: @convention(c) (OpaquePointer?) -> Int32
  private let columnInteger: @convention(c) (OpaquePointer?, Int32) -> Int64
  private let columnText: @convention(c) (OpaquePointer?, Int32) -> UnsafeRawPointer?
  private let columnSize: @convention(c) (OpaquePointer?, Int32) -> Int32
  private var handle: OpaquePointer?
  private var statements: [OpaquePointer?] = []

  init(_ path: String) throws {
    let library = dlopen("libsqlite3.so.0", RTLD_NOW) ?? dlopen("libsqlite3.dylib", RTLD_NOW)
    func find<Function>(_ name: String) throws -> Function {
      guard let library, let symbol = dlsym(library, "sqlite3_" + name) else {
        throw Failure("SQLite is missing")
      }
      return unsafeBitCast(symbol, to: Function.self)
    }
    open = try find("open")
    close = try find("close")
    execute = try find("exec")
    prepare = try find("prepare_v2")
    bindInteger = try find("bind_int64")
    bindText = try find("bind_text")
    stepOnce = try find("step")
    resetStatement = try find("reset")
    finalize = try find("finalize")
    columnInteger = try find("column_int64")
    columnText = try find("column_text")
    columnSize = try find("column_bytes")
    guard open(path, &handle) == 0 else { throw Failure("SQLite cannot open \(path)") }
    try run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL")
  }

  deinit {
    for statement in statements { _ = finalize(statement) }
    _ = close(handle)
  }

  func run(_ sql: String) throws {
    guard execute(handle, sql, nil, nil, nil) == 0 else { throw Failure("SQLite refuses \(sql)") }
  }

  func statement(_ sql: String) throws -> OpaquePointer? {
    var statement: OpaquePointer?
    guard prepare(handle, sql, -1, &statement, nil) == 0 else { throw Failure("SQLite refuses \(sql)") }
    statements.append(statement)
    return statement
  }

  /// Runs a statement and calls `row` for each row.
  func run(_ statement: OpaquePointer?, _ columns: [Column], row: () throws -> Void = {}) throws {
    defer { _ = resetStatement(statement) }
    for (index, column) in columns.enumerated() {
      switch column {
      case .integer(let value): _ = bindInteger(statement, Int32(index + 1), Int64(value))
      case .text(let bytes):
        // -1 makes SQLite copy the bytes.
        bytes.withUnsafeBytes { bytes in
          _ = bindText(statement, Int32(index + 1), bytes.baseAddress, Int32(bytes.count), -1)
        }
      }
    }
    while true {
      switch stepOnce(statement) {
      case 100: try row()
      case 101: return
      case let code: throw Failure("SQLite failed: \(code)")
      }
    }
  }

  func integer(_ statement: OpaquePointer?, _ column: Int32) -> Int { Int(columnInteger(statement, column)) }

  func text(_ statement: OpaquePointer?, _ column: Int32) -> UnsafeRawBufferPointer {
    let start = columnText(statement, column)
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(columnSize(statement, column)))
  }
}
