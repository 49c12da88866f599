// Nested objects. Generated code calls these methods. They are not specialized there, which would cost compile time.
// Generic code here uses as little type metadata as possible, because in unspecialized code each `[T]` is a lookup.
extension GraphQLReader {
  /// Reads a non-null object.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func selection<Object: GraphQLObject>(_ key: StaticString) throws -> Object {
    try seekRequired(key, "object")
    return try readMember()
  }

  /// Reads a nullable object.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func selectionOrNil<Object: GraphQLObject>(_ key: StaticString) throws -> Object? {
    try seekRequired(key, "object or null")
    if try isNull() {
      try endMember()
      return nil
    }
    return try readMember()
  }

  /// Reads a member's object. A separate function, so that the object is created in place instead of moved.
  @inline(never) private mutating func readMember<Object: GraphQLObject>() throws -> Object {
    try enterObject()
    let object = try Object(_reading: &self)
    try leaveObject()
    try endMember()
    return object
  }

  /// Reads a non-null list of non-null objects.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func selections<Object: GraphQLObject>(_ key: StaticString) throws -> [Object] {
    try member(key, "list") { try $0.readObjects() }
  }

  /// Reads a nullable list of non-null objects.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func selectionsOrNil<Object: GraphQLObject>(_ key: StaticString) throws -> [Object]? {
    try memberOrNil(key, "list or null") { try $0.readObjects() }
  }

  /// Reads a non-null list of nullable objects.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func sparseSelections<Object: GraphQLObject>(_ key: StaticString) throws -> [Object?] {
    try member(key, "list") { try $0.readSparseObjects() }
  }

  /// Reads a nullable list of nullable objects.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func sparseSelectionsOrNil<Object: GraphQLObject>(
    _ key: StaticString
  ) throws -> [Object?]? {
    try memberOrNil(key, "list or null") { try $0.readSparseObjects() }
  }

  /// Reads an optional input object; unset if the key is missing.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member has another type, or a decoder's `DecodingError`.
  public mutating func nullableSelection<Object: GraphQLObject>(
    _ key: StaticString
  ) throws -> GraphQLNullable<Object> {
    try hasOptional(key, ofInput: true) ? GraphQLNullable(selectionOrNil(key)) : .unset
  }

  /// Reads an optional list of non-null input objects; unset if the key is missing.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member has another type, or a decoder's `DecodingError`.
  public mutating func nullableSelections<Object: GraphQLObject>(
    _ key: StaticString
  ) throws -> GraphQLNullable<[Object]> {
    try hasOptional(key, ofInput: true) ? GraphQLNullable(selectionsOrNil(key)) : .unset
  }

  private mutating func readSparseObjects<Object: GraphQLObject>() throws -> [Object?] {
    try readObjectElements { reader in try reader.isNull() ? nil : Object(_readingValue: &reader) }
  }

  private mutating func readObjects<Object: GraphQLObject>() throws -> [Object] {
    try readObjectElements { reader in
      try reader.enterObject()
      let object = try Object(_reading: &reader)
      try reader.leaveObject()
      return object
    }
  }

  /// Appends to an array by hand, so that the array's metadata is looked up and its memory allocated once per list
  /// instead of per element.
  @inline(__always)
  private mutating func readObjectElements<Element>(
    _ read: (inout GraphQLReader) throws -> Element
  ) throws -> [Element] {
    guard try enterList() else { return [] }
    let stride = MemoryLayout<Element>.stride
    var place = elements.open(alignment: MemoryLayout<Element>.alignment)
    var count = 0
    defer {
      // The elements that remain if one failed.
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
