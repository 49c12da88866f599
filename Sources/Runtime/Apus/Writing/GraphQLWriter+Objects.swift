extension GraphQLWriter {
  /// Opens an object.
  ///
  /// - Returns: the start of the enclosing object, which ``closeObject(_:)`` needs.
  mutating func openObject() -> Int {
    let outer = objectStart
    switch destination {
    case .json:
      append(JSONByte.openBrace)
    case .encoder:
      if container == nil { container = encoder?.container(keyedBy: GraphQLKey.self) }
    case .hasher:
      break
    }
    objectStart = count
    return outer
  }

  mutating func closeObject(_ outer: Int) {
    if destination == .json { append(JSONByte.closeBrace) }
    objectStart = outer
  }

  /// Writes a member's name.
  @inline(__always) mutating func writeName(_ key: StaticString) {
    let length = key.utf8CodeUnitCount
    // Includes room for a short value.
    reserve(length &+ 32)
    if count != objectStart { store(JSONByte.comma) }
    store(JSONByte.quote)
    store(key.utf8Start, length)
    store(JSONByte.quote)
    store(JSONByte.colon)
  }

  /// Whether to write a field that is nullable and conditional.
  ///
  /// Nil is written as null. The value does not reveal whether the field was null or absent, and a reader with variables requires the member if the
  /// condition is true. Null is right in both cases.
  @inlinable public func writes<Value>(_ value: Value?) -> Bool { value != nil || writesNil }

  /// Writes the members of a generated enum case's object into the open object.
  public mutating func members<Object: GraphQLWritable>(of object: Object) {
    object._write(to: &self)
  }
}
