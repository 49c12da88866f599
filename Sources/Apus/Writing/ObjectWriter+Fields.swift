// What emitted code calls: one method for each kind of field, named by type, so that nothing is overloaded. Nil is null.
extension ObjectWriter {
  /// A `String`.
  public mutating func string(_ key: StaticString, _ value: String?) throws {
    guard destination == .json else { return try pass(key, value) }
    writeName(key)
    if let value { storeString(value) } else { storeNull() }
  }

  /// A `[String!]`.
  public mutating func strings(_ key: StaticString, _ values: [String]?) throws {
    guard destination == .json else { return try pass(key, values) }
    writeName(key)
    guard let values else { return storeNull() }
    append(JSONByte.openBracket)
    for value in values {
      storeString(value)
      append(JSONByte.comma)
    }
    closeList(values.isEmpty)
  }

  /// An `Int`.
  public mutating func int(_ key: StaticString, _ value: Int?) throws {
    guard destination == .json else { return try pass(key, value) }
    writeName(key)
    if let value { storeInt(value) } else { storeNull() }
  }

  /// An `[Int!]`.
  public mutating func ints(_ key: StaticString, _ values: [Int]?) throws {
    guard destination == .json else { return try pass(key, values) }
    writeName(key)
    guard let values else { return storeNull() }
    append(JSONByte.openBracket)
    for value in values {
      storeInt(value)
      append(JSONByte.comma)
    }
    closeList(values.isEmpty)
  }

  /// A `Float`.
  public mutating func double(_ key: StaticString, _ value: Double?) throws {
    guard destination == .json else { return try pass(key, value) }
    writeName(key)
    if let value { try storeDouble(value) } else { storeNull() }
  }

  /// A `[Float!]`.
  public mutating func doubles(_ key: StaticString, _ values: [Double]?) throws {
    guard destination == .json else { return try pass(key, values) }
    writeName(key)
    guard let values else { return storeNull() }
    append(JSONByte.openBracket)
    for value in values {
      try storeDouble(value)
      append(JSONByte.comma)
    }
    closeList(values.isEmpty)
  }

  /// A `Boolean`.
  public mutating func bool(_ key: StaticString, _ value: Bool?) throws {
    guard destination == .json else { return try pass(key, value) }
    writeName(key)
    if let value { storeBool(value) } else { storeNull() }
  }

  /// A `[Boolean!]`.
  public mutating func bools(_ key: StaticString, _ values: [Bool]?) throws {
    guard destination == .json else { return try pass(key, values) }
    writeName(key)
    guard let values else { return storeNull() }
    append(JSONByte.openBracket)
    for value in values {
      storeBool(value)
      append(JSONByte.comma)
    }
    closeList(values.isEmpty)
  }

  /// An `ID`.
  public mutating func id(_ key: StaticString, _ value: String?) throws { try string(key, value) }

  /// An `[ID!]`.
  public mutating func ids(_ key: StaticString, _ values: [String]?) throws { try strings(key, values) }

  /// An object.
  public mutating func selection<Object: GraphQLObject>(_ key: StaticString, _ object: Object?) throws {
    guard destination == .json else { return try pass(key, object) }
    writeName(key)
    guard let object else { return storeNull() }
    try object.writeValue(to: &self)
  }

  /// A list of objects.
  public mutating func selections<Object: GraphQLObject>(_ key: StaticString, _ objects: [Object]?) throws {
    guard destination == .json else { return try pass(key, objects) }
    writeName(key)
    guard let objects else { return storeNull() }
    append(JSONByte.openBracket)
    for object in objects {
      try object.writeValue(to: &self)
      append(JSONByte.comma)
    }
    closeList(objects.isEmpty)
  }

  /// An enum value.
  public mutating func enumeration<Value: GraphQLEnum>(_ key: StaticString, _ value: Value?) throws {
    guard destination == .json else { return try pass(key, value) }
    writeName(key)
    if let value { storeString(value.rawValue) } else { storeNull() }
  }

  /// A list of enum values.
  public mutating func enumerations<Value: GraphQLEnum>(_ key: StaticString, _ values: [Value]?) throws {
    try value(key, values)
  }

  /// A value in any wrapping: `[[String?]?]`.
  public mutating func value<Value: GraphQLCodable>(_ key: StaticString, _ value: Value) throws {
    guard destination == .json else { return try pass(key, value) }
    writeName(key)
    try value.writeValue(to: &self)
  }

  /// An optional input; nothing when it is unset.
  public mutating func nullable<Value: GraphQLCodable>(
    _ key: StaticString, _ value: GraphQLNullable<Value>
  ) throws {
    if value.isUnset { return passUnset() }
    try self.value(key, value.value)
  }

  /// A custom scalar.
  public mutating func scalar<Codec: GraphQLCodec>(
    _ key: StaticString, _ value: Codec.Value?, as codec: Codec.Type
  ) throws {
    switch destination {
    case .json:
      writeName(key)
      let start = count
      if let value { try codec.write(value, to: &self) }
      // Nil, or a codec that had nothing to say.
      if count == start { storeNull() }
    case .encoder:
      try container?.encode(value.map(EncodedScalar<Codec>.init), forKey: GraphQLKey(key))
    case .hasher:
      hasher.combine(value)
    }
  }

  /// An optional input of a custom scalar; nothing when it is unset.
  public mutating func nullableScalar<Codec: GraphQLCodec>(
    _ key: StaticString, _ value: GraphQLNullable<Codec.Value>, as codec: Codec.Type
  ) throws {
    if value.isUnset { return passUnset() }
    try scalar(key, value.value, as: codec)
  }

  /// Ends a list in which each element was given a comma.
  private mutating func closeList(_ isEmpty: Bool) {
    if isEmpty { append(JSONByte.closeBracket) } else { bytes[count &- 1] = JSONByte.closeBracket }
  }

  /// Unset and null must not feed a hasher alike where another member follows.
  mutating func passUnset() {
    if destination == .hasher { hasher.combine(UInt8(1)) }
  }

  /// Hands a member to the encoder or the hasher.
  @inline(never) mutating func pass<Value: Encodable & Hashable>(_ key: StaticString, _ value: Value) throws {
    if destination == .hasher { return hasher.combine(value) }
    try container?.encode(value, forKey: GraphQLKey(key))
  }
}
