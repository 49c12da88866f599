/// The SQLite constants that the storage uses.
///
/// Reference: <https://sqlite.org/rescode.html>, <https://sqlite.org/c3ref/c_open_autoproxy.html>.
enum SQLiteCode {
  static let ok: Int32 = 0
  /// The generic error, for failures without a specific code.
  static let error: Int32 = 1
  /// Another connection has locked the file.
  static let busy: Int32 = 5
  static let readOnly: Int32 = 8
  static let corrupt: Int32 = 11
  static let full: Int32 = 13
  static let notADatabase: Int32 = 26
  /// The extended code for a failed write, which SQLite reports for a file that may not grow, for example because of a quota.
  static let writeFailed: Int32 = 778
  static let row: Int32 = 100
  static let done: Int32 = 101

  /// A column of type BLOB.
  static let blob: Int32 = 4

  static let openReadOnly: Int32 = 0x1
  static let openReadWrite: Int32 = 0x2
  static let openURI: Int32 = 0x40
  /// Each connection is used by one thread at a time.
  static let openWithoutMutex: Int32 = 0x8000

  /// Encrypts the file on devices that support it; it becomes readable once the device has been unlocked after a restart. Only Apple's
  /// SQLite knows this flag.
  #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    static let openProtected: Int32 = 0x30_0000
  #else
    static let openProtected: Int32 = 0
  #endif
}
