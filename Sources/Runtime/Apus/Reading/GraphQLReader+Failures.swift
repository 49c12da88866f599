// Errors are a cold path: the place is found by reading the text again, so that successful reading costs nothing.
extension GraphQLReader {
  /// The error for invalid JSON.
  @inline(never) mutating func invalid(at place: UnsafePointer<UInt8>? = nil, expected: String) -> any Error {
    let place = place ?? p
    let found = place < end ? JSONDescription.byte(place.pointee) : "the end of the text"
    return failure(.invalidJSON, at: place, expected: expected, found: found)
  }

  @inline(never) mutating func tooDeep() -> any Error {
    failure(.tooDeep, at: p, expected: "at most \(maximumDepth) nested objects and lists", found: "one more")
  }

  /// The error for a value that does not have the requested type.
  @inline(never) mutating func mismatch(at place: UnsafePointer<UInt8>? = nil, expected: String) -> any Error
  {
    let place = place ?? p
    if place.pointee == JSONByte.n { return unexpectedNull(at: place, expected: expected) }
    let rest = UnsafeBufferPointer(start: place, count: end - place)
    let found = source == nil ? JSONDescription.value(rest) : "another value"
    guard let found else { return invalid(at: place, expected: "a value") }
    return failure(.typeMismatch, at: place, expected: expected, found: found)
  }

  /// The error for a missing member of the entered object.
  @inline(never) mutating func missing(_ key: StaticString, expected: String) -> any Error {
    // Members are searched up to the closing brace, unless a codec takes another value for an object.
    let isObject = source.map { $0 is DecodedObject } ?? (p.pointee == JSONByte.closeBrace)
    guard isObject else { return mismatch(expected: "object that is read as a GraphQLObject") }
    if let source {
      let context = DecodingError.Context(
        codingPath: source.containerPath, debugDescription: "No value for \(key).")
      return DecodingError.keyNotFound(GraphQLKey(key), context)
    }
    // Cheap, so that a large text is not read again for each absent fragment.
    if isTrying { return MissingMember() }
    // The object starts at the brace before its first member, so a place inside it has its path.
    var error = decodingError(.missingKey, at: frame.start, expected: expected, found: "no such key")
    error.path = GraphQLPath(enteredPath() + [.key(key.description)])
    return error
  }

  /// Finds the only member of a generated `@oneOf` input object (section 3.10.1).
  ///
  /// - Parameter keys: the names of the fields.
  /// - Returns: the index of the member's name.
  /// - Throws: ``GraphQLDecodingError``, or a decoder's `DecodingError`, if the object has none of the members or
  ///   several.
  public mutating func onlyMember(of keys: [StaticString]) throws -> Int {
    var found: [Int] = []
    for index in keys.indices where try has(keys[index]) { found.append(index) }
    if let only = found.first, found.count == 1 { return only }
    if found.isEmpty, let chosen = sampled({ $0.onlyMember(of: keys.map(\.description), at: $1) }) {
      return chosen
    }
    throw unlessOnlyMember(of: keys, found)
  }

  @inline(never) private func unlessOnlyMember(of keys: [StaticString], _ found: [Int]) -> any Error {
    let names = keys.map(\.description)
    let expected = (found.isEmpty ? "one" : "only one") + " of the keys " + names.joined(separator: ", ")
    if let source {
      return DecodingError.dataCorrupted(
        .init(codingPath: source.containerPath, debugDescription: "expected \(expected)"))
    }
    var error = decodingError(
      found.isEmpty ? .missingKey : .invalidValue, at: frame.start, expected: expected,
      found: found.isEmpty ? "none of them" : found.map { names[$0] }.joined(separator: ", "))
    error.path = GraphQLPath(enteredPath())
    return error
  }

  /// The error for a value that a scalar's codec rejected.
  @inline(never) mutating func rejected(at place: UnsafePointer<UInt8>, _ error: any Error) -> any Error {
    if error is GraphQLDecodingError || error is DecodingError || error is GraphQLFieldError
      || error is RequiredNull || error is MissingMember
    {
      return error
    }
    if place.pointee == JSONByte.n, let error = fieldError(ofNullAt: place) { return error }
    let rest = UnsafeBufferPointer(start: place, count: end - place)
    let expected = (error as? GraphQLScalarError)?.expected ?? "\(error)"
    let found = JSONDescription.literal(rest) ?? "another value"
    return failure(.invalidValue, at: place, expected: expected, found: found)
  }

  func failure(
    _ kind: GraphQLDecodingError.Kind, at place: UnsafePointer<UInt8>, expected: String, found: String
  ) -> any Error {
    if let source {
      return DecodingError.dataCorrupted(
        .init(codingPath: source.path, debugDescription: "expected \(expected)"))
    }
    return decodingError(kind, at: place, expected: expected, found: found)
  }

  private func decodingError(
    _ kind: GraphQLDecodingError.Kind, at place: UnsafePointer<UInt8>, expected: String, found: String
  ) -> GraphQLDecodingError {
    let text = UnsafeBufferPointer(start: base, count: end - base)
    let path = JSONPlace.path(to: place - base, in: text)
    let (line, column) = JSONPlace.position(of: place - base, in: text)
    return GraphQLDecodingError(
      kind: kind, operationName: nil, path: path, expected: expected, found: found, offset: place - base,
      line: line, column: column)
  }

  /// The path of the object that the reader has entered.
  private func enteredPath() -> [GraphQLPath.Component] {
    let text = UnsafeBufferPointer(start: base, count: end - base)
    return JSONPlace.path(ofContainerAround: frame.start - base, in: text).components
  }
}
