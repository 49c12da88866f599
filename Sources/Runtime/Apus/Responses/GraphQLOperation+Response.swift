extension GraphQLOperation {
  /// Decodes a response to this operation. Its variables determine which fields and fragments with `@include` and `@skip` are present.
  ///
  /// ```swift
  /// let response = try AlbumQuery(id: "a1").response(json: bytes)
  /// ```
  ///
  /// - Parameters:
  ///   - json: the response, with its `data` or `errors`.
  ///   - maximumDepth: the maximum nesting of objects and lists.
  /// - Throws: ``GraphQLDecodingError`` with the operation's name, if the text is not valid JSON or does not match the types.
  public func response(
    json: some Collection<UInt8>, maximumDepth: Int = GraphQLReader.defaultMaximumDepth
  ) throws -> GraphQLResponse<Data> {
    try Self.response(_conditions._conditions) {
      try GraphQLReader.read(json, maximumDepth: maximumDepth, $0)
    }
  }

  /// Decodes a response like ``response(json:maximumDepth:)``, given the address of its bytes.
  package func response(bytes json: UnsafeRawBufferPointer) throws -> GraphQLResponse<Data> {
    try Self.response(_conditions._conditions) {
      try GraphQLReader.read(bytes: json, GraphQLReader.defaultMaximumDepth, $0)
    }
  }

  /// Reads a response. Errors have the operation's name, and paths that are relative to the data.
  @inline(__always) fileprivate static func response(
    _ conditions: _GraphQLConditions,
    _ read: ((inout GraphQLReader) throws -> GraphQLResponse<Data>) throws -> GraphQLResponse<Data>
  ) throws -> GraphQLResponse<Data> {
    do {
      return try read { reader in
        reader.conditions = conditions
        return try GraphQLResponse(_readingValue: &reader)
      }
    } catch var error as GraphQLDecodingError {
      error.operationName = operationName
      if error.path.components.first == "data" { error.path.components.removeFirst() }
      throw error
    }
  }
}

extension GraphQLOperation where _Conditions == _GraphQLNoConditions {
  /// Decodes a response to this operation. No instance is needed, because variables do not determine which fields and
  /// fragments are present.
  ///
  /// - Parameters:
  ///   - json: the response, with its `data` or `errors`.
  ///   - maximumDepth: the maximum nesting of objects and lists.
  /// - Throws: ``GraphQLDecodingError`` with the operation's name, if the text is not valid JSON or does not match the
  ///   types.
  public static func response(
    json: some Collection<UInt8>, maximumDepth: Int = GraphQLReader.defaultMaximumDepth
  ) throws -> GraphQLResponse<Data> {
    try response([:]) { try GraphQLReader.read(json, maximumDepth: maximumDepth, $0) }
  }
}

extension GraphQLObject {
  /// Decodes an object from JSON, given the values of variables.
  package init(json: [UInt8], _ conditions: _GraphQLConditions) throws {
    self = try GraphQLReader.read(json) { reader in
      reader.conditions = conditions
      return try Self(_readingValue: &reader)
    }
  }
}
