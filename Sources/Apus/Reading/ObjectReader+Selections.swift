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

  /// What appending to an array does, by hand in plain memory: the array's metadata is looked up once a list, not once an
  /// element.
  private mutating func readObjects<Object: GraphQLObject>() throws -> [Object] {
    guard try enterList() else { return [] }
    var capacity = 4
    var count = 0
    var objects = UnsafeMutablePointer<Object>.allocate(capacity: capacity)
    defer {
      // What is still here when an element failed.
      objects.deinitialize(count: count)
      objects.deallocate()
    }
    repeat {
      if count == capacity {
        let grown = UnsafeMutablePointer<Object>.allocate(capacity: capacity &* 2)
        grown.moveInitialize(from: objects, count: count)
        objects.deallocate()
        objects = grown
        capacity = capacity &* 2
      }
      try enterObject()
      (objects + count).initialize(to: try Object(reading: &self))
      count &+= 1
      try leaveObject()
    } while try nextElement()
    return Array(unsafeUninitializedCapacity: count) { list, initialized in
      list.baseAddress?.moveInitialize(from: objects, count: count)
      initialized = count
      count = 0
    }
  }
}
