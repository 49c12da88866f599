// Lets codecs parse and produce bytes without creating a String.
extension GraphQLReader {
  /// Reads a string and passes its bytes to a function.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the value is not a string, or is not valid JSON or UTF-8.
  @inline(__always) mutating func readText<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result {
    if p.pointee == JSONByte.quote {
      let start = p + 1
      let count = JSONString.asciiRun(start, end)
      if start + count < end, start[count] == JSONByte.quote {
        let result = try body(UnsafeBufferPointer(start: start, count: count))
        p = start + (count &+ 1)
        return result
      }
    }
    var text = try readString()
    return try text.withUTF8(body)
  }
}

extension GraphQLWriter {
  /// Writes a string of at most `capacity` ASCII bytes that need no escaping.
  ///
  /// - Parameter store: stores the bytes and returns their number.
  @inline(__always) mutating func writeText(
    capacity: Int, _ store: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    guard destination == .json else {
      return writeString(
        String(unsafeUninitializedCapacity: capacity) { text in text.baseAddress.map(store) ?? 0 })
    }
    reserve(capacity &+ 2)
    self.store(JSONByte.quote)
    count &+= store(bytes + count)
    self.store(JSONByte.quote)
  }
}
