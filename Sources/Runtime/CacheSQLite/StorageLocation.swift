import ApusCache
import ApusPlatform

/// A storage's file, and the library that reads it.
struct StorageLocation {
  let library: SQLiteLibrary
  let path: String

  /// - Throws: `GraphQLStorageError`.
  init(_ url: URL) throws {
    guard let library = SQLiteLibrary.shared else {
      throw GraphQLStorageError.missingLibrary(SQLiteLibrary.advice)
    }
    guard url.isFileURL else { throw GraphQLStorageError.failed("\(url) is not a file URL") }
    self.library = library
    path = StorageFile.resolved(url).path
  }
}
