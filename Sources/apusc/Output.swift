#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where a command's words go.
struct Output {
  /// What was asked for: standard output.
  var result: (String) -> Void
  /// What went wrong: standard error.
  var failure: (String) -> Void
  /// Whether ``failure`` leads to a terminal that shows colours.
  var showsColor = false

  static var standard: Output {
    // https://no-color.org
    let showsColor = isatty(STDERR_FILENO) != 0 && getenv("NO_COLOR") == nil
    return Output(
      result: { write($0, to: STDOUT_FILENO) }, failure: { write($0, to: STDERR_FILENO) },
      showsColor: showsColor)
  }

  /// Writes all of `text`, unless nobody reads it any more.
  static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var written = 0
      while written < bytes.count, let base = bytes.baseAddress {
        let count = systemWrite(descriptor, base + written, bytes.count - written)
        // Nobody reads any more: there is nobody left to tell.
        if count < 0, errno != EINTR { return }
        written += max(count, 0)
      }
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafePointer<UInt8>, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
