// The continuations of methods that found no token: they use the decoder, or report the value. They are never inlined, so that reading bytes does not
// become slower.
extension GraphQLReader {
  @inline(never) mutating func enterDecodedObject() throws {
    source = try decoding("object") { try DecodedObject(in: $0) }
  }

  /// Skips the members that were not read, or leaves a decoder's object.
  ///
  /// - Returns: whether the object has been left.
  @inline(never) mutating func leaveEarly() throws -> Bool {
    guard let source else {
      try skipMembers()
      return false
    }
    self.source = source.outer
    return true
  }

  @inline(never) mutating func enterDecodedList() throws -> Bool {
    source = try decoding("list") { try DecodedList(in: $0) }
    return try nextDecodedElement()
  }

  @inline(never) mutating func nextDecodedElement() throws -> Bool {
    guard let source else { throw invalid(expected: "',' or ']'") }
    if try source.next() { return true }
    self.source = source.outer
    return false
  }

  @inline(never) mutating func select(_ key: StaticString) -> Bool { source?.select(key) ?? false }

  @inline(never) mutating func decoderHas(_ key: StaticString) -> Bool { source?.has(key) ?? false }

  @inline(never) mutating func decodedNull() throws -> Bool { try source?.isNull() ?? false }

  /// Reads the current value from the decoder. Without one, no value of the expected type begins here.
  @inline(never) mutating func decoding<Result>(
    _ expected: StaticString, _ body: (any DecoderSource) throws -> Result
  ) throws -> Result {
    guard let source else { throw mismatch(expected: expected.description) }
    do {
      return try body(source)
    } catch let error as DecodingError {
      throw DecodedErrors.cause(of: error)
    } catch  where !(error is GraphQLFieldError || error is RequiredNull) {
      // This is how `JSONDecoder` reports an out-of-range number.
      throw DecodingError.dataCorrupted(
        .init(codingPath: source.path, debugDescription: "expected \(expected)", underlyingError: error))
    }
  }

  /// Decodes the current value, and throws the same errors as `decoding`.
  @inline(never) mutating func decoded<Value: Decodable>(_ type: Value.Type, _ expected: StaticString) throws
    -> Value
  {
    try decoding(expected) { try $0.decode(type) }
  }
}
