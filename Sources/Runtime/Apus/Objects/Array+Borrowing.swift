extension Array {
  /// Calls a function with each element, without copying it.
  ///
  /// In unspecialized code, a loop over the elements would copy each of them, retaining and releasing every string and
  /// list inside.
  @inline(__always) func forEachBorrowed(_ body: (borrowing Element) -> Void) {
    withUnsafeBufferPointer { elements in elements.forEachBorrowed(body) }
  }
}

// For elements that cannot be copied, so that the compiler does not copy those that can.
extension UnsafeBufferPointer where Element: ~Copyable {
  @inline(__always) fileprivate func forEachBorrowed(_ body: (borrowing Element) -> Void) {
    guard var element = baseAddress else { return }
    let end = element + count
    while element < end {
      body(element.pointee)
      element += 1
    }
  }
}
