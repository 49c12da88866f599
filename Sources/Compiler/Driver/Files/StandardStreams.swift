#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes to standard output, standard error and other open descriptors.
package enum StandardStreams {
  /// Writes a command's result to standard output.
  ///
  /// A full disk must not look like success, so the process exits with code 1 if the text cannot be written. If the
  /// reader closed the pipe, like `head`, it exits without a message.
  package static func writeResult(_ text: String) {
    let code = write(text, to: STDOUT_FILENO)
    if code == 0 { return }
    if code != EPIPE {
      writeMessage("error: Standard output cannot be written: \(String(cString: strerror(code))).\n")
    }
    exit(1)
  }

  /// Writes a diagnostic to standard error. Failures cannot be reported anywhere, so they are ignored.
  package static func writeMessage(_ text: String) {
    _ = write(text, to: STDERR_FILENO)
  }

  /// Writes all of `text`.
  ///
  /// - Returns: 0, or the system's error code.
  package static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Writes all of `bytes`, in as many calls as necessary.
  ///
  /// - Returns: 0, or the system's error code.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var written = 0
    while written < bytes.count, let base = bytes.baseAddress {
      let count = systemWrite(descriptor, base + written, bytes.count - written)
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
