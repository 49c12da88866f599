// Enums, custom scalars, and leaves with any other wrapping.
extension ObjectReader {
  /// A non-null enum value.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func enumeration<Value: GraphQLEnum>(_ key: StaticString) throws -> Value {
    guard try seek(key) else { return try decodedMember(key, Value.self, "enum value") }
    return try readEnumerationMember()
  }

  /// A nullable enum value.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func enumerationOrNil<Value: GraphQLEnum>(_ key: StaticString) throws -> Value? {
    guard try seek(key) else { return try decodedMember(key, Value?.self, "enum value or null") }
    if try isNull() {
      try endMember()
      return nil
    }
    return try readEnumerationMember()
  }

  /// A non-null list of non-null enum values.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func enumerations<Value: GraphQLEnum>(_ key: StaticString) throws -> [Value] {
    try value(key)
  }

  /// A nullable list of non-null enum values.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func enumerationsOrNil<Value: GraphQLEnum>(_ key: StaticString) throws -> [Value]? {
    try value(key)
  }

  /// A leaf with any wrapping: `[[String?]?]`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func value<Value: GraphQLCodable>(_ key: StaticString) throws -> Value {
    guard try seek(key) else { return try decodedLeaf(key) }
    let value = try Value(_readingValue: &self)
    try endMember()
    return value
  }

  /// An optional leaf of an input; unset if the key is missing.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member has another type, or a decoder's `DecodingError`.
  public mutating func nullable<Value: GraphQLCodable>(_ key: StaticString) throws -> GraphQLNullable<Value> {
    guard try has(key) else { return .unset }
    return GraphQLNullable(try value(key) as Value?)
  }

  /// A non-null custom scalar.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or is rejected by the codec, or a decoder's `DecodingError`.
  public mutating func scalar<Codec: GraphQLCodec>(
    _ key: StaticString, as codec: Codec.Type
  ) throws -> Codec.Value {
    guard try seek(key) else { return try decodedScalar(key, as: codec) }
    let value = try readScalar(as: codec)
    try endMember()
    return value
  }

  /// A nullable custom scalar.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or is rejected by the codec, or a decoder's `DecodingError`.
  public mutating func scalarOrNil<Codec: GraphQLCodec>(
    _ key: StaticString, as codec: Codec.Type
  ) throws -> Codec.Value? {
    guard try seek(key) else { return try decodedScalarOrNil(key, as: codec) }
    let value = try isNull() ? nil : readScalar(as: codec)
    try endMember()
    return value
  }

  // A separate function, because otherwise the metadata of `DecodedScalar<Codec>` would be looked up for each value.

  @inline(never) private func decodedLeaf<Value: GraphQLCodable>(_ key: StaticString) throws -> Value {
    try decodedMember(key, DecodedLeaf<Value>.self, "value").value
  }

  @inline(never) private func decodedScalar<Codec: GraphQLCodec>(
    _ key: StaticString, as codec: Codec.Type
  ) throws -> Codec.Value { try decodedMember(key, DecodedScalar<Codec>.self, "value").value }

  @inline(never) private func decodedScalarOrNil<Codec: GraphQLCodec>(
    _ key: StaticString, as codec: Codec.Type
  ) throws -> Codec.Value? { try decodedMember(key, DecodedScalar<Codec>?.self, "value or null")?.value }

  /// An optional custom scalar of an input; unset if the key is missing.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is rejected by the codec, or a decoder's `DecodingError`.
  public mutating func nullableScalar<Codec: GraphQLCodec>(
    _ key: StaticString, as codec: Codec.Type
  ) throws -> GraphQLNullable<Codec.Value> {
    guard try has(key) else { return .unset }
    return GraphQLNullable(try scalarOrNil(key, as: codec))
  }

  /// Reads a list.
  ///
  /// - Parameter readElement: reads the current element.
  /// - Throws: ``GraphQLDecodingError`` if the value is not a list, and errors of `readElement`.
  public mutating func readList<Element>(
    _ readElement: (inout ObjectReader) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    if let decoder {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        var reader = ObjectReader(value: try container.superDecoder())
        elements.append(try readElement(&reader))
      }
      return elements
    }
    guard try enterList() else { return elements }
    repeat { elements.append(try readElement(&self)) } while try nextElement()
    return elements
  }

  /// Reads a list whose elements are read by a codec.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the value is not a list or the codec rejects an element.
  public mutating func readList<Codec: GraphQLCodec>(of codec: Codec.Type) throws -> [Codec.Value] {
    if let decoder {
      return try decoder.singleValueContainer().decode([DecodedScalar<Codec>].self).map(\.value)
    }
    return try readList { reader in try reader.readScalar(as: codec) }
  }

  /// Reads the current value with a codec. Errors of the codec are reported at the value's place.
  mutating func readScalar<Codec: GraphQLCodec>(as codec: Codec.Type) throws -> Codec.Value {
    let start = p
    let (depth, frameCount) = (depth, frameCount)
    do {
      let value = try codec.read(from: &self)
      // The codec continued after an error inside a list or an object, so the position is lost.
      guard self.depth == depth, self.frameCount == frameCount else {
        throw GraphQLScalarError(expected: "a value that \(codec) reads without an error")
      }
      // A codec may create its value without reading anything.
      if p == start, !isBacked { try skipValue() }
      return value
    } catch {
      throw refused(at: start, error)
    }
  }
}

/// A leaf with any wrapping from a `Decoder`. It is read element by element, so that errors have the element's path.
struct DecodedLeaf<Value: GraphQLCodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    var reader = ObjectReader(value: decoder)
    value = try Value(_readingValue: &reader)
  }
}

/// A custom scalar from a `Decoder`.
struct DecodedScalar<Codec: GraphQLCodec>: Decodable, SampledScalar {
  let value: Codec.Value

  static var sample: GraphQLValue? { Codec.sample }
  static var codecName: String { "\(Codec.self)" }

  init(from decoder: any Decoder) throws {
    var reader = ObjectReader(value: decoder)
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
