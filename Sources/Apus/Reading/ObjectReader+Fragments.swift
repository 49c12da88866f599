// Properties for fragments, whose members are the object's own.
extension ObjectReader {
  /// What a fragment selects of the object.
  ///
  /// - Parameter marker: the member that objects have which were written with the property, were it optional.
  public mutating func fragment<Fragment: GraphQLObject>(_ marker: StaticString) throws -> Fragment {
    fragments.enter(marker, at: frameCount)
    defer { fragments.leave() }
    if base != end { return try Fragment(_reading: &self) }
    return try fragments.decoding { try Fragment(_reading: &self) }
  }

  /// What a fragment selects of the object, where the fragment applies.
  ///
  /// - Parameters:
  ///   - marker: a member that objects have which were written with the property.
  ///   - condition: whether the variables that the response shows say so.
  public mutating func fragmentOrNil<Fragment: GraphQLObject>(
    _ marker: StaticString, when condition: Bool
  ) throws -> Fragment? {
    try has(marker, when: condition) ? fragment(marker) : nil
  }

  /// Whether the object has what a type noted in it for itself.
  mutating func hasNote(_ name: StaticString) throws -> Bool {
    if fragments.isEmpty { return try has(name) }
    let key = fragments.key(name, at: frameCount)
    if base == end { return container?.contains(GraphQLKey(stringValue: key)) ?? false }
    return try atMember(key) { _ in true } ?? false
  }

  /// The errors that a type noted in the object for itself; nil where it did not.
  mutating func errors(noted name: StaticString) throws -> [GraphQLError]? {
    if fragments.isEmpty { return try has(name) ? selections(name) : nil }
    let key = fragments.key(name, at: frameCount)
    if base == end {
      return try container?.decodeIfPresent([GraphQLError].self, forKey: GraphQLKey(stringValue: key))
    }
    return try atMember(key) { reader in
      try reader.readList { reader in try GraphQLError(_readingValue: &reader) }
    }
  }

  /// Goes to a member's value, and comes back; nil where the object has none of this name.
  private mutating func atMember<Value>(
    _ key: String, _ body: (inout ObjectReader) throws -> Value
  ) throws -> Value? {
    let place = (p, frame.resume)
    frame.resume = nil
    defer { (p, frame.resume) = place }
    p = frame.start
    var key = key
    return try key.withUTF8 { text in
      guard let start = text.baseAddress else { return nil }
      while p.pointee == JSONByte.quote {
        let name = p
        _ = try skipName()
        if isPlainName(name, start, text.count) { return try body(&self) }
        try skipValue()
        try endMember()
      }
      return nil
    }
  }
}
