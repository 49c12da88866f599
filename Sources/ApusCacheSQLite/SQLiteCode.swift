/// What SQLite's functions return, and what they take, as far as the storage knows it.
///
/// Reference: <https://sqlite.org/rescode.html>, <https://sqlite.org/c3ref/c_open_autoproxy.html>.
enum SQLiteCode {
  static let ok: Int32 = 0
  /// The general error, for what has no code of its own.
  static let error: Int32 = 1
  static let readOnly: Int32 = 8
  static let corrupt: Int32 = 11
  static let notADatabase: Int32 = 26
  static let row: Int32 = 100
  static let done: Int32 = 101

  /// The type of a column that has bytes.
  static let blob: Int32 = 4

  static let openReadOnly: Int32 = 0x1
  static let openReadWrite: Int32 = 0x2
  static let openURI: Int32 = 0x40
  /// One thread at a time uses a connection.
  static let openWithoutMutex: Int32 = 0x8000

  /// On devices that encrypt files: they can be read from the first time on that the device was unlocked. Apple's SQLite alone knows it.
  #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    static let openProtected: Int32 = 0x30_0000
  #else
    static let openProtected: Int32 = 0
  #endif
}
