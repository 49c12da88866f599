// Properties for fragments. A server sends a fragment's members among the object's own; an object that one of our types wrote has a member
// `"...Card"` for each property, which says what became of it.
extension ObjectReader {
  /// What a fragment selects of the object.
  ///
  /// - Parameter key: the member that stands for the fragment in an object that was written.
  public mutating func fragment<Fragment: GraphQLObject>(_ key: StaticString) throws -> Fragment {
    try written(key) == .object ? selection(key) : Fragment(_reading: &self)
  }

  /// What a fragment selects of the object, where the fragment applies.
  ///
  /// - Parameters:
  ///   - key: the member that stands for the fragment in an object that was written.
  ///   - condition: whether the fragment's condition holds, or may, where variables are not known.
  public mutating func fragmentOrNil<Fragment: GraphQLObject>(
    _ key: StaticString, if condition: Bool
  ) throws -> Fragment? {
    if let written = try written(key) { return try written == .object ? selection(key) : nil }
    guard condition else { return nil }
    return try conditions == nil ? found() : Fragment(_reading: &self)
  }

  /// What a deferred fragment selects of the object.
  ///
  /// - Parameter key: the member that stands for the fragment in an object that was written or merged.
  public mutating func deferred<Value: GraphQLObject>(_ key: StaticString) throws -> GraphQLDeferred<Value> {
    try deferredOrNil(key, if: true) ?? .pending
  }

  /// What a deferred fragment selects of the object, where the fragment applies.
  ///
  /// - Parameters:
  ///   - key: the member that stands for the fragment in an object that was written or merged.
  ///   - condition: whether the fragment's condition holds, or may, where variables are not known.
  public mutating func deferredOrNil<Value: GraphQLObject>(
    _ key: StaticString, if condition: Bool
  ) throws -> GraphQLDeferred<Value>? {
    let written = try written(key)
    switch written {
    case .object: return .value(try selection(key))
    case .null: return nil
    default: break
    }
    // What a client notes of a part may have come by another spread of the fragment, under another condition.
    guard condition || written != nil && conditions == nil else { return nil }
    switch written {
    case .merged: return .value(try Value(_reading: &self))
    case .errors: return .failed(try selections(key))
    case .pending: return .pending
    // A server that does not defer sends the part with the object, and does not say so.
    default: return try found().map { .value($0) } ?? .pending
    }
  }

  // MARK: - What was written

  /// What an object says of a property for a fragment.
  private enum Written {
    /// It is this object.
    case object
    /// Its members are among the object's own: so a client merges a part into a response.
    case merged
    /// It is not there.
    case null
    /// It is deferred, and not there yet.
    case pending
    /// It is deferred, and failed.
    case errors
  }

  /// - Returns: nil where the object says nothing, as one that a server sent.
  private mutating func written(_ key: StaticString) throws -> Written? {
    if base == end { return try decodedWritten(GraphQLKey(key)) }
    guard hasWrittenFragments, try has(key) else { return nil }
    let place = Place(self)
    defer { returnTo(place) }
    guard try seek(key) else { return nil }
    switch p.pointee {
    case JSONByte.openBrace: return .object
    case JSONByte.openBracket: return .errors
    case JSONByte.quote: return .pending
    case JSONByte.n: return .null
    default: return .merged
    }
  }

  private func decodedWritten(_ key: GraphQLKey) throws -> Written? {
    guard let container, container.contains(key) else { return nil }
    if try container.decodeNil(forKey: key) { return .null }
    if (try? container.decode(String.self, forKey: key)) != nil { return .pending }
    if (try? container.decode(Bool.self, forKey: key)) != nil { return .merged }
    return (try? container.nestedUnkeyedContainer(forKey: key)) != nil ? .errors : .object
  }

  /// Whether the text has a member for a fragment's property, which most texts do not have: no object is searched for them then.
  private var hasWrittenFragments: Bool {
    mutating get {
      if let known = knownWrittenFragments { return known }
      let found = Self.hasDots(base, end)
      knownWrittenFragments = found
      return found
    }
  }

  /// Whether a string of the text begins with three dots. No response name does.
  private static func hasDots(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    // Of three dots in a row one stands at every third place.
    var p = start + 3
    while p < end {
      if p.pointee == JSONByte.point {
        var first = p
        while first[-1] == JSONByte.point, p - first < 2 { first -= 1 }
        if first[-1] == JSONByte.quote, first + 2 < end, first[1] == JSONByte.point,
          first[2] == JSONByte.point
        {
          return true
        }
      }
      p += 3
    }
    return false
  }

  // MARK: - What is there

  /// A fragment of which is not known whether it applies: it does where all that it requires is there.
  private mutating func found<Fragment: GraphQLObject>() throws -> Fragment? {
    // A sample would invent it.
    if isBacked, Sampling.session != nil { return nil }
    let place = Place(self)
    let wasTrying = isTrying
    isTrying = true
    defer { isTrying = wasTrying }
    do {
      let fragment = try Fragment(_reading: &self)
      return fragment.hasMembers() ? fragment : nil
    } catch is MissingMember {
      returnTo(place)
      return nil
    } catch DecodingError.keyNotFound where isBacked {
      return nil
    }
  }
}

/// A member is missing of what is read to see whether it is there: never seen outside of that.
struct MissingMember: Error {}

extension GraphQLObject {
  /// Whether the object has anything: of a fragment all of whose members are under conditions, that says whether it is there.
  fileprivate func hasMembers() -> Bool {
    guard let json = try? json(), case .object(let members)? = try? GraphQLValue(json: json) else {
      return true
    }
    return members.contains { name, value in !name.hasPrefix("...") || value.string == nil && value != .null }
  }
}
