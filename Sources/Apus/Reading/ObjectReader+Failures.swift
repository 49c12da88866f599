// Errors. Cold: the place is found by reading the text again, so that reading it well costs nothing.
extension ObjectReader {
  /// The text breaks JSON's rules.
  @inline(never) func invalid(at place: UnsafePointer<UInt8>? = nil, expected: String) -> any Error {
    let place = place ?? p
    let found = place < end ? JSONDescription.byte(place.pointee) : "the end of the text"
    return failure(.invalidJSON, at: place, expected: expected, found: found)
  }

  @inline(never) func tooDeep() -> any Error {
    failure(.tooDeep, at: p, expected: "at most \(maximumDepth) nested objects and lists", found: "one more")
  }

  /// A value stands here that is not of the type that is asked for.
  @inline(never) func mismatch(at place: UnsafePointer<UInt8>? = nil, expected: String) -> any Error {
    let place = place ?? p
    if fieldErrors != nil, place.pointee == JSONByte.n {
      return unexpectedNull(at: place, expected: expected)
    }
    let rest = UnsafeBufferPointer(start: place, count: end - place)
    guard let found = JSONDescription.value(rest) else { return invalid(at: place, expected: "a value") }
    return failure(.typeMismatch, at: place, expected: expected, found: found)
  }

  /// The entered object has no such member.
  @inline(never) func missing(_ key: StaticString, expected: String) -> any Error {
    if let container {
      let context = DecodingError.Context(
        codingPath: container.codingPath, debugDescription: "No value for \(key).")
      return DecodingError.keyNotFound(GraphQLKey(key), context)
    }
    // The object begins at the brace before its first member, so a place within it has its path.
    var error = decodingError(.missingKey, at: frame.start, expected: expected, found: "no such key")
    error.path = GraphQLPath(enteredPath() + [.key(key.description)])
    return error
  }

  /// The entered object has none of `keys`: for emitted `@oneOf` input objects (section 3.10.1).
  @inline(never) public func noMember(of keys: [StaticString]) -> any Error {
    let expected = "one of the keys " + keys.map { "\($0)" }.joined(separator: ", ")
    if let container {
      return DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath, debugDescription: "expected \(expected)",
          underlyingError: Sampling.session == nil ? nil : SampleNeedsMember(keys: keys.map(\.description))))
    }
    var error = decodingError(.missingKey, at: frame.start, expected: expected, found: "none of them")
    error.path = GraphQLPath(enteredPath())
    return error
  }

  /// An error that a scalar's codec threw, at the value that it was given.
  @inline(never) func refused(at place: UnsafePointer<UInt8>, _ error: any Error) -> any Error {
    if error is GraphQLDecodingError || error is DecodingError || error is GraphQLFieldError
      || error is RequiredNull
    {
      return error
    }
    let rest = UnsafeBufferPointer(start: place, count: end - place)
    let expected = (error as? GraphQLScalarError)?.expected ?? "\(error)"
    let found = JSONDescription.literal(rest) ?? "another value"
    return failure(.invalidValue, at: place, expected: expected, found: found)
  }

  func failure(
    _ kind: GraphQLDecodingError.Kind, at place: UnsafePointer<UInt8>, expected: String, found: String
  ) -> any Error {
    if isBacked {
      let path = container?.codingPath ?? decoder?.codingPath ?? []
      return DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "expected \(expected)"))
    }
    return decodingError(kind, at: place, expected: expected, found: found)
  }

  private func decodingError(
    _ kind: GraphQLDecodingError.Kind, at place: UnsafePointer<UInt8>, expected: String, found: String
  ) -> GraphQLDecodingError {
    let text = UnsafeBufferPointer(start: base, count: end - base)
    let path = JSONPlace.path(to: place - base, in: text)
    return GraphQLDecodingError(
      kind: kind, operationName: nil, path: path, expected: expected, found: found,
      position: JSONPlace.position(of: place - base, in: text))
  }

  /// The path of the object that the reader has entered.
  private func enteredPath() -> [GraphQLPath.Component] {
    let text = UnsafeBufferPointer(start: base, count: end - base)
    return JSONPlace.path(ofContainerAround: frame.start - base, in: text).components
  }
}
