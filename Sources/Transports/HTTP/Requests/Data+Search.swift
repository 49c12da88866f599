import ApusPlatform

extension Data {
  /// The bytes at offsets from the start, which is not zero in a slice.
  package func slice(at offsets: Range<Int>) -> Data {
    self[(startIndex + offsets.lowerBound)..<(startIndex + offsets.upperBound)]
  }

  /// Whether the data contains the bytes of `text`. It runs on every response, so it works at the speed of memory.
  package func containsBytes(of text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    return withUnsafeBytes { bytes in
      guard var position = bytes.baseAddress else { return false }
      var left = bytes.count
      while left >= wanted.count, let found = memchr(position, Int32(first), left - wanted.count + 1) {
        if memcmp(found, wanted, wanted.count) == 0 { return true }
        let next = UnsafeRawPointer(found) + 1
        left -= next - position
        position = next
      }
      return false
    }
  }
}
