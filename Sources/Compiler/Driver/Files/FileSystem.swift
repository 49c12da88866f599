import ApusSource

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// File access through POSIX alone. The tool starts in every build and avoids Foundation's startup time.
package enum FileSystem {
  /// The kind of file that a path leads to, following links.
  package enum Kind {
    case file, directory
    /// A device, a pipe or a socket.
    case other
  }

  /// The kind of file at `path`, or nil if it does not exist.
  package static func kind(of path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  /// Whether `path` itself is a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The path without symbolic links. Components that do not exist stay as they are.
  package static func resolved(_ path: String) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    let parent = Path.parent(of: path)
    if parent.isEmpty || parent == path { return path }
    return Path.join(resolved(parent), Path.lastComponent(of: path))
  }

  /// The folder that relative paths start from; nil if it was deleted.
  package static var currentDirectory: String? {
    guard let text = getcwd(nil, 0) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  // MARK: - Reading

  /// The path that denotes standard input.
  package static let standardInput = "-"
  /// The name of standard input in diagnostics.
  package static let standardInputName = "<stdin>"

  /// Standard input can only be read once, but a command may read a file several times.
  private static let standardInputText: Result<[UInt8], FileError> = Result { () throws(FileError) in
    let source = try read(standardInputName, from: STDIN_FILENO)
    return Array(UnsafeBufferPointer(start: source.bytes, count: source.count))
  }

  /// Reads a whole file, or standard input for ``standardInput``.
  ///
  /// - Throws: ``FileError`` if it cannot be opened or read, is a folder, or is larger than 4 GB.
  package static func read(_ path: String) throws(FileError) -> SourceFile {
    if path == standardInput {
      return SourceFile(path: standardInputName, bytes: try standardInputText.get())
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path, errno) }
    defer { close(descriptor) }
    return try read(path, from: descriptor)
  }

  private static func read(_ path: String, from descriptor: Int32) throws(FileError) -> SourceFile {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(path, errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw FileError(path, EISDIR) }
    // The size is only a hint: pipes have none, and a file may be growing.
    var capacity = max(Int(status.st_size), 0)
    guard capacity < Int(UInt32.max) else { throw FileError(path, EFBIG) }
    capacity += SourceFile.sentinelCount + 1
    var buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    var count = 0
    while true {
      let wanted = capacity - SourceFile.sentinelCount - count
      let received = systemRead(descriptor, buffer + count, wanted)
      if received < 0, errno == EINTR { continue }
      if received < 0 || count + received >= Int(UInt32.max) {
        let code = received < 0 ? errno : EFBIG
        buffer.deallocate()
        throw FileError(path, code)
      }
      if received == 0 { break }
      count += received
      if count == capacity - SourceFile.sentinelCount {
        capacity *= 2
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: buffer, count: count)
        buffer.deallocate()
        buffer = larger
      }
    }
    (buffer + count).initialize(repeating: 0, count: SourceFile.sentinelCount)
    return SourceFile(path: path, owning: buffer, count: count)
  }

  /// The names in a folder in byte order, without `.` and `..`.
  package static func names(in path: String) throws(FileError) -> [String] {
    try unsortedNames(in: path).sorted { ByteOrder.precedes($0, $1) }
  }

  /// The names in a folder in any order.
  package static func unsortedNames(in path: String) throws(FileError) -> [String] {
    try unsortedEntries(in: path).map(\.name)
  }

  /// The contents of a folder in byte order of names, each with its kind; nil if it no longer exists.
  package static func entries(in path: String) throws(FileError) -> [(name: String, kind: Kind?)] {
    let entries = try unsortedEntries(in: path).sorted { ByteOrder.precedes($0.name, $1.name) }
    return entries.map { name, type in
      // Most file systems report the kind with the name. Otherwise, and for links, ask for the file's status.
      if type == UInt8(DT_REG) { return (name, .file) }
      if type == UInt8(DT_DIR) { return (name, .directory) }
      return (name, kind(of: Path.join(path, name)))
    }
  }

  private static func unsortedEntries(in path: String) throws(FileError) -> [(name: String, type: UInt8)] {
    guard let directory = opendir(path) else { throw FileError(path, errno) }
    defer { closedir(directory) }
    var names: [(name: String, type: UInt8)] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append((name, entry.pointee.d_type)) }
    }
    return names
  }

  /// The identity of a folder, whatever path leads there; nil if it does not exist.
  package static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return FileIdentity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
  }

  /// The size and modification date of a file as a string; nil if it does not exist.
  package static func stamp(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return "\(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
  }

  /// The state of a file, for detecting changes; nil if it does not exist.
  package static func state(of path: String) -> FileState? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    return FileState(
      size: Int(status.st_size), number: UInt64(status.st_ino), modified: milliseconds(modified),
      nanoseconds: Int(modified.tv_nsec), changed: milliseconds(changed))
  }

  private static func milliseconds(_ time: timespec) -> Int {
    Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  /// Whether the file at `path` contains exactly `bytes`.
  package static func holds(_ bytes: UnsafeBufferPointer<UInt8>, at path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size == bytes.count
    else { return false }
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    defer { buffer.deallocate() }
    var compared = 0
    while compared < bytes.count, let base = bytes.baseAddress {
      let count = systemRead(descriptor, buffer, bytes.count - compared)
      if count < 0, errno == EINTR { continue }
      if count <= 0 || memcmp(buffer, base + compared, count) != 0 { return false }
      compared += count
    }
    return true
  }
}

/// A file's identity in the file system.
package struct FileIdentity: Hashable {
  var device: UInt64
  var number: UInt64
}

/// The state of a file in the file system.
package struct FileState: Equatable {
  /// The size in bytes.
  package var size: Int
  /// The inode number, which differs if an editor replaced the file.
  package var number: UInt64
  /// When the contents were modified: milliseconds since 1970, and the remaining nanoseconds.
  package var modified: Int
  package var nanoseconds: Int
  /// When the contents or attributes were changed.
  package var changed: Int
}

/// An error from the operating system.
package struct FileError: Error {
  package let path: String
  /// The system's description, for example `Permission denied`.
  package let reason: String

  init(_ path: String, _ code: Int32) {
    self.path = path
    reason = String(cString: strerror(code))
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
