#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

enum StandardError {
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { systemWrite($0 + written, bytes.count - written) } ?? 0
      }
      if count <= 0 { return }
      written += count
    }
  }
}

private func systemWrite(_ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(STDERR_FILENO, bytes, count)
}
