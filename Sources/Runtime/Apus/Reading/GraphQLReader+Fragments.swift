// Properties for fragments. In a server's response, a fragment's members are among the object's own. An object written
// by a generated type has a member `"...Card"` for each property, with the state of the fragment.
extension GraphQLReader {
  /// Reads a fragment of the object.
  ///
  /// - Parameter key: the member for the fragment in an object written by a generated type.
  /// - Throws: ``GraphQLDecodingError``, or a `DecodingError` if the reader reads from a `Decoder`.
  public mutating func fragment<Fragment: GraphQLObject>(_ key: StaticString) throws -> Fragment {
    try written(key) == .object ? selection(key) : Fragment(_reading: &self)
  }

  /// Reads a fragment of the object, if it applies.
  ///
  /// - Parameters:
  ///   - key: the member for the fragment in an object written by a generated type.
  ///   - condition: whether the fragment's condition is true, or might be because variables are unknown.
  /// - Throws: ``GraphQLDecodingError``, or a `DecodingError` if the reader reads from a `Decoder`.
  public mutating func fragmentOrNil<Fragment: GraphQLObject>(
    _ key: StaticString, if condition: Bool
  ) throws -> Fragment? {
    if let written = try written(key) { return try written == .object ? selection(key) : nil }
    guard condition else { return nil }
    if let state = sampled({ $0.state(of: key.description, at: $1, among: [.absent, .present]) }) {
      return state == .present ? try Fragment(_reading: &self) : nil
    }
    return try conditions == nil ? found() : Fragment(_reading: &self)
  }

  /// Reads a deferred fragment of the object.
  ///
  /// - Parameter key: the member for the fragment in an object that was written or merged.
  /// - Throws: ``GraphQLDecodingError``, or a `DecodingError` if the reader reads from a `Decoder`.
  public mutating func deferred<Value: GraphQLObject>(_ key: StaticString) throws -> GraphQLDeferred<Value> {
    try deferredOrNil(key, if: true, mayBeNil: false) ?? .pending
  }

  /// Reads a deferred fragment of the object, if it applies.
  ///
  /// - Parameters:
  ///   - key: the member for the fragment in an object that was written or merged.
  ///   - condition: whether the fragment's condition is true, or might be because variables are unknown.
  /// - Throws: ``GraphQLDecodingError``, or a `DecodingError` if the reader reads from a `Decoder`.
  public mutating func deferredOrNil<Value: GraphQLObject>(
    _ key: StaticString, if condition: Bool
  ) throws -> GraphQLDeferred<Value>? { try deferredOrNil(key, if: condition, mayBeNil: true) }

  private mutating func deferredOrNil<Value: GraphQLObject>(
    _ key: StaticString, if condition: Bool, mayBeNil: Bool
  ) throws -> GraphQLDeferred<Value>? {
    let written = try written(key)
    switch written {
    case .object: return .value(try selection(key))
    case .null: return nil
    default: break
    }
    // The client's record may come from another spread of the same fragment with a different condition.
    guard condition || written != nil && conditions == nil else { return nil }
    switch written {
    case .merged: return .value(try Value(_reading: &self))
    case .errors: return .failed(try selections(key))
    case .pending: return .pending
    // A server that does not support `@defer` sends the members with the object and does not mark them.
    default:
      let states: [SampledPart] = [.pending, .present, .failed] + (mayBeNil ? [.absent] : [])
      if let state = sampled({ $0.state(of: key.description, at: $1, among: states) }) {
        return try sampledPart(state, key)
      }
      if let value: Value = try found() { return .value(value) }
      return try absent()
    }
  }

  /// A deferred fragment of a sample. Its members are among the object's own.
  private mutating func sampledPart<Value: GraphQLObject>(
    _ state: SampledPart, _ key: StaticString
  ) throws -> GraphQLDeferred<Value>? {
    switch state {
    case .absent: return nil
    case .pending: return .pending
    case .present: return .value(try Value(_reading: &self))
    case .failed: return .failed([GraphQLError(message: "The sample of \(key) failed.")])
    }
  }

  /// A deferred fragment that the object does not have: it is still to come unless the response is complete.
  private mutating func absent<Value: GraphQLObject>() throws -> GraphQLDeferred<Value> {
    // A sample, a single object, or an object of another decoder is not part of a response.
    guard isResponse, source == nil else { return .pending }
    let end = responseEnd ?? ResponseEnd(UnsafeRawBufferPointer(start: base, count: self.end - base))
    responseEnd = end
    if !end.isComplete { return .pending }
    // All its members may be excluded by variables.
    return try found(evenIfEmpty: true).map { .value($0) } ?? .failed(end.errors)
  }

  // MARK: - Written objects

  /// The recorded state of a fragment's property.
  private enum Written {
    /// The fragment's members are in this object.
    case object
    /// The fragment's members are among the object's own, because a client merged them into the response.
    case merged
    /// The fragment is absent.
    case null
    /// The fragment is deferred and has not arrived.
    case pending
    /// The fragment was deferred and failed.
    case errors
  }

  /// - Returns: nil if the object does not record it, like one from a server.
  private mutating func written(_ key: StaticString) throws -> Written? {
    guard hasWrittenFragments, try has(key) else { return nil }
    let place = Place(self)
    defer { returnTo(place) }
    guard try seek(key) else { return nil }
    switch try source?.firstByte() ?? p.pointee {
    case JSONByte.openBrace: return .object
    case JSONByte.openBracket: return .errors
    case JSONByte.quote: return .pending
    case JSONByte.n: return .null
    default: return .merged
    }
  }

  /// Whether the text has a member for any fragment's property. Most do not, so no object needs to be searched for
  /// them.
  private var hasWrittenFragments: Bool {
    mutating get {
      if let known = knownWrittenFragments { return known }
      let found = Self.hasDots(base, end)
      knownWrittenFragments = found
      return found
    }
  }

  /// Whether a string in the text begins with three dots, which no response name does.
  private static func hasDots(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    // Three consecutive dots include one at every third offset.
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

  // MARK: - Presence

  /// Reads a fragment that may not apply: it does if all required members are present.
  ///
  /// - Parameter evenIfEmpty: whether a fragment without any members applies.
  private mutating func found<Fragment: GraphQLObject>(evenIfEmpty: Bool = false) throws -> Fragment? {
    let place = Place(self)
    let wasTrying = isTrying
    isTrying = true
    defer { isTrying = wasTrying }
    do {
      let fragment = try Fragment(_reading: &self)
      return evenIfEmpty || fragment.hasMembers() ? fragment : nil
    } catch is MissingMember {
      returnTo(place)
      return nil
    } catch DecodingError.keyNotFound where source != nil {
      returnTo(place)
      return nil
    }
  }
}

/// A member is missing from a fragment that is read on trial. Always caught there.
struct MissingMember: Error {}

extension GraphQLObject {
  /// Whether the object has any members. If all members of a fragment are conditional, this decides whether it is
  /// present.
  fileprivate func hasMembers() -> Bool {
    var writer = GraphQLWriter(writesNil: false)
    _writeValue(to: &writer)
    let json = try? writer.withBytes { Array($0) }
    guard let json, case .object(let members)? = try? GraphQLValue(json: json) else { return true }
    return members.contains { name, value in !name.hasPrefix("...") || value.string == nil && value != .null }
  }
}
