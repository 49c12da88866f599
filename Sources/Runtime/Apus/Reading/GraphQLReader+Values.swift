// Enums, custom scalars, and leaves with any other wrapping.
extension GraphQLReader {
  /// Reads a non-null enum value.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func enumeration<Value: GraphQLEnum>(_ key: StaticString) throws -> Value {
    try seekRequired(key, "enum value")
    return try readEnumerationMember()
  }

  /// Reads a nullable enum value.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func enumerationOrNil<Value: GraphQLEnum>(_ key: StaticString) throws -> Value? {
    try seekRequired(key, "enum value or null")
    if try isNull() {
      try endMember()
      return nil
    }
    return try readEnumerationMember()
  }

  /// Reads a non-null list of non-null enum values.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func enumerations<Value: GraphQLEnum>(_ key: StaticString) throws -> [Value] {
    try value(key)
  }

  /// Reads a nullable list of non-null enum values.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func enumerationsOrNil<Value: GraphQLEnum>(_ key: StaticString) throws -> [Value]? {
    try value(key)
  }

  /// Reads a leaf with any wrapping: `[[String?]?]`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func value<Value: GraphQLCodable>(_ key: StaticString) throws -> Value {
    try member(key, "value") { try Value(_readingValue: &$0) }
  }

  /// Reads an optional leaf of an input; unset if the key is missing.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member has another type, or a decoder's `DecodingError`.
  public mutating func nullable<Value: GraphQLCodable>(_ key: StaticString) throws -> GraphQLNullable<Value> {
    try hasOptional(key, ofInput: true) ? GraphQLNullable(value(key) as Value?) : .unset
  }

  /// Reads a non-null custom scalar.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or is rejected by the codec, or a decoder's `DecodingError`.
  public mutating func scalar<Codec: GraphQLCodec>(
    _ key: StaticString, as codec: Codec.Type
  ) throws -> Codec.Value {
    try member(key, "value") { try $0.readScalar(as: codec) }
  }

  /// Reads a nullable custom scalar.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or is rejected by the codec, or a decoder's `DecodingError`.
  public mutating func scalarOrNil<Codec: GraphQLCodec>(
    _ key: StaticString, as codec: Codec.Type
  ) throws -> Codec.Value? {
    try memberOrNil(key, "value or null") { try $0.readScalar(as: codec) }
  }

  /// Reads an optional custom scalar of an input; unset if the key is missing.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is rejected by the codec, or a decoder's `DecodingError`.
  public mutating func nullableScalar<Codec: GraphQLCodec>(
    _ key: StaticString, as codec: Codec.Type
  ) throws -> GraphQLNullable<Codec.Value> {
    try hasOptional(key, ofInput: true) ? GraphQLNullable(scalarOrNil(key, as: codec)) : .unset
  }

  /// Reads a list.
  ///
  /// - Parameter readElement: reads the current element.
  /// - Throws: ``GraphQLDecodingError`` if the value is not a list, and errors of `readElement`.
  @inline(__always) public mutating func readList<Element>(
    _ readElement: (inout GraphQLReader) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    guard try enterList() else { return elements }
    repeat { elements.append(try readElement(&self)) } while try nextElement()
    return elements
  }

  /// Reads a list whose elements are read by a codec.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the value is not a list or the codec rejects an element.
  public mutating func readList<Codec: GraphQLCodec>(of codec: Codec.Type) throws -> [Codec.Value] {
    try readList { reader in try reader.readScalar(as: codec) }
  }

  /// Reads the current value with a codec. Errors of the codec are reported at the value's place.
  mutating func readScalar<Codec: GraphQLCodec>(as codec: Codec.Type) throws -> Codec.Value {
    if source != nil { return try decodedScalar(as: codec) }
    let start = p
    let (depth, frameCount) = (depth, frameCount)
    do {
      let value = try codec.read(from: &self)
      // The codec continued after an error inside a list or an object, so the position is lost.
      guard self.depth == depth, self.frameCount == frameCount else {
        throw GraphQLScalarError(expected: "a value that \(codec) reads without an error")
      }
      // A codec may create its value without reading anything.
      if p == start { try skipValue() }
      return value
    } catch {
      throw rejected(at: start, error)
    }
  }

  // A separate function, because otherwise the metadata of `DecodedScalar<Codec>` would be looked up for each value.
  @inline(never) private mutating func decodedScalar<Codec: GraphQLCodec>(as codec: Codec.Type) throws
    -> Codec.Value
  {
    try decoded(DecodedScalar<Codec>.self, "value").value
  }
}

/// A custom scalar from a `Decoder`.
struct DecodedScalar<Codec: GraphQLCodec>: Decodable, SampledScalar {
  let value: Codec.Value

  static var sample: GraphQLValue? { Codec.sample }
  static var codecName: String { "\(Codec.self)" }

  init(from decoder: any Decoder) throws {
    var reader = GraphQLReader(decoder)
    do {
      value = try Codec.read(from: &reader)
    } catch let error as GraphQLScalarError {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected \(error.expected)"))
    } catch let error where error is DecodingError || error is GraphQLFieldError || error is RequiredNull {
      throw error
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error))
    }
  }
}
