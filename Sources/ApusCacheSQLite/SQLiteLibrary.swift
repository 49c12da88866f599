import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The functions of SQLite that the storage calls, found at run time.
///
/// A program that linked to the library would not start where it is missing, as in the slim images of Swift. This one starts, and its cache
/// works in memory. No headers are needed either, and all systems go the same way.
/// Reference: <https://sqlite.org/c3ref/funclist.html>.
struct SQLiteLibrary: Sendable {
  typealias Connection = OpaquePointer
  typealias Statement = OpaquePointer
  typealias Text = UnsafePointer<CChar>

  let open: @Sendable @convention(c) (Text, UnsafeMutablePointer<Connection?>, Int32, Text?) -> Int32
  let close: @Sendable @convention(c) (Connection?) -> Int32
  let execute:
    @Sendable @convention(c) (
      Connection?, Text, UnsafeRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
    ) -> Int32
  let prepare:
    @Sendable @convention(c) (
      Connection?, Text, Int32, UnsafeMutablePointer<Statement?>, UnsafeMutableRawPointer?
    ) -> Int32
  let step: @Sendable @convention(c) (Statement?) -> Int32
  let reset: @Sendable @convention(c) (Statement?) -> Int32
  let finalize: @Sendable @convention(c) (Statement?) -> Int32
  let bindNumber: @Sendable @convention(c) (Statement?, Int32, Int64) -> Int32
  /// The last argument says how the bytes are kept: nil leaves them with the caller.
  let bindBytes:
    @Sendable @convention(c) (Statement?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?) -> Int32
  let columnType: @Sendable @convention(c) (Statement?, Int32) -> Int32
  let columnNumber: @Sendable @convention(c) (Statement?, Int32) -> Int64
  let columnBytes: @Sendable @convention(c) (Statement?, Int32) -> UnsafeRawPointer?
  let columnCount: @Sendable @convention(c) (Statement?, Int32) -> Int32
  let errorMessage: @Sendable @convention(c) (Connection?) -> Text?
  /// What the last error was in detail.
  let errorDetail: @Sendable @convention(c) (Connection?) -> Int32

  /// The system's library; nil when there is none that can be used.
  static let shared = SQLiteLibrary()

  /// What to do where there is no library.
  static let advice = """
    libsqlite3, which this system does not have: install it (Debian and Ubuntu: apt-get install libsqlite3-0; its headers \
    are not needed)
    """

  private struct Missing: Error {}

  private init?() {
    guard let library = try? SQLiteLibrary(complete: SQLiteLibrary.symbols()) else { return nil }
    self = library
  }

  private init(complete address: (String) -> UnsafeMutableRawPointer?) throws {
    func function<Function>(_ name: String) throws -> Function {
      guard let address = address("sqlite3_" + name) else { throw Missing() }
      return unsafeBitCast(address, to: Function.self)
    }
    open = try function("open_v2")
    close = try function("close_v2")
    execute = try function("exec")
    prepare = try function("prepare_v2")
    step = try function("step")
    reset = try function("reset")
    finalize = try function("finalize")
    bindNumber = try function("bind_int64")
    bindBytes = try function("bind_blob")
    columnType = try function("column_type")
    columnNumber = try function("column_int64")
    columnBytes = try function("column_blob")
    columnCount = try function("column_bytes")
    errorMessage = try function("errmsg")
    errorDetail = try function("extended_errcode")
    let isThreadSafe: @convention(c) () -> Int32 = try function("threadsafe")
    let version: @convention(c) () -> Int32 = try function("libversion_number")
    // From 3.22 (2018) on a database can be read that cannot be written.
    guard isThreadSafe() != 0, version() >= 3_022_000 else { throw Missing() }
  }

  private static func symbols() -> (String) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin)
      let names = ["/usr/lib/libsqlite3.dylib"]
    #elseif os(Linux) || os(Android)
      // A program that has SQLite within has it already.
      if dlsym(nil, "sqlite3_open_v2") != nil { return { dlsym(nil, $0) } }
      let names = ["libsqlite3.so.0", "libsqlite3.so"]
    #else
      let names: [String] = []
    #endif
    #if canImport(Darwin) || os(Linux) || os(Android)
      let library = names.lazy.compactMap { dlopen($0, RTLD_NOW) }.first
      return { name in library.flatMap { dlsym($0, name) } }
    #else
      return { _ in nil }
    #endif
  }
}
