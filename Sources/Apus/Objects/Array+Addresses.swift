extension Array {
  /// Calls a function with the address of each element.
  ///
  /// A loop over the elements in unspecialized code copies each of them, with a retain and a release for each text and list in it.
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
