/// A file that is read or written in pieces, like `FileHandle`, which `FoundationEssentials` lacks.
package final class OpenFile: Sendable {
  /// The process's standard error.
  package static let standardError = OpenFile(descriptor: STDERR_FILENO)

  private let descriptor: Int32

  /// Opens a file for reading.
  ///
  /// - Throws: ``SystemError``.
  package convenience init(forReading url: URL) throws { try self.init(url, O_RDONLY) }

  /// Creates a file, or empties it, for writing.
  ///
  /// - Throws: ``SystemError``.
  package convenience init(forWriting url: URL) throws { try self.init(url, O_WRONLY | O_CREAT | O_TRUNC) }

  private convenience init(_ url: URL, _ flags: Int32) throws {
    let descriptor = open(url.path, flags | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError.last }
    self.init(descriptor: descriptor)
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Reads the next bytes.
  ///
  /// - Returns: at most `count` bytes; empty at the end of the file.
  /// - Throws: ``SystemError``.
  package func read(upToCount count: Int) throws -> Data {
    var bytes = Data(count: count)
    let read = try bytes.withUnsafeMutableBytes { bytes in
      try Self.repeatedWhenInterrupted { ApusPlatform.read(descriptor, bytes.baseAddress, bytes.count) }
    }
    return bytes.prefix(read)
  }

  /// Writes all of `data`.
  ///
  /// - Throws: ``SystemError``.
  package func write(_ data: Data) throws {
    try data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        rest = rest.dropFirst(
          try Self.repeatedWhenInterrupted {
            ApusPlatform.write(descriptor, piece.baseAddress, piece.count)
          })
      }
    }
  }

  private static func repeatedWhenInterrupted(_ call: () -> Int) throws -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw SystemError.last }
    }
  }
}
