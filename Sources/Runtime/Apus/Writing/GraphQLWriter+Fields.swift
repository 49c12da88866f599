// The methods that generated code calls: one for each kind of field, named by type to avoid overloading. Nil is written
// as null.
//
// Those that others here call are never inlined: the callers stay small, so that the compiler inlines them in users'
// modules, where it knows their types. Elsewhere an optional's metadata would be looked up for each value.
extension GraphQLWriter {
  /// Writes a `String`.
  @inline(never) public mutating func string(_ key: StaticString, _ value: String?) {
    if destination == .hasher { hash(value) { $0.hash($1) } } else { write(key, value) }
  }

  /// Writes a `[String!]`.
  public mutating func strings(_ key: StaticString, _ values: [String]?) {
    list(key, values, { $0.storeString($1) }, { $0.hash($1) })
  }

  /// Writes an `Int`.
  @inline(never) public mutating func int(_ key: StaticString, _ value: Int?) {
    if destination == .hasher { hash(value) { $0.hash($1) } } else { write(key, value) }
  }

  /// Writes an `[Int!]`.
  public mutating func ints(_ key: StaticString, _ values: [Int]?) {
    list(key, values, { $0.storeInt($1) }, { $0.hash($1) })
  }

  /// Writes a `Float`.
  @inline(never) public mutating func double(_ key: StaticString, _ value: Double?) {
    if destination == .hasher { hash(value) { $0.hash($1) } } else { write(key, value) }
  }

  /// Writes a `[Float!]`.
  public mutating func doubles(_ key: StaticString, _ values: [Double]?) {
    list(key, values, { $0.storeDouble($1) }, { $0.hash($1) })
  }

  /// Writes a `Boolean`.
  @inline(never) public mutating func bool(_ key: StaticString, _ value: Bool?) {
    if destination == .hasher { hash(value) { $0.hash($1) } } else { write(key, value) }
  }

  /// Writes a `[Boolean!]`.
  public mutating func bools(_ key: StaticString, _ values: [Bool]?) {
    list(key, values, { $0.storeBool($1) }, { $0.hash($1) })
  }

  /// Writes an `ID`.
  public mutating func id(_ key: StaticString, _ value: String?) { string(key, value) }

  /// Writes an `[ID!]`.
  public mutating func ids(_ key: StaticString, _ values: [String]?) { strings(key, values) }

  /// Writes a non-null object.
  ///
  /// Unlike the overload below, it needs no metadata of `Object?`, which unspecialized code would look up each time.
  @inline(never) public mutating func selection<Object: GraphQLWritable>(
    _ key: StaticString, _ object: Object
  ) {
    if destination == .hasher { object._write(to: &self) } else { writeObject(key, object) }
  }

  @inline(never) private mutating func writeObject<Object: GraphQLWritable>(
    _ key: StaticString, _ object: Object
  ) {
    guard destination == .json else { return encode(key, object) }
    writeName(key)
    object._writeValue(to: &self)
  }

  /// Writes a nullable object.
  public mutating func selection<Object: GraphQLWritable>(_ key: StaticString, _ object: Object?) {
    if let object { selection(key, object) } else { null(key) }
  }

  /// Writes a list of objects.
  public mutating func selections<Object: GraphQLWritable>(_ key: StaticString, _ objects: [Object]?) {
    guard let objects else { return null(key) }
    switch destination {
    case .json:
      writeName(key)
      append(JSONByte.openBracket)
      objects.forEachBorrowed { object in
        let outer = openObject()
        object._write(to: &self)
        closeObject(outer)
        append(JSONByte.comma)
      }
      closeList(objects.isEmpty)
    case .encoder: encode(key, objects)
    case .hasher:
      hash(objects.count)
      objects.forEachBorrowed { object in object._write(to: &self) }
    }
  }

  /// Writes a list of nullable objects.
  public mutating func sparseSelections<Object: GraphQLWritable>(_ key: StaticString, _ objects: [Object?]?) {
    guard let objects else { return null(key) }
    switch destination {
    case .json: writeName(key)
    case .encoder: return encode(key, objects)
    case .hasher: break
    }
    writeList(objects) { object, writer in
      if let object { object._writeValue(to: &writer) } else { writer.writeNull() }
    }
  }

  /// Writes an optional input object; nothing is written if it is unset.
  public mutating func nullableSelection<Object: GraphQLWritable>(
    _ key: StaticString, _ object: GraphQLNullable<Object>
  ) {
    if object.isUnset { return hashUnset() }
    selection(key, object.value)
  }

  /// Writes an optional list of non-null input objects; nothing is written if it is unset.
  public mutating func nullableSelections<Object: GraphQLWritable>(
    _ key: StaticString, _ objects: GraphQLNullable<[Object]>
  ) {
    if objects.isUnset { return hashUnset() }
    selections(key, objects.value)
  }

  /// Writes a non-null enum value.
  @inline(never) public mutating func enumeration<Value: GraphQLEnum>(_ key: StaticString, _ value: Value) {
    switch destination {
    case .json:
      writeName(key)
      storeString(value.rawValue)
    case .encoder: encode(key, value.rawValue)
    case .hasher: hash(name: value.rawValue)
    }
  }

