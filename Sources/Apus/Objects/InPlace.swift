extension Array {
  /// Calls a function with each element where it is stored.
  ///
  /// A loop in unspecialized code copies each element first, with a retain and a release for each text and list in it. What is
  /// passed as `inout` is not copied. Nothing may be written to it.
  @inline(__always) func forEachInPlace(_ body: (inout Element) -> Void) {
    withUnsafeBufferPointer { elements in
      guard var element = elements.baseAddress else { return }
      let end = element + elements.count
      while element < end {
        body(&UnsafeMutablePointer(mutating: element).pointee)
        element += 1
      }
    }
  }
}
