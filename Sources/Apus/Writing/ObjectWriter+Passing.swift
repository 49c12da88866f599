#if canImport(FoundationEssentials) && !canImport(Darwin)
  import FoundationEssentials
#else
  import Foundation
#endif

// Members on their way to an encoder or a hasher. A hasher gets no names, for one type's members are always the same, and an
// object within another one feeds the same hasher: a writer for each would take longer than the hashing.
extension ObjectWriter {
  /// Unset and null must not feed a hasher alike where another member follows.
  mutating func passUnset() {
    if destination == .hasher { hasher.combine(UInt8(1)) }
  }

  mutating func hashNull() { hasher.combine(UInt8(0)) }

  @inline(__always) mutating func pass(_ key: StaticString, _ value: String?) {
    guard destination == .hasher else { return encode(key, value) }
    if let value { hasher.combine(value) } else { hashNull() }
  }

  @inline(__always) mutating func pass(_ key: StaticString, _ value: Int?) {
    guard destination == .hasher else { return encode(key, value) }
    if let value { hasher.combine(value) } else { hashNull() }
  }

  @inline(__always) mutating func pass(_ key: StaticString, _ value: Double?) {
    guard destination == .hasher else { return encode(key, value) }
    if let value { hasher.combine(value) } else { hashNull() }
  }

  @inline(__always) mutating func pass(_ key: StaticString, _ value: Bool?) {
    guard destination == .hasher else { return encode(key, value) }
    if let value { hasher.combine(value) } else { hashNull() }
  }

  /// A leaf of another type.
  @inline(never) mutating func passValue<Value: Encodable & Hashable>(_ key: StaticString, _ value: Value) {
    if destination == .hasher { hasher.combine(value) } else { encode(key, value) }
  }

  /// A custom scalar.
  ///
  /// What unspecialized code asks of a codec to find its value's `Hashable` takes longer than to hash a date.
  mutating func hash<Codec: GraphQLCodec>(_ value: Codec.Value, as codec: Codec.Type) {
    if codec == GraphQLDateTimeCodec.self {
      withUnsafeBytes(of: value) { value in hasher.combine(value.load(as: Date.self)) }
    } else if codec == GraphQLUUIDCodec.self {
      withUnsafeBytes(of: value) { value in hasher.combine(bytes: value) }
    } else {
      hasher.combine(value)
    }
  }

  mutating func passList<Value: Encodable & Hashable>(_ key: StaticString, _ values: [Value]?) {
    guard destination == .hasher else { return encode(key, values) }
    guard let values else { return hashNull() }
    hasher.combine(values.count)
    for value in values { hasher.combine(value) }
  }

  mutating func passObject<Object: GraphQLObject>(_ key: StaticString, _ object: Object) {
    guard destination == .hasher else { return encode(key, object) }
    object.write(to: &self)
  }

  mutating func passObject<Object: GraphQLObject>(_ key: StaticString, _ object: Object?) {
    guard destination == .hasher else { return encode(key, object) }
    if let object { object.write(to: &self) } else { hashNull() }
  }

  mutating func passObjects<Object: GraphQLObject>(_ key: StaticString, _ objects: [Object]?) {
    guard destination == .hasher else { return encode(key, objects) }
    guard let objects else { return hashNull() }
    hasher.combine(objects.count)
    objects.forEachAddress { object in Object.write(at: object, to: &self) }
  }

  mutating func passSparseObjects<Object: GraphQLObject>(_ key: StaticString, _ objects: [Object?]?) {
    guard destination == .hasher else { return encode(key, objects) }
    guard let objects else { return hashNull() }
    hasher.combine(objects.count)
    for object in objects {
      if let object { object.write(to: &self) } else { hashNull() }
    }
  }

  /// Hands a member to the encoder.
  @inline(never) mutating func encode(_ key: StaticString, _ value: some Encodable) {
    do {
      try container?.encode(value, forKey: GraphQLKey(key))
    } catch {
      fail(error)
    }
  }
}
