// The methods that generated code calls: one for each kind of field, named by type to avoid overloading. Nil is written
// as null.
extension ObjectWriter {
  /// A `String`.
  public mutating func string(_ key: StaticString, _ value: String?) {
    guard destination == .json else { return pass(key, value) }
    writeName(key)
    if let value { storeString(value) } else { storeNull() }
  }

  /// A `[String!]`.
  public mutating func strings(_ key: StaticString, _ values: [String]?) {
    guard destination == .json else { return passList(key, values) }
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
  public mutating func int(_ key: StaticString, _ value: Int?) {
    guard destination == .json else { return pass(key, value) }
    writeName(key)
    if let value { storeInt(value) } else { storeNull() }
  }

  /// An `[Int!]`.
  public mutating func ints(_ key: StaticString, _ values: [Int]?) {
    guard destination == .json else { return passList(key, values) }
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
  public mutating func double(_ key: StaticString, _ value: Double?) {
    guard destination == .json else { return pass(key, value) }
    writeName(key)
    if let value { storeDouble(value) } else { storeNull() }
  }

  /// A `[Float!]`.
  public mutating func doubles(_ key: StaticString, _ values: [Double]?) {
    guard destination == .json else { return passList(key, values) }
    writeName(key)
    guard let values else { return storeNull() }
    append(JSONByte.openBracket)
    for value in values {
      storeDouble(value)
      append(JSONByte.comma)
    }
    closeList(values.isEmpty)
  }

  /// A `Boolean`.
  public mutating func bool(_ key: StaticString, _ value: Bool?) {
    guard destination == .json else { return pass(key, value) }
    writeName(key)
    if let value { storeBool(value) } else { storeNull() }
  }

  /// A `[Boolean!]`.
  public mutating func bools(_ key: StaticString, _ values: [Bool]?) {
    guard destination == .json else { return passList(key, values) }
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
  public mutating func id(_ key: StaticString, _ value: String?) { string(key, value) }

  /// An `[ID!]`.
  public mutating func ids(_ key: StaticString, _ values: [String]?) { strings(key, values) }

  /// A non-null object.
  ///
  /// Unlike the overload below, it needs no metadata of `Object?`, which unspecialized code would look up each time.
  public mutating func selection<Object: GraphQLWritable>(_ key: StaticString, _ object: Object) {
    guard destination == .json else { return passObject(key, object) }
    writeName(key)
    object._writeValue(to: &self)
  }

  /// A nullable object.
  public mutating func selection<Object: GraphQLWritable>(_ key: StaticString, _ object: Object?) {
    guard destination == .json else { return passObject(key, object) }
    writeName(key)
    if let object { object._writeValue(to: &self) } else { storeNull() }
  }

  /// A list of objects.
  public mutating func selections<Object: GraphQLWritable>(_ key: StaticString, _ objects: [Object]?) {
    guard destination == .json else { return passObjects(key, objects) }
    writeName(key)
    guard let objects else { return storeNull() }
    append(JSONByte.openBracket)
    objects.forEachAddress { object in
      let outer = openObject()
      Object._write(at: object, to: &self)
      closeObject(outer)
      append(JSONByte.comma)
    }
    closeList(objects.isEmpty)
  }

  /// A list of nullable objects.
  public mutating func sparseSelections<Object: GraphQLWritable>(_ key: StaticString, _ objects: [Object?]?) {
    guard destination == .json else { return passSparseObjects(key, objects) }
    writeName(key)
    guard let objects else { return storeNull() }
    append(JSONByte.openBracket)
    for object in objects {
      if let object { object._writeValue(to: &self) } else { storeNull() }
      append(JSONByte.comma)
    }
    closeList(objects.isEmpty)
  }

  /// An optional input object; nothing is written if it is unset.
  public mutating func nullableSelection<Object: GraphQLWritable>(
    _ key: StaticString, _ object: GraphQLNullable<Object>
  ) {
    if object.isUnset { return passUnset() }
    selection(key, object.value)
  }

  /// An optional list of non-null input objects; nothing is written if it is unset.
  public mutating func nullableSelections<Object: GraphQLWritable>(
    _ key: StaticString, _ objects: GraphQLNullable<[Object]>
  ) {
    if objects.isUnset { return passUnset() }
    selections(key, objects.value)
  }

  /// A non-null enum value.
  public mutating func enumeration<Value: GraphQLEnum>(_ key: StaticString, _ value: Value) {
    guard destination == .json else { return pass(key, value.rawValue) }
    writeName(key)
    storeString(value.rawValue)
  }

  /// A nullable enum value.
  public mutating func enumeration<Value: GraphQLEnum>(_ key: StaticString, _ value: Value?) {
    guard destination == .json else { return pass(key, value?.rawValue) }
    writeName(key)
    if let value { storeString(value.rawValue) } else { storeNull() }
  }

  /// A list of enum values.
  public mutating func enumerations<Value: GraphQLEnum>(_ key: StaticString, _ values: [Value]?) {
    value(key, values)
  }

  /// A leaf with any wrapping: `[[String?]?]`.
  public mutating func value<Value: GraphQLCodable>(_ key: StaticString, _ value: Value) {
    guard destination == .json else { return passValue(key, value) }
    writeName(key)
    value._writeValue(to: &self)
  }

  /// An optional leaf of an input; nothing is written if it is unset.
  public mutating func nullable<Value: GraphQLCodable>(
    _ key: StaticString, _ value: GraphQLNullable<Value>
  ) {
    if value.isUnset { return passUnset() }
    self.value(key, value.value)
  }

  /// A non-null custom scalar.
  public mutating func scalar<Codec: GraphQLCodec>(
    _ key: StaticString, _ value: Codec.Value, as codec: Codec.Type
  ) {
    switch destination {
    case .json:
      writeName(key)
      let start = count
      write(value, as: codec)
      // The codec wrote nothing.
      if count == start { storeNull() }
    case .encoder: encodeScalar(key, value, as: codec)
    case .hasher: hash(value, as: codec)
    }
  }

  /// A nullable custom scalar.
  public mutating func scalar<Codec: GraphQLCodec>(
    _ key: StaticString, _ value: Codec.Value?, as codec: Codec.Type
  ) {
    switch destination {
    case .json:
      writeName(key)
      let start = count
      if let value { write(value, as: codec) }
      // The value is nil, or the codec wrote nothing.
      if count == start { storeNull() }
    case .encoder: encodeScalarOrNil(key, value, as: codec)
    case .hasher:
      if let value { hash(value, as: codec) } else { hashNull() }
    }
  }

  // A separate function, because otherwise the metadata of `EncodedScalar<Codec>` would be looked up for each value.

  @inline(never) private mutating func encodeScalar<Codec: GraphQLCodec>(
    _ key: StaticString, _ value: Codec.Value, as codec: Codec.Type
  ) { encode(key, EncodedScalar<Codec>(value: value)) }

  @inline(never) private mutating func encodeScalarOrNil<Codec: GraphQLCodec>(
    _ key: StaticString, _ value: Codec.Value?, as codec: Codec.Type
  ) { encode(key, value.map(EncodedScalar<Codec>.init)) }

  /// An optional custom scalar of an input; nothing is written if it is unset.
  public mutating func nullableScalar<Codec: GraphQLCodec>(
    _ key: StaticString, _ value: GraphQLNullable<Codec.Value>, as codec: Codec.Type
  ) {
    if value.isUnset { return passUnset() }
    scalar(key, value.value, as: codec)
  }

  /// Closes a list whose elements are each followed by a comma.
  mutating func closeList(_ isEmpty: Bool) {
    if isEmpty { append(JSONByte.closeBracket) } else { bytes[count &- 1] = JSONByte.closeBracket }
  }
}
