#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A temporary file that is moved into place once all others are written.
struct StagedFile {
  /// The path after the file is complete.
  let path: String
  /// The temporary path, in the same folder.
  let temporary: String

  /// Moves the file into place atomically.
  func put() throws(FileError) {
    if rename(temporary, path) != 0 {
      let code = errno
      discard()
      throw FileError(path, code)
    }
  }

  /// Deletes the temporary file.
  func discard() { unlink(temporary) }
}
