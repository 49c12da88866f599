// Nested objects. Emitted code calls these; they are not specialized into it, which would cost its compile time. What is
// generic here touches as little of the type's metadata as can be: in unspecialized code each `[T]` is a look-up.
extension ObjectReader {
  /// An object, not null.
  public mutating func selection<Object: GraphQLObject>(_ key: StaticString) throws -> Object {
    guard try seek(key) else { return try decodedMember(key, Object.self, "object") }
    try enterObject()
    let object = try Object(reading: &self)
    try leaveObject()
    try endMember()
    return object
  }

  /// An object or null.
  public mutating func selectionOrNil<Object: GraphQLObject>(_ key: StaticString) throws -> Object? {
    guard try seek(key) else { return try decodedMember(key, Object?.self, "object or null") }
    if try readNull() {
      try endMember()
      return nil
    }
    try enterObject()
    let object = try Object(reading: &self)
    try leaveObject()
    try endMember()
    return object
  }

  /// A list of objects; neither it nor its elements are null.
  public mutating func selections<Object: GraphQLObject>(_ key: StaticString) throws -> [Object] {
    guard try seek(key) else { return try decodedMember(key, [Object].self, "list") }
    let objects: [Object] = try readObjects()
    try endMember()
    return objects
  }

  /// A list of objects, or null; its elements are not null.
  public mutating func selectionsOrNil<Object: GraphQLObject>(_ key: StaticString) throws -> [Object]? {
    guard try seek(key) else { return try decodedMember(key, [Object]?.self, "list or null") }
    let objects: [Object]? = try readNull() ? nil : readObjects()
    try endMember()
    return objects
  }

  private mutating func readObjects<Object: GraphQLObject>() throws -> [Object] {
    var objects: [Object] = []
    guard try enterList() else { return objects }
    repeat {
      try enterObject()
      objects.append(try Object(reading: &self))
      try leaveObject()
    } while try nextElement()
    return objects
  }
}
