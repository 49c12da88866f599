// Passes members to an encoder or a hasher.
extension ObjectWriter {
  /// Unset and null must hash differently if another member follows.
  mutating func passUnset() {
    if destination == .hasher { hash(word: 1) }
  }

  @inline(__always) mutating func pass(_ key: StaticString, _ value: String?) {
    guard destination == .hasher else { return encode(key, value) }
    if let value { hash(value) } else { hashNull() }
  }

  @inline(__always) mutating func pass(_ key: StaticString, _ value: Int?) {
    guard destination == .hasher else { return encode(key, value) }
    if let value { hash(value) } else { hashNull() }
  }

  @inline(__always) mutating func pass(_ key: StaticString, _ value: Double?) {
    guard destination == .hasher else { return encode(key, value) }
    if let value { hash(value) } else { hashNull() }
  }

  @inline(__always) mutating func pass(_ key: StaticString, _ value: Bool?) {
    guard destination == .hasher else { return encode(key, value) }
    if let value { hash(value) } else { hashNull() }
  }

  /// A leaf of another type.
  @inline(never) mutating func passValue<Value: Encodable & Hashable>(_ key: StaticString, _ value: Value) {
    if destination == .hasher { hash(value) } else { encode(key, value) }
  }

  mutating func passList<Value: Encodable & Hashable>(_ key: StaticString, _ values: [Value]?) {
    guard destination == .hasher else { return encode(key, values) }
    guard let values else { return hashNull() }
    hash(values.count)
    for value in values { hash(value) }
  }

  mutating func passObject<Object: GraphQLWritable>(_ key: StaticString, _ object: Object) {
    guard destination == .hasher else { return encode(key, object) }
    object._write(to: &self)
  }

  mutating func passObject<Object: GraphQLWritable>(_ key: StaticString, _ object: Object?) {
    guard destination == .hasher else { return encode(key, object) }
    if let object { object._write(to: &self) } else { hashNull() }
  }

  mutating func passObjects<Object: GraphQLWritable>(_ key: StaticString, _ objects: [Object]?) {
    guard destination == .hasher else { return encode(key, objects) }
    guard let objects else { return hashNull() }
    hash(objects.count)
    objects.forEachAddress { object in Object._write(at: object, to: &self) }
  }

  mutating func passSparseObjects<Object: GraphQLWritable>(_ key: StaticString, _ objects: [Object?]?) {
    guard destination == .hasher else { return encode(key, objects) }
    guard let objects else { return hashNull() }
    hash(objects.count)
    for object in objects {
      if let object { object._write(to: &self) } else { hashNull() }
    }
  }

  /// Passes a member to the encoder.
  @inline(never) mutating func encode(_ key: StaticString, _ value: some Encodable) {
    encode(GraphQLKey(key), value)
  }

  mutating func encode(_ key: GraphQLKey, _ value: some Encodable) {
    do {
      try container?.encode(value, forKey: key)
    } catch {
      fail(error)
    }
  }
}
