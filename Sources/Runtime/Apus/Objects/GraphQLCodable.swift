/// A Swift type for leaf values of a response, with a single JSON form.
///
/// `String`, `Int`, `Double`, `Bool`, ``GraphQLValue`` and all generated enums conform. `Optional` and `Array` conform
/// if what they wrap does, so `[[String?]?]` is a `GraphQLCodable` too. Objects are ``GraphQLObject``s. Custom scalars
/// do not conform: a ``GraphQLCodec``, chosen for each field, defines their JSON form.
nonisolated public protocol GraphQLCodable: Codable, Hashable, Sendable {
  /// Reads the current value.
  ///
  /// - Throws: ``GraphQLDecodingError``, or a `DecodingError` if the reader reads from a `Decoder`.
  init(_readingValue reader: inout GraphQLReader) throws

  /// Writes the value at the current position.
  func _writeValue(to writer: inout GraphQLWriter)
}

extension String: GraphQLCodable {
  public init(_readingValue reader: inout GraphQLReader) throws { self = try reader.readString() }
  public func _writeValue(to writer: inout GraphQLWriter) { writer.writeString(self) }
}

extension Int: GraphQLCodable {
  public init(_readingValue reader: inout GraphQLReader) throws { self = try reader.readInt() }
  public func _writeValue(to writer: inout GraphQLWriter) { writer.writeInt(self) }
}

extension Double: GraphQLCodable {
  public init(_readingValue reader: inout GraphQLReader) throws { self = try reader.readDouble() }
  public func _writeValue(to writer: inout GraphQLWriter) { writer.writeDouble(self) }
}

extension Bool: GraphQLCodable {
  public init(_readingValue reader: inout GraphQLReader) throws { self = try reader.readBool() }
  public func _writeValue(to writer: inout GraphQLWriter) { writer.writeBool(self) }
}

extension Optional: GraphQLCodable where Wrapped: GraphQLCodable {
  public init(_readingValue reader: inout GraphQLReader) throws {
    self = try reader.readNull() ? nil : Wrapped(_readingValue: &reader)
  }
  public func _writeValue(to writer: inout GraphQLWriter) {
    if let self { self._writeValue(to: &writer) } else { writer.writeNull() }
  }
}

extension Array: GraphQLCodable where Element: GraphQLCodable {
  public init(_readingValue reader: inout GraphQLReader) throws {
    self = try reader.readList { reader in try Element(_readingValue: &reader) }
  }
  public func _writeValue(to writer: inout GraphQLWriter) {
    writer.writeList(self) { element, writer in element._writeValue(to: &writer) }
  }
}
