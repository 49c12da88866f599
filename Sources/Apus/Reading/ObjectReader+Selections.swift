// Nested objects. Emitted code calls these; they are not specialized into it, which would cost its compile time. What is
// generic here touches as little of the type's metadata as can be: in unspecialized code each `[T]` is a look-up.
extension ObjectReader {
  /// An object, not null.
  public mutating func selection<Object: GraphQLObject>(_ key: StaticString) throws -> Object {
    guard try seek(key) else { return try decodedMember(key, Object.self, "object") }
    return try readMember()
  }

  /// An object or null.
  public mutating func selectionOrNil<Object: GraphQLObject>(_ key: StaticString) throws -> Object? {
    guard try seek(key) else { return try decodedMember(key, Object?.self, "object or null") }
    if try isNull() {
      try endMember()
      return nil
    }
    return try readMember()
  }

  /// An object that is a member's value. Apart, so that it is made where the caller wants it and not moved there.
  @inline(never) private mutating func readMember<Object: GraphQLObject>() throws -> Object {
    try enterObject()
    let object = try Object(_reading: &self)
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
    let objects: [Object]? = try isNull() ? nil : readObjects()
    try endMember()
    return objects
  }

  /// A list of objects of which some may be null; the list is not.
  public mutating func sparseSelections<Object: GraphQLObject>(_ key: StaticString) throws -> [Object?] {
    guard try seek(key) else { return try decodedMember(key, [Object?].self, "list") }
    let objects: [Object?] = try readSparseObjects()
    try endMember()
    return objects
  }

  /// A list of objects of which some may be null, or null.
  public mutating func sparseSelectionsOrNil<Object: GraphQLObject>(
    _ key: StaticString
  ) throws -> [Object?]? {
    guard try seek(key) else { return try decodedMember(key, [Object?]?.self, "list or null") }
    let objects: [Object?]? = try isNull() ? nil : readSparseObjects()
    try endMember()
    return objects
  }

  /// An optional input object: unset when the key is missing.
  public mutating func nullableSelection<Object: GraphQLObject>(
    _ key: StaticString
  ) throws -> GraphQLNullable<Object> {
    guard try has(key) else { return .unset }
    return GraphQLNullable(try selectionOrNil(key))
  }

  /// An optional list of input objects, none of them null: unset when the key is missing.
  public mutating func nullableSelections<Object: GraphQLObject>(
    _ key: StaticString
  ) throws -> GraphQLNullable<[Object]> {
    guard try has(key) else { return .unset }
    return GraphQLNullable(try selectionsOrNil(key))
  }

  private mutating func readSparseObjects<Object: GraphQLObject>() throws -> [Object?] {
    try readElements { reader in try reader.isNull() ? nil : Object(_readingValue: &reader) }
  }

  private mutating func readObjects<Object: GraphQLObject>() throws -> [Object] {
    try readElements { reader in
      try reader.enterObject()
      let object = try Object(_reading: &reader)
      try reader.leaveObject()
      return object
    }
  }

  /// What appending to an array does, by hand: the array's metadata is looked up and its memory allocated once a list, not as
  /// elements come.
  @inline(__always)
  private mutating func readElements<Element>(
    _ read: (inout ObjectReader) throws -> Element
  ) throws -> [Element] {
    guard try enterList() else { return [] }
    let stride = MemoryLayout<Element>.stride
    var place = elements.open(alignment: MemoryLayout<Element>.alignment)
    var count = 0
    defer {
      // What is still here when an element failed.
      place.start.assumingMemoryBound(to: Element.self).deinitialize(count: count)
      elements.setEnd(place.start, of: place)
    }
    repeat {
      if place.start + (count &+ 1) &* stride > place.limit {
        place = elements.grow(place, Element.self, count: count)
      }
      let element = place.start + count &* stride
      elements.setEnd(element + stride, of: place)
      element.initializeMemory(as: Element.self, to: try read(&self))
      count &+= 1
    } while try nextElement()
    return Array(unsafeUninitializedCapacity: count) { list, initialized in
      let objects = place.start.assumingMemoryBound(to: Element.self)
      list.baseAddress?.moveInitialize(from: objects, count: count)
      initialized = count
      count = 0
    }
  }
}
