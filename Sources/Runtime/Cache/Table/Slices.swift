import ApusPlatform

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

  /// Calls `body` with each part while it holds a lock, which others get in between.
  static func forEach(
    of indices: Range<Int>, locking mutex: Mutex, _ body: (Range<Int>) throws -> Void
  ) rethrows {
    try forEach(of: indices) { slice in
      mutex.lock()
      defer { mutex.unlock() }
      try body(slice)
    }
  }
}
