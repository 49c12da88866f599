import ApusPlatform
import CApusSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// SQLite's functions, looked up at run time unless the program links SQLite.
///
/// An app linked to SQLite does not start on systems without it, such as Swift's slim images. This way it starts, and the cache works in
/// memory. It also needs no headers, and works the same on all systems. Reference: <https://sqlite.org/c3ref/funclist.html>.
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
  /// The last argument is the bytes' destructor: nil means that the caller keeps them valid.
  let bindBytes:
    @Sendable @convention(c) (Statement?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?) -> Int32
  let columnType: @Sendable @convention(c) (Statement?, Int32) -> Int32
  let columnNumber: @Sendable @convention(c) (Statement?, Int32) -> Int64
  let columnBytes: @Sendable @convention(c) (Statement?, Int32) -> UnsafeRawPointer?
  let columnCount: @Sendable @convention(c) (Statement?, Int32) -> Int32
  let errorMessage: @Sendable @convention(c) (Connection?) -> Text?
  /// The extended code of the last error.
  let errorDetail: @Sendable @convention(c) (Connection?) -> Int32

  /// The version, such as `3.40.1`.
  let version: String

  /// Whether the program links SQLite: by the package's trait LinkedLibraries.
  static let isLinked = apus_linked_sqlite("sqlite3_open_v2") != nil

  /// The linked library, or else the system's; nil if there is none that can be used.
  static let shared = SQLiteLibrary()

  static let advice = advice(isLinked: isLinked)

  static func advice(isLinked: Bool) -> String {
    if isLinked {
      return "usable libsqlite3: the one that this program links is older than 3.22, or built without threads"
    }
    #if canImport(Musl)
      return """
        libsqlite3 that a fully static program can load: link it by the trait LinkedLibraries of the package apus
        """
    #elseif canImport(Darwin) || os(Linux)
      return """
        libsqlite3: install it (Debian and Ubuntu: apt-get install libsqlite3-0; its headers are not needed), or link it by the \
        trait LinkedLibraries of the package apus
        """
    #else
      return "libsqlite3 that programs may load: link one by the trait LinkedLibraries of the package apus"
    #endif
  }

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
    let number: @convention(c) () -> Int32 = try function("libversion_number")
    // Version 3.22 (2018) is the first that can read a database in a read-only folder.
    guard isThreadSafe() != 0, number() >= 3_022_000 else { throw Missing() }
    let version: @convention(c) () -> Text = try function("libversion")
    self.version = String(cString: version())
  }

  private static func symbols() -> (String) -> UnsafeMutableRawPointer? {
    if isLinked { return { apus_linked_sqlite($0) } }
    #if canImport(Darwin)
      let names = ["/usr/lib/libsqlite3.dylib"]
    #elseif os(Linux) || os(Android)
      // The app may have SQLite linked in.
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
