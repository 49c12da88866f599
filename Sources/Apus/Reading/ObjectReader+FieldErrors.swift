// Fields whose nulls are distinguished by the response's errors.
extension ObjectReader {
  /// Enables field errors: a field that the schema declares semantically non-null may be null if it has an error. An
  /// unexpected null throws its errors, or else breaks the promise.
  public mutating func heedErrors() {
    if fieldErrors == nil { fieldErrors = FieldErrors() }
  }

  /// Reads a field with `@catch(to: RESULT)`: its value, or the errors that made it null, including those thrown within
  /// it.
  ///
  /// - Parameters:
  ///   - key: the member's name.
  ///   - failure: the member with the errors, in an object that was written with them.
  ///   - codec: reads the value.
  /// - Throws: ``GraphQLDecodingError``, or a `DecodingError` if the reader reads from a `Decoder`.
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

  /// The data of a response. It is also nil if a field's error was thrown and not caught.
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

  /// Skips a null, if there is one.
  ///
  /// - Throws: ``GraphQLFieldError`` if it has errors.
  mutating func readNullWithoutErrors() throws -> Bool {
    let start = p
    guard try readNull() else { return false }
    heedErrors()
    let errors = errors(at: start, decoder?.codingPath)
    if !errors.isEmpty { throw GraphQLFieldError(errors: errors) }
    return true
  }

  /// The error for a null where the client requires a value.
  @inline(never) func requiredNull(at place: UnsafePointer<UInt8>) -> any Error {
    if isBacked {
      return DecodingError.valueNotFound(
        GraphQLValue.self,
        .init(codingPath: decoder?.codingPath ?? [], debugDescription: "The field is required but null."))
    }
    return failure(.requiredNull, at: place, expected: "a value, since the field is required", found: "null")
  }

  /// Reads a value, or nil if a required field inside it is null and nulls its parent.
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

  /// Reads a value, or nil if field errors are thrown inside it.
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

  /// Whether a decoder's error is due to a null with errors. List elements have no key to check for null beforehand.
  private func isNullWithErrors(_ error: any Error) -> Bool {
    guard isBacked else { return false }
    switch error as? DecodingError {
    case .valueNotFound(_, let found), .typeMismatch(_, let found):
      return !errors(at: p, found.codingPath).isEmpty
    default: return false
    }
  }

  /// The error for an unexpected null, in a type whose nulls may have errors.
  func unexpectedNull(at place: UnsafePointer<UInt8>, expected: String) -> any Error {
    let errors = errors(at: place, nil)
    if !errors.isEmpty { return GraphQLFieldError(errors: errors) }
    return failure(.brokenPromise, at: place, expected: expected, found: "null without an error")
  }

  /// The error for an unexpected null, given the error that a decoder threw at a member.
  func unexpectedNull(_ key: StaticString, _ error: any Error) -> any Error {
    guard let container else { return error }
    let context: DecodingError.Context
    switch error as? DecodingError {
    // For a null in a list of Booleans or numbers, `JSONDecoder` reports a type mismatch.
    case .valueNotFound(_, let found), .typeMismatch(_, let found): context = found
    default: return error
    }
    let isMember = (try? container.decodeNil(forKey: GraphQLKey(key))) ?? false
    let path = isMember ? container.codingPath + [GraphQLKey(key)] : context.codingPath
    let errors = errors(at: p, path)
    return errors.isEmpty ? error : GraphQLFieldError(errors: errors)
  }

  /// The errors of the null at a place in the text or at a decoder's path.
  private func errors(at place: UnsafePointer<UInt8>, _ path: [any CodingKey]?) -> [GraphQLError] {
    if isBacked { return DecodedErrors.current?.errors(at: path ?? []) ?? [] }
    // The response is the outermost object, and its data is the root.
    guard isResponse, responseErrors?.isEmpty != true, let fieldErrors else { return [] }
    let places =
      fieldErrors.places
      ?? ErrorPlaces(responseErrors, in: UnsafeBufferPointer(start: base, count: end - base))
    fieldErrors.places = places
    return places[place - base]
  }

  // MARK: - Members

  /// Whether a member is present and null. The reader's position does not change.
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

  /// Skips a member.
  private mutating func passOver(_ key: StaticString, _ error: GraphQLFieldError) throws -> GraphQLFieldError
  {
    if try seek(key) {
      try skipValue()
      try endMember()
    }
    return error
  }
}

/// A response's errors, if types need them. Shared, because errors are looked up while others are thrown.
final class FieldErrors {
  var places: ErrorPlaces?
}

/// A required field is null and nulls its nearest nullable parent. Always caught there.
struct RequiredNull: Error {
  /// The offset of the field in the text.
  var offset: Int
}
