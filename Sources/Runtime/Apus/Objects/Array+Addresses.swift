extension Array {
  /// Calls a function with the address of each element.
  ///
  /// In unspecialized code, a loop over the elements would copy each of them, retaining and releasing every string and
  /// list inside.
  @inline(__always) func forEachAddress(_ body: (UnsafePointer<Element>) -> Void) {
    withUnsafeBufferPointer { elements in
      guard var element = elements.baseAddress else { return }
      let end = element + elements.count
      while element < end {
        body(element)
        element += 1
      }
    }
  }
}
