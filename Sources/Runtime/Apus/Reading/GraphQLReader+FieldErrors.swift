// Fields whose nulls are distinguished by the response's errors.
extension GraphQLReader {
  /// Declares that the type has fields that are null only if they have an error. Any other null breaks the schema's promise.
  public mutating func throwFieldErrors() { hasPromises = true }

  /// Reads a field with `@catch(to: RESULT)`: its value, or the errors that made it null, including those thrown within
  /// it.
  ///
  /// - Parameters:
  ///   - key: the member's name.
  ///   - failure: the member that contains the errors, if the object was encoded by Apus.
  ///   - codec: reads the value.
  /// - Throws: ``GraphQLDecodingError``, or a `DecodingError` if the reader reads from a `Decoder`.
  public mutating func result<Codec: GraphQLCodec>(
    _ key: StaticString, failed failure: StaticString, as codec: Codec.Type
  ) throws -> Result<Codec.Value, GraphQLFieldError> {
    throwFieldErrors()
    if let error = sampled({ $0.error(of: key.description, at: $1) }), try !has(key) {
      return .failure(error)
    }
    let place = Place(self)
    if try seek(key), case let start = p, try isNull() {
      let known = errors(ofNullAt: start)
      returnTo(place)
      // A written value has exactly the errors that it was read with. The response may have more of them at the same path.
      let errors = try has(failure) ? selections(failure) : known.isEmpty ? nil : known
      if let errors { return .failure(try passOver(key, GraphQLFieldError(errors: errors))) }
    }
    returnTo(place)
    do {
      return .success(try scalar(key, as: codec))
    } catch let error as GraphQLFieldError {
      returnTo(place)
      return .failure(try passOver(key, error))
    }
  }

  /// The data of a response. It is also nil if a field's error was thrown and not caught.
  ///
  /// - Parameter errors: the response's errors; nil if they come after the data, which they never do in a decoder.
  mutating func dataOrNil<Data: GraphQLObject>(_ errors: [GraphQLError]?) throws -> Data? {
    responseErrors = errors
    guard let source else { return try dataUnlessErrorsAreThrown() }
    let isWritten = try has(ErrorPlaces.writtenKey)
    let decoded = DecodedErrors(errors: isWritten ? [] : errors ?? [], depth: source.containerPath.count + 1)
    return try DecodedErrors.$current.withValue(decoded) { try dataUnlessErrorsAreThrown() }
  }

  private mutating func dataUnlessErrorsAreThrown<Data: GraphQLObject>() throws -> Data? {
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
    throwFieldErrors()
    if let error = fieldError(ofNullAt: start) { throw error }
    return true
  }

  /// The error for a null where the client requires a value.
  @inline(never) mutating func requiredNull(at place: UnsafePointer<UInt8>) -> any Error {
    if let source {
      return DecodingError.valueNotFound(
        GraphQLValue.self,
        .init(codingPath: source.path, debugDescription: "The field is required but null."))
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
      try skipValue()
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
      guard DecodedErrors.cause(of: error) is GraphQLFieldError else { throw error }
      returnTo(place)
      try skipValue()
      return nil
    }
  }

  /// The error for an unexpected null. Without error propagation (`onError: NULL`), a field that the schema declares non-null
  /// is null if it has an error.
  mutating func unexpectedNull(at place: UnsafePointer<UInt8>, expected: String) -> any Error {
    if let error = fieldError(ofNullAt: place) { return error }
    return hasPromises
      ? failure(.brokenPromise, at: place, expected: expected, found: "null without an error")
      : failure(.typeMismatch, at: place, expected: expected, found: "null")
  }

  /// The error for the null at a place in the text, or for the current value of a decoder; nil if it has none.
  mutating func fieldError(ofNullAt place: UnsafePointer<UInt8>) -> GraphQLFieldError? {
    let errors = errors(ofNullAt: place)
    return errors.isEmpty ? nil : GraphQLFieldError(errors: errors)
  }

  /// The errors of the null at a place in the text, or of the current value of a decoder.
  private mutating func errors(ofNullAt place: UnsafePointer<UInt8>) -> [GraphQLError] {
    if let source { return DecodedErrors.current?.errors(at: source.path) ?? [] }
    // The response is the outermost object, and its data is the root.
    guard isResponse, responseErrors?.isEmpty != true else { return [] }
    let places =
      errorPlaces ?? ErrorPlaces(responseErrors, in: UnsafeBufferPointer(start: base, count: end - base))
    errorPlaces = places
    return places[place - base]
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

/// A required field is null and nulls its nearest nullable parent. Always caught there.
struct RequiredNull: Error {
  /// The offset of the field in the text.
  var offset: Int
}
