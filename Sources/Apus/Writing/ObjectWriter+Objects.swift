extension ObjectWriter {
  /// What of the outer object is put aside while one within it is open.
  struct OuterObject {
    fileprivate var start: Int
    fileprivate var hasRepeatedNames: Bool
  }

  /// Opens an object.
  mutating func openObject() -> OuterObject {
    let outer = OuterObject(start: objectStart, hasRepeatedNames: hasRepeatedNames)
    switch destination {
    case .json:
      append(JSONByte.openBrace)
    case .encoder:
      if container == nil { container = encoder?.container(keyedBy: GraphQLKey.self) }
    case .hasher:
      break
    }
    objectStart = count
    hasRepeatedNames = false
    depth &+= 1
    return outer
  }

  /// Closes the open object.
  mutating func closeObject(_ outer: OuterObject) {
    if destination == .json {
      append(JSONByte.closeBrace)
      if hasRepeatedNames { mergeRepeatedNames() }
    }
    objectStart = outer.start
    hasRepeatedNames = outer.hasRepeatedNames
    depth &-= 1
  }

  /// Writes a member's name.
  @inline(__always) mutating func writeName(_ key: StaticString) {
    let length = key.utf8CodeUnitCount
    // Room for a short value, too.
    reserve(length &+ 32)
    if count != objectStart { store(JSONByte.comma) }
    store(JSONByte.quote)
    store(key.utf8Start, length)
    store(JSONByte.quote)
    store(JSONByte.colon)
  }

  /// Writes the members of what a case of an emitted enumeration holds into the open object.
  public mutating func members<Object: GraphQLObject>(of object: Object) {
    object._write(to: &self)
  }

  /// Ends the encoding of an object's members.
  ///
  /// An encoder keeps one value for each name. If a fragment was merged into the object, the names it shares with its
  /// parent have lost the parent's part: the object is encoded again, from its merged JSON.
  mutating func finishMembers(of object: some GraphQLObject) {
    guard destination == .encoder, hasRepeatedNames, container != nil else { return }
    do {
      let merged = try GraphQLValue(json: object.json())
      guard case .object(let members) = merged else { return }
      for (name, value) in members { try container?.encode(value, forKey: GraphQLKey(stringValue: name)) }
    } catch {
      fail(error)
    }
  }

  /// Rewrites the object that was just closed.
  private mutating func mergeRepeatedNames() {
    let start = objectStart - 1
    let object = UnsafeBufferPointer(start: bytes + start, count: count - start)
    do {
      let merged = try MergedMembers.merging(object)
      count = start
      reserve(merged.count)
      merged.withUnsafeBufferPointer { merged in
        if let source = merged.baseAddress { store(source, merged.count) }
      }
    } catch {
      fail(error)
    }
  }
}
