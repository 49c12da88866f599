// Enums, custom scalars, and leaves in every other wrapping.
extension ObjectReader {
  /// An enum value, not null.
  public mutating func enumeration<Value: GraphQLEnum>(_ key: StaticString) throws -> Value {
    guard try seek(key) else { return try decodedMember(key, Value.self, "enum value") }
    return try readEnumerationMember()
  }

  /// An enum value or null.
  public mutating func enumerationOrNil<Value: GraphQLEnum>(_ key: StaticString) throws -> Value? {
    guard try seek(key) else { return try decodedMember(key, Value?.self, "enum value or null") }
    if try isNull() {
      try endMember()
      return nil
    }
    return try readEnumerationMember()
  }

  /// A list of enum values; neither it nor its elements are null.
  public mutating func enumerations<Value: GraphQLEnum>(_ key: StaticString) throws -> [Value] {
    try value(key)
  }

  /// A list of enum values, or null; its elements are not null.
  public mutating func enumerationsOrNil<Value: GraphQLEnum>(_ key: StaticString) throws -> [Value]? {
    try value(key)
  }

  /// A leaf in any wrapping: `[[String?]?]`.
  public mutating func value<Value: GraphQLCodable>(_ key: StaticString) throws -> Value {
    guard try seek(key) else { return try decodedLeaf(key) }
    let value = try Value(_readingValue: &self)
    try endMember()
    return value
  }

  /// An optional leaf of an input: unset when the key is missing.
  public mutating func nullable<Value: GraphQLCodable>(_ key: StaticString) throws -> GraphQLNullable<Value> {
    guard try has(key) else { return .unset }
    return GraphQLNullable(try value(key) as Value?)
  }

  /// A custom scalar, not null.
  public mutating func scalar<Codec: GraphQLCodec>(
    _ key: StaticString, as codec: Codec.Type
  ) throws -> Codec.Value {
    guard try seek(key) else { return try decodedScalar(key, as: codec) }
    let value = try readScalar(as: codec)
    try endMember()
    return value
  }

  /// A custom scalar or null.
  public mutating func scalarOrNil<Codec: GraphQLCodec>(
    _ key: StaticString, as codec: Codec.Type
  ) throws -> Codec.Value? {
    guard try seek(key) else { return try decodedScalarOrNil(key, as: codec) }
    let value = try isNull() ? nil : readScalar(as: codec)
    try endMember()
    return value
  }

  // Apart, because the metadata of `DecodedScalar<Codec>` would be looked up for each value that is read.

  @inline(never) private func decodedLeaf<Value: GraphQLCodable>(_ key: StaticString) throws -> Value {
    try decodedMember(key, DecodedLeaf<Value>.self, "value").value
  }

  @inline(never) private func decodedScalar<Codec: GraphQLCodec>(
    _ key: StaticString, as codec: Codec.Type
  ) throws -> Codec.Value { try decodedMember(key, DecodedScalar<Codec>.self, "value").value }

  @inline(never) private func decodedScalarOrNil<Codec: GraphQLCodec>(
    _ key: StaticString, as codec: Codec.Type
  ) throws -> Codec.Value? { try decodedMember(key, DecodedScalar<Codec>?.self, "value or null")?.value }

  /// An optional input of a custom scalar: unset when the key is missing.
  public mutating func nullableScalar<Codec: GraphQLCodec>(
    _ key: StaticString, as codec: Codec.Type
  ) throws -> GraphQLNullable<Codec.Value> {
    guard try has(key) else { return .unset }
    return GraphQLNullable(try scalarOrNil(key, as: codec))
  }

  /// Reads a list.
  ///
  /// - Parameter readElement: reads the element that the reader stands on.
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

  /// Reads a list whose elements a codec reads.
  public mutating func readList<Codec: GraphQLCodec>(of codec: Codec.Type) throws -> [Codec.Value] {
    if let decoder {
      return try decoder.singleValueContainer().decode([DecodedScalar<Codec>].self).map(\.value)
    }
    return try readList { reader in try reader.readScalar(as: codec) }
  }

  /// Reads the value that the reader stands on through a codec; what the codec throws is reported at its place.
  mutating func readScalar<Codec: GraphQLCodec>(as codec: Codec.Type) throws -> Codec.Value {
    let start = p
    let (depth, frameCount) = (depth, frameCount)
    do {
      let value = try codec.read(from: &self)
      // A codec that went on after an error within a list or an object has lost its place.
      guard self.depth == depth, self.frameCount == frameCount else {
        throw GraphQLScalarError(expected: "a value that \(codec) reads without an error")
      }
      // A codec may make its value of nothing.
      if p == start, !isBacked { try skipValue() }
      return value
    } catch {
      throw refused(at: start, error)
    }
  }
}

/// A leaf in any wrapping behind a `Decoder`: read element by element, so that errors have the element's place.
struct DecodedLeaf<Value: GraphQLCodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    var reader = ObjectReader(value: decoder)
    value = try Value(_readingValue: &reader)
  }
}

/// A custom scalar behind a `Decoder`.
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
