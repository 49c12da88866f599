extension String {
  /// Creates a string from bytes known to be UTF-8, which the standard library then does not need to validate again
  /// where that is possible.
  ///
  /// - Parameter isASCII: whether they are known to be ASCII.
  @inline(__always) init(knownUTF8 bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
    #if compiler(>=6.2)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
        return
      }
    #endif
    self.init(decoding: bytes, as: UTF8.self)
  }
}
