#if os(Linux)
  import ApusPlatform

  /// The bytes of a body as they arrive.
  ///
  /// The buffer grows with `realloc`, which moves pages instead of copying them. So a large body is never in memory twice, and reserved bytes use no
  /// memory until they are written.
  struct ReceivedBytes: ~Copyable {
    private var start: UnsafeMutableRawPointer?
    private(set) var count = 0
    private var capacity = 0

    deinit { free(start) }

    /// Reserves a total number of bytes.
    ///
    /// - Returns: false if there is not enough memory.
    mutating func reserve(_ wanted: Int) -> Bool {
      if wanted <= capacity { return true }
      guard let moved = realloc(start, wanted) else { return false }
      start = moved
      capacity = wanted
      return true
    }

    /// Adds bytes.
    ///
    /// - Returns: false if there is not enough memory.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
      guard let source = bytes.baseAddress else { return true }
      let needed = count + bytes.count
      if needed > capacity, !reserve(max(needed, capacity * 2, 1024)) { return false }
      guard let start else { return false }
      memcpy(start + count, source, bytes.count)
      count = needed
      return true
    }

    /// Takes the bytes and leaves the buffer empty.
    mutating func take() -> Data {
      guard let start, count > 0 else { return Data() }
      let kept = (capacity > count ? realloc(start, count) : start) ?? start
      let data = Data(bytesNoCopy: kept, count: count, deallocator: .free)
      self.start = nil
      count = 0
      capacity = 0
      return data
    }
  }
#endif
