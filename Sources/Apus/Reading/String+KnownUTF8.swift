extension String {
  /// A string of bytes that were seen to be UTF-8, which the standard library need not find out again where it can be told.
  ///
  /// - Parameter isASCII: whether they were seen to be ASCII.
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
