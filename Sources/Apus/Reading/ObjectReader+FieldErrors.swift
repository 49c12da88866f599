// Fields whose nulls are told apart by the response's errors.
extension ObjectReader {
  /// Says that what is not null by the schema's word may be null where it has an error: a null where none is expected throws its
  /// errors, or is a broken promise.
  public mutating func heedErrors() {
    if fieldErrors == nil { fieldErrors = FieldErrors() }
  }

  /// A field with `@catch(to: RESULT)`: its value, or the errors for which it is null, which may have been thrown within it.
  ///
  /// - Parameters:
  ///   - key: the member's name.
  ///   - failure: the member that holds the errors in an object that was written with them.
  ///   - codec: what reads the value.
  public mutating func result<Codec: GraphQLCodec>(
    _ key: StaticString, failed failure: StaticString, as codec: Codec.Type
  ) throws -> Result<Codec.Value, GraphQLFieldError> {
    heedErrors()
    if try isNullMember(key) {
      let errors = try errorsOfMember(key)
      if !errors.isEmpty { return .failure(try passOver(key, GraphQLFieldError(errors: errors))) }
      if try has(failure) {
        let errors: [GraphQLError] = try selections(failure)
        return .failure(try passOver(key, GraphQLFieldError(errors: errors)))
      }
    }
    let place = Place(self)
    do {
      return .success(try scalar(key, as: codec))
    } catch let error as GraphQLFieldError {
      returnTo(place)
      return .failure(try passOver(key, error))
    }
  }

  /// The data of a response: null also where a field's error was thrown and nothing caught it.
  mutating func dataOrNil<Data: GraphQLObject>(_ errors: [GraphQLError]?) throws -> Data? {
    responseErrors = errors
    if let container {
      let errors = try errors ?? container.decodeIfPresent([GraphQLError].self, forKey: GraphQLKey("errors"))
      let decoded = DecodedErrors(errors: errors ?? [], depth: container.codingPath.count + 1)
      return try DecodedErrors.$current.withValue(decoded) {
        do {
          return try selectionOrNil("data")
        } catch is GraphQLFieldError {
          return nil
        }
      }
    }
    let place = Place(self)
    do {
      return try selectionOrNil("data")
    } catch let error as GraphQLFieldError {
      returnTo(place)
      _ = try passOver("data", error)
      return nil
    }
  }

  /// Steps over a null, if one stands here.
  ///
  /// - Throws: ``GraphQLFieldError`` when it has errors.
  mutating func readNullWithoutErrors() throws -> Bool {
    let start = p
    guard try readNull() else { return false }
    heedErrors()
    let errors = errors(at: start, decoder?.codingPath)
    if !errors.isEmpty { throw GraphQLFieldError(errors: errors) }
    return true
  }

  /// Says that the client requires a value where a null stands.
  @inline(never) func requiredNull(at place: UnsafePointer<UInt8>) -> any Error {
    if isBacked {
      return DecodingError.valueNotFound(
        GraphQLValue.self,
        .init(codingPath: decoder?.codingPath ?? [], debugDescription: "The field is required, and null."))
    }
    return failure(.requiredNull, at: place, expected: "a value, since the field is required", found: "null")
  }

  /// Reads a value that is nil when a field within it is null that says so.
  mutating func readUnlessRequiredIsNull<Codec: GraphQLCodec>(as codec: Codec.Type) throws -> Codec.Value
  where Codec.Value: ExpressibleByNilLiteral {
    let place = Place(self)
    do {
      return try codec.read(from: &self)
    } catch is RequiredNull {
      returnTo(place)
      if !isBacked { try skipValue() }
      return nil
    }
  }

  /// Reads a value that is nil when errors of fields are thrown within it.
  mutating func readUnlessErrorsAreThrown<Codec: GraphQLCodec>(as codec: Codec.Type) throws -> Codec.Value
  where Codec.Value: ExpressibleByNilLiteral {
    let place = Place(self)
    do {
      return try codec.read(from: &self)
    } catch {
      guard error is GraphQLFieldError || isNullWithErrors(error) else { throw error }
      returnTo(place)
      if !isBacked { try skipValue() }
      return nil
    }
  }

  /// Whether a decoder throws at a null that has errors: a list's elements have no key at which it would be found out.
  private func isNullWithErrors(_ error: any Error) -> Bool {
    guard isBacked else { return false }
    switch error as? DecodingError {
    case .valueNotFound(_, let found), .typeMismatch(_, let found):
      return !errors(at: p, found.codingPath).isEmpty
    default: return false
    }
  }

  /// What to throw at a null where none is expected, in a type whose nulls may have errors.
  func unexpectedNull(at place: UnsafePointer<UInt8>, expected: String) -> any Error {
    let errors = errors(at: place, nil)
    if !errors.isEmpty { return GraphQLFieldError(errors: errors) }
    return failure(.brokenPromise, at: place, expected: expected, found: "null without an error")
  }

  /// The same of what a decoder throws at a member.
  func unexpectedNull(_ key: StaticString, _ error: any Error) -> any Error {
    guard let container else { return error }
    let context: DecodingError.Context
    switch error as? DecodingError {
    // `JSONDecoder` says of a null in a list of Booleans or numbers that its type is another one.
    case .valueNotFound(_, let found), .typeMismatch(_, let found): context = found
    default: return error
    }
    let isMember = (try? container.decodeNil(forKey: GraphQLKey(key))) ?? false
    let path = isMember ? container.codingPath + [GraphQLKey(key)] : context.codingPath
    let errors = errors(at: p, path)
    return errors.isEmpty ? error : GraphQLFieldError(errors: errors)
  }

  /// The errors of the null at a place of the text, or at a decoder's path.
  private func errors(at place: UnsafePointer<UInt8>, _ path: [any CodingKey]?) -> [GraphQLError] {
    if isBacked { return DecodedErrors.current?.errors(at: path ?? []) ?? [] }
    // The response is the outermost object, the data in it the root.
    guard isResponse, responseErrors?.isEmpty != true, let fieldErrors else { return [] }
    let places =
      fieldErrors.places
      ?? ErrorPlaces(responseErrors, in: UnsafeBufferPointer(start: base, count: end - base))
    fieldErrors.places = places
    return places[place - base]
  }

  // MARK: - Members

  /// Whether a member is there and null; the reader stays where it is.
  private mutating func isNullMember(_ key: StaticString) throws -> Bool {
    if let container {
      return try container.contains(GraphQLKey(key)) && container.decodeNil(forKey: GraphQLKey(key))
    }
    let place = Place(self)
    defer { returnTo(place) }
    return try seek(key) && p.pointee == JSONByte.n
  }

  private mutating func errorsOfMember(_ key: StaticString) throws -> [GraphQLError] {
    if let container { return errors(at: p, container.codingPath + [GraphQLKey(key)]) }
    let place = Place(self)
    defer { returnTo(place) }
    return try seek(key) ? errors(at: p, nil) : []
  }

  /// Steps over a member.
  private mutating func passOver(_ key: StaticString, _ error: GraphQLFieldError) throws -> GraphQLFieldError
  {
    if try seek(key) {
      try skipValue()
      try endMember()
    }
    return error
  }
}

/// What is known of a response's errors where types ask for them; shared, since errors are looked for while others are thrown.
final class FieldErrors {
  var places: ErrorPlaces?
}

/// A field is null for which its nearest nullable parent is nil: never seen outside of that.
struct RequiredNull: Error {
  /// Where the field is in the text.
  var offset: Int
}
