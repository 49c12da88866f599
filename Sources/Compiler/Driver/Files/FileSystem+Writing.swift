#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileSystem {
  /// Creates a folder and its parents, unless it exists.
  package static func makeDirectory(_ path: String) throws(FileError) {
    if kind(of: path) == .directory { return }
    let parent = Path.parent(of: path)
    if parent != path, !parent.isEmpty { try makeDirectory(parent) }
    if mkdir(path, 0o777) != 0, errno != EEXIST { throw FileError(path, errno) }
  }

  /// Replaces the file at `path` atomically: readers, and runs after an interruption, see either the old or the new
  /// file.
  ///
  /// The new file is dated at least one second after the old one, unless that one's date is far in the future.
  package static func replace(_ path: String, with bytes: UnsafeBufferPointer<UInt8>) throws(FileError) {
    try stage(bytes, for: path).put()
  }

  /// Writes `bytes` to a temporary file next to `path`. ``StagedFile/put()`` moves it into place.
  static func stage(_ bytes: UnsafeBufferPointer<UInt8>, for path: String) throws(FileError) -> StagedFile {
    // A folder in the way must be detected before the first file is moved.
    if kind(of: path) == .directory { throw FileError(path, EISDIR) }
    let temporary = "\(path)\(temporaryInfix)\(getpid())"
    let options = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    var descriptor = open(temporary, options, 0o666)
    if descriptor < 0, errno == EEXIST {
      // A file of that name may be a link to somewhere else.
      unlink(temporary)
      descriptor = open(temporary, options, 0o666)
    }
    guard descriptor >= 0 else { throw FileError(path, errno) }
    let code = StandardStreams.write(UnsafeRawBufferPointer(bytes), to: descriptor)
    if code != 0 {
      close(descriptor)
      unlink(temporary)
      throw FileError(path, code)
    }
    date(descriptor, after: path)
    close(descriptor)
    return StagedFile(path: path, temporary: temporary)
  }

  /// Dates the open file at least one full second after the one at `path` that it will replace.
  ///
  /// On Linux, the Swift driver compares source dates in whole seconds. It would miss the second of two edits within a
  /// second and link the object file of the first.
  private static func date(_ descriptor: Int32, after path: String) {
    var (old, new) = (stat(), stat())
    guard stat(path, &old) == 0, fstat(descriptor, &new) == 0 else { return }
    #if canImport(Darwin)
      let (before, now) = (old.st_mtimespec, new.st_mtimespec)
    #else
      let (before, now) = (old.st_mtim, new.st_mtim)
    #endif
    // A date far in the future comes from an archive or a wrong clock, so ignore it.
    guard now.tv_sec <= before.tv_sec, before.tv_sec - now.tv_sec < 60 else { return }
    let later = timespec(tv_sec: before.tv_sec + 1, tv_nsec: 0)
    futimens(descriptor, [later, later])
  }

  /// Writes `text` to where `path` leads, like ``rewrite(_:with:)``, unless it is unchanged.
  ///
  /// - Returns: whether the text changed.
  @discardableResult
  package static func write(_ text: String, to path: String) throws(FileError) -> Bool {
    var text = text
    let result = text.withUTF8 { bytes in
      Result { () throws(FileError) -> Bool in
        if holds(bytes, at: path) { return false }
        try rewrite(path, with: bytes)
        return true
      }
    }
    return try result.get()
  }

  /// Writes `text` to a temporary file next to `path`, unless it is unchanged.
  ///
  /// - Returns: nil if there is nothing to write.
  static func stage(_ text: String, for path: String) throws(FileError) -> StagedFile? {
    var text = text
    let result = text.withUTF8 { bytes in
      Result { () throws(FileError) in holds(bytes, at: path) ? nil : try stage(bytes, for: path) }
    }
    return try result.get()
  }

  /// Replaces the contents of the file at `path` atomically, keeping its permissions and links to it. Anything that is
  /// not a regular file, such as `/dev/stdout`, is written to directly, because a device must not be replaced by a
  /// file.
  package static func rewrite(_ path: String, with bytes: UnsafeBufferPointer<UInt8>) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0 else { return try replace(path, with: bytes) }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFDIR:
      guard let resolved = realpath(path, nil) else { throw FileError(path, errno) }
      defer { free(resolved) }
      try replace(String(cString: resolved), with: bytes)
      if chmod(resolved, status.st_mode & 0o7777) != 0 { throw FileError(path, errno) }
    default:
      // Open it by its own path, because a pipe that `/dev/stdout` links to cannot be opened by another.
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw FileError(path, errno) }
      defer { close(descriptor) }
      let code = StandardStreams.write(UnsafeRawBufferPointer(bytes), to: descriptor)
      if code != 0 { throw FileError(path, code) }
    }
  }

  /// Deletes a file, if it exists.
  package static func remove(_ path: String) throws(FileError) {
    if unlink(path) != 0, errno != ENOENT { throw FileError(path, errno) }
  }

  /// Deletes temporary files that an interrupted ``replace(_:with:)`` left in a folder, unless their process is still
  /// running.
  package static func removeLeftovers(in directory: String) throws(FileError) {
    for name in try unsortedNames(in: directory) {
      guard let process = interruptedProcess(name), kill(process, 0) != 0, errno == ESRCH else { continue }
      try remove(Path.join(directory, name))
    }
  }

  private static let temporaryInfix = ".apusc-"

  /// The process that wrote the temporary file `name`; nil if it is not one.
  private static func interruptedProcess(_ name: String) -> pid_t? {
    let digits = name.utf8.reversed().prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }.count
    guard name.dropLast(digits).hasSuffix(temporaryInfix) else { return nil }
    return pid_t(name.suffix(digits))
  }
}
