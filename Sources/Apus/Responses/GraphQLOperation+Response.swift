extension GraphQLOperation {
  /// Decodes a response to this operation: by its variables, which decide on fields and fragments under `@include` and `@skip`.
  ///
  /// ```swift
  /// let response = try AlbumQuery(id: "1", full: true).response(json: bytes)
  /// ```
  ///
  /// - Parameters:
  ///   - json: the response, with its `data` or `errors`.
  ///   - maximumDepth: how many objects and lists may stand within one another.
  /// - Throws: ``GraphQLDecodingError``, which names the operation.
  public func response(
    json: some Collection<UInt8>, maximumDepth: Int = ObjectReader.defaultMaximumDepth
  ) throws -> GraphQLResponse<Data> {
    do {
      return try ObjectReader.read(json, maximumDepth: maximumDepth) { reader in
        reader.conditions = _conditions._conditions
        return try GraphQLResponse(_readingValue: &reader)
      }
    } catch let error as GraphQLDecodingError {
      throw Self.named(error)
    }
  }

  /// Decodes a response, as ``response(json:maximumDepth:)`` does, where the caller has its bytes at hand.
  package func response(bytes json: UnsafeRawBufferPointer) throws -> GraphQLResponse<Data> {
    do {
      return try ObjectReader.read(bytes: json, ObjectReader.defaultMaximumDepth) { reader in
        reader.conditions = _conditions._conditions
        return try GraphQLResponse(_readingValue: &reader)
      }
    } catch let error as GraphQLDecodingError {
      throw Self.named(error)
    }
  }

  /// The error with the operation's name, and places within its data.
  fileprivate static func named(_ error: GraphQLDecodingError) -> GraphQLDecodingError {
    var error = error
    error.operationName = operationName
    if error.path.components.first == "data" { error.path.components.removeFirst() }
    return error
  }
}

extension GraphQLOperation where Conditions == GraphQLNoConditions {
  /// Decodes a response to this operation, on whose parts no variables decide.
  ///
  /// - Parameters:
  ///   - json: the response, with its `data` or `errors`.
  ///   - maximumDepth: how many objects and lists may stand within one another.
  /// - Throws: ``GraphQLDecodingError``, which names the operation.
  public static func response(
    json: some Collection<UInt8>, maximumDepth: Int = ObjectReader.defaultMaximumDepth
  ) throws -> GraphQLResponse<Data> {
    do {
      return try ObjectReader.read(json, maximumDepth: maximumDepth) { reader in
        reader.conditions = [:]
        return try GraphQLResponse(_readingValue: &reader)
      }
    } catch let error as GraphQLDecodingError {
      throw Self.named(error)
    }
  }
}

extension GraphQLObject {
  /// Decodes an object from the bytes of a JSON text by the values of variables.
  package init(json: [UInt8], _ conditions: GraphQLConditions) throws {
    self = try ObjectReader.read(json) { reader in
      reader.conditions = conditions
      return try Self(_readingValue: &reader)
    }
  }
}
