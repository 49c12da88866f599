/// Parts of long work, between which others get a lock.
enum Slices {
  /// So few elements that a slice takes less than a tenth of a millisecond.
  static let size = 256

  static func forEach(of indices: Range<Int>, _ body: (Range<Int>) throws -> Void) rethrows {
    var start = indices.lowerBound
    while start < indices.upperBound {
      let end = min(start + size, indices.upperBound)
      try body(start..<end)
      start = end
    }
  }
}
