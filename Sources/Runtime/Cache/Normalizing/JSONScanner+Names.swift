import Apus

extension JSONScanner {
  /// Steps over a name and its colon to the value.
  ///
  /// - Returns: the name with its quotes.
  @inline(__always) mutating func skipName() -> UnsafeBufferPointer<UInt8> {
    let start = p
    skipString()
    let name = UnsafeBufferPointer(start: start, count: p - start)
    skipSpace()
    if p < end { p += 1 }
    skipSpace()
    return name
  }
}