  /// Writes a nullable enum value.
  public mutating func enumeration<Value: GraphQLEnum>(_ key: StaticString, _ value: Value?) {
    if let value { enumeration(key, value) } else { null(key) }
  }

  /// Writes a list of enum values.
  public mutating func enumerations<Value: GraphQLEnum>(_ key: StaticString, _ values: [Value]?) {
    value(key, values)
  }

  /// Writes a leaf in any nesting of lists and optionals, such as `[[String?]?]`.
  public mutating func value<Value: GraphQLCodable>(_ key: StaticString, _ value: Value) {
    guard destination == .json else { return encodeOrHash(key, value) }
    writeName(key)
    value._writeValue(to: &self)
  }

  /// Writes an optional leaf of an input; nothing is written if it is unset.
  public mutating func nullable<Value: GraphQLCodable>(
    _ key: StaticString, _ value: GraphQLNullable<Value>
  ) {
    if value.isUnset { return hashUnset() }
    self.value(key, value.value)
  }

  /// Writes a non-null custom scalar.
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

  /// Writes a nullable custom scalar.
  public mutating func scalar<Codec: GraphQLCodec>(
    _ key: StaticString, _ value: Codec.Value?, as codec: Codec.Type
  ) {
    if let value { scalar(key, value, as: codec) } else { null(key) }
  }

  // A separate function, because otherwise the metadata of `EncodedScalar<Codec>` would be looked up for each value.

  @inline(never) private mutating func encodeScalar<Codec: GraphQLCodec>(
    _ key: StaticString, _ value: Codec.Value, as codec: Codec.Type
  ) { encode(key, EncodedScalar<Codec>(value: value)) }

  /// Writes an optional custom scalar of an input; nothing is written if it is unset.
  public mutating func nullableScalar<Codec: GraphQLCodec>(
    _ key: StaticString, _ value: GraphQLNullable<Codec.Value>, as codec: Codec.Type
  ) {
    if value.isUnset { return hashUnset() }
    scalar(key, value.value, as: codec)
  }

  // MARK: - Members

  // Separate functions, so that hashing, which takes a few instructions, does not save registers for them.

  @inline(never) private mutating func write(_ key: StaticString, _ value: String?) {
    member(key, value) { $0.storeString($1) }
  }

  @inline(never) private mutating func write(_ key: StaticString, _ value: Int?) {
    member(key, value) { $0.storeInt($1) }
  }

  @inline(never) private mutating func write(_ key: StaticString, _ value: Double?) {
    member(key, value) { $0.storeDouble($1) }
  }

  @inline(never) private mutating func write(_ key: StaticString, _ value: Bool?) {
    member(key, value) { $0.storeBool($1) }
  }

  /// Writes a member: stores its value as JSON, or encodes it.
  @inline(__always) private mutating func member<Value: Encodable>(
    _ key: StaticString, _ value: Value?, _ store: (inout GraphQLWriter, Value) -> Void
  ) {
    guard destination == .json else { return encode(key, value) }
    writeName(key)
    if let value { store(&self, value) } else { storeNull() }
  }

  @inline(__always) private mutating func hash<Value>(
    _ value: Value?, _ hash: (inout GraphQLWriter, Value) -> Void
  ) {
    if let value { hash(&self, value) } else { hashNull() }
  }

  @inline(__always) private mutating func list<Value: Encodable>(
    _ key: StaticString, _ values: [Value]?, _ store: (inout GraphQLWriter, Value) -> Void,
    _ hashElement: (inout GraphQLWriter, Value) -> Void
  ) {
    guard let values else { return null(key) }
    switch destination {
    case .json:
      writeName(key)
      append(JSONByte.openBracket)
      for value in values {
        store(&self, value)
        append(JSONByte.comma)
      }
      closeList(values.isEmpty)
    case .encoder: encode(key, values)
    case .hasher:
      hash(values.count)
      for value in values { hashElement(&self, value) }
    }
  }

  /// Writes a member that is null.
  mutating func null(_ key: StaticString) { string(key, nil) }

  /// Writes a leaf of another type.
  @inline(never) mutating func encodeOrHash<Value: Encodable & Hashable>(
    _ key: StaticString, _ value: Value
  ) {
    if destination == .hasher { hash(value) } else { encode(key, value) }
  }

  /// Unset and null must hash differently if another member follows.
  mutating func hashUnset() {
    if destination == .hasher { hash(word: 1) }
  }

  /// Passes a member to the encoder.
  @inline(never) private mutating func encode(_ key: StaticString, _ value: some Encodable) {
    encode(GraphQLKey(key), value)
  }

  mutating func encode(_ key: GraphQLKey, _ value: some Encodable) {
    do {
      try container?.encode(value, forKey: key)
    } catch {
      fail(error)
    }
  }

  /// Closes a list whose elements are each followed by a comma.
  mutating func closeList(_ isEmpty: Bool) {
    if isEmpty { append(JSONByte.closeBracket) } else { bytes[count &- 1] = JSONByte.closeBracket }
  }
}
