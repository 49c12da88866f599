extension GraphQLValue {
  /// Decodes any JSON from a collection of bytes: a `[UInt8]`, a `Data`, an `UnsafeRawBufferPointer`.
  ///
  /// - Parameters:
  ///   - json: the text in UTF-8.
  ///   - maximumDepth: the maximum nesting of objects and lists.
  /// - Throws: ``GraphQLDecodingError`` if the text is not valid JSON.
  public init(json: some Collection<UInt8>, maximumDepth: Int = GraphQLReader.defaultMaximumDepth) throws {
    self = try GraphQLReader.read(json, maximumDepth: maximumDepth) { reader in try reader.readValue() }
  }

  /// Decodes any JSON string.
  ///
  /// - Parameters:
  ///   - json: the text.
  ///   - maximumDepth: the maximum nesting of objects and lists.
  /// - Throws: ``GraphQLDecodingError`` if the text is not valid JSON.
  public init(json: String, maximumDepth: Int = GraphQLReader.defaultMaximumDepth) throws {
    self = try GraphQLValue(json: json.utf8, maximumDepth: maximumDepth)
  }

  /// Returns the value as compact JSON in UTF-8, with members sorted by name.
  ///
  /// - Throws: never for a ``GraphQLValue``, whose numbers are always valid JSON.
  public func json() throws -> [UInt8] {
    var writer = GraphQLWriter()
    writer.writeValue(self)
    return try writer.withBytes { Array($0) }
  }
}

extension GraphQLValue: GraphQLCodable {
  public init(_readingValue reader: inout GraphQLReader) throws { self = try reader.readValue() }
  public func _writeValue(to writer: inout GraphQLWriter) { writer.writeValue(self) }

  public init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: GraphQLKey.self) {
      self = .object(try members.values())
    } else if var elements = try? decoder.unkeyedContainer() {
      var list: [GraphQLValue] = []
      while !elements.isAtEnd { list.append(try elements.decode(GraphQLValue.self)) }
      self = .list(list)
    } else {
      let scalar = try decoder.singleValueContainer()
      if scalar.decodeNil() {
        self = .null
      } else if let bool = try? scalar.decode(Bool.self) {
        self = .bool(bool)
      } else if let string = try? scalar.decode(String.self) {
        self = .string(string)
      } else {
        self = .number(try scalar.decode(GraphQLNumber.self))
      }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: GraphQLKey.self)
      for (name, value) in members { try container.encode(value, forKey: GraphQLKey(stringValue: name)) }
    case .list(let elements): try elements.encode(to: encoder)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value): try value.encode(to: encoder)
    case .number(let value): try value.encode(to: encoder)
    case .string(let value): try value.encode(to: encoder)
    }
  }
}
