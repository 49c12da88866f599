#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is written beside its place, and is moved there when all others are written.
struct StagedFile {
  /// Where it belongs.
  let path: String
  /// Where it is, in the same folder.
  let temporary: String

  /// Moves the file to its place: a reader sees the old file or the new one.
  func put() throws(FileError) {
    if rename(temporary, path) != 0 {
      let code = errno
      discard()
      throw FileError(path, code)
    }
  }

  /// Deletes the file.
  func discard() { unlink(temporary) }
}
