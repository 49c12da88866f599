extension GraphQLObject {
  /// Decodes an object from JSON in any collection of bytes: a `[UInt8]`, a `Data`, an `UnsafeRawBufferPointer`.
  ///
  /// ```swift
  /// let data = try LibraryQuery.Data(json: bytes)
  /// ```
  ///
  /// The text is read once, directly into stored properties, without an intermediate tree or a copy. All of it must be
  /// valid JSON (RFC 8259), even parts that the type does not use.
  ///
  /// - Parameters:
  ///   - json: the object itself. To decode a response with a `data` member, use ``GraphQLResponse``.
  ///   - maximumDepth: the maximum nesting of objects and lists.
  /// - Throws: ``GraphQLDecodingError`` if the text is not valid JSON or does not match the type.
  public init(
    json: some Collection<UInt8>, maximumDepth: Int = GraphQLReader.defaultMaximumDepth
  ) throws {
    self = try GraphQLReader.read(json, maximumDepth: maximumDepth) { reader in
      try Self(_readingValue: &reader)
    }
  }

  /// Decodes an object from a JSON string.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the text is not valid JSON or does not match the type.
  public init(json: String, maximumDepth: Int = GraphQLReader.defaultMaximumDepth) throws {
    try self.init(json: json.utf8, maximumDepth: maximumDepth)
  }
}
