extension GraphQLObject {
  /// Decodes an object from the bytes of a JSON text: a `[UInt8]`, a `Data`, an `UnsafeRawBufferPointer`.
  ///
  /// ```swift
  /// let data = try HomeQuery.Data(json: bytes)
  /// ```
  ///
  /// The text is read once, from bytes to stored properties, without a tree in between and without a copy. It must
  /// be JSON as RFC 8259 has it, to the last byte, also where nothing is asked for.
  ///
  /// - Parameters:
  ///   - json: the object itself, not a response with a `data` member: that is a ``GraphQLResponse``.
  ///   - maximumDepth: how many objects and lists may stand within one another.
  /// - Throws: ``GraphQLDecodingError``.
  public init(
    json: some Collection<UInt8>, maximumDepth: Int = ObjectReader.defaultMaximumDepth
  ) throws {
    self = try ObjectReader.read(json, maximumDepth: maximumDepth) { reader in
      try Self(_readingValue: &reader)
    }
  }

  /// Decodes an object from a JSON text.
  ///
  /// - Throws: ``GraphQLDecodingError``.
  public init(json: String, maximumDepth: Int = ObjectReader.defaultMaximumDepth) throws {
    self = try ObjectReader.read(json.utf8, maximumDepth: maximumDepth) { reader in
      try Self(_readingValue: &reader)
    }
  }

  /// The object as compact JSON, in UTF-8, members in the order of the selection.
  ///
  /// - Throws: an `EncodingError` for what JSON cannot say, such as a `Double` that is not finite.
  public func json() throws -> [UInt8] {
    var writer = ObjectWriter()
    _writeValue(to: &writer)
    return try writer.withBytes { Array($0) }
  }

  /// The object as compact JSON, as a text: what ``json()`` returns as bytes.
  ///
  /// - Throws: an `EncodingError` for what JSON cannot say, such as a `Double` that is not finite.
  public func jsonString() throws -> String {
    var writer = ObjectWriter()
    _writeValue(to: &writer)
    return try writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
