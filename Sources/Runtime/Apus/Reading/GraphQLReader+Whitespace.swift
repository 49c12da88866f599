extension GraphQLReader {
  @inline(__always) static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == JSONByte.space || byte == JSONByte.newline || byte == JSONByte.carriageReturn
      || byte == JSONByte.tab
  }

  @inline(__always) mutating func skipWhitespace() {
    if p.pointee > JSONByte.space { return }
    while Self.isWhitespace(p.pointee) { p += 1 }
  }

  /// Skips white space after the last value, where only the end stops the loop.
  mutating func skipWhitespaceToEnd() {
    while p < end, Self.isWhitespace(p.pointee) { p += 1 }
  }
}
