/// A Swift value that is a leaf of a response, with one JSON form.
///
/// `String`, `Int`, `Double`, `Bool`, ``GraphQLValue`` and every emitted enum conform; `Optional` and `Array` conform when
/// what they wrap does, so `[[String?]?]` is a `GraphQLCodable` too. Objects are ``GraphQLObject``s. Custom scalars do not
/// conform: their JSON form is a ``GraphQLCodec``, chosen per field.
nonisolated public protocol GraphQLCodable: Codable, Hashable, Sendable {
  /// Reads the value that the reader stands on.
  ///
  /// - Throws: ``GraphQLDecodingError``, or a `DecodingError` when the reader is backed by a `Decoder`.
  init(_readingValue reader: inout ObjectReader) throws

  /// Writes the value where the writer stands.
  func _writeValue(to writer: inout ObjectWriter)
}

extension String: GraphQLCodable {
  public init(_readingValue reader: inout ObjectReader) throws { self = try reader.readString() }
  public func _writeValue(to writer: inout ObjectWriter) { writer.writeString(self) }
}

extension Int: GraphQLCodable {
  public init(_readingValue reader: inout ObjectReader) throws { self = try reader.readInt() }
  public func _writeValue(to writer: inout ObjectWriter) { writer.writeInt(self) }
}

extension Double: GraphQLCodable {
  public init(_readingValue reader: inout ObjectReader) throws { self = try reader.readDouble() }
  public func _writeValue(to writer: inout ObjectWriter) { writer.writeDouble(self) }
}

extension Bool: GraphQLCodable {
  public init(_readingValue reader: inout ObjectReader) throws { self = try reader.readBool() }
  public func _writeValue(to writer: inout ObjectWriter) { writer.writeBool(self) }
}

extension Optional: GraphQLCodable where Wrapped: GraphQLCodable {
  public init(_readingValue reader: inout ObjectReader) throws {
    self = try reader.readNull() ? nil : Wrapped(_readingValue: &reader)
  }
  public func _writeValue(to writer: inout ObjectWriter) {
    if let self { self._writeValue(to: &writer) } else { writer.writeNull() }
  }
}

extension Array: GraphQLCodable where Element: GraphQLCodable {
  public init(_readingValue reader: inout ObjectReader) throws {
    self = try reader.readList { reader in try Element(_readingValue: &reader) }
  }
  public func _writeValue(to writer: inout ObjectWriter) {
    writer.writeList(self) { element, writer in element._writeValue(to: &writer) }
  }
}
