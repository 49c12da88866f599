/// A Swift value with one JSON form: what a field, an argument or a list element can be.
///
/// `String`, `Int`, `Double`, `Bool`, ``GraphQLValue``, every emitted object and every emitted enum conform;
/// `Optional` and `Array` conform when what they wrap does, so `[[String?]?]` is a `GraphQLCodable` too.
/// Custom scalars do not conform: their JSON form is a ``GraphQLCodec``, chosen per field.
nonisolated public protocol GraphQLCodable: Codable, Hashable, Sendable {
  /// Reads the value that the reader stands on.
  ///
  /// - Throws: ``GraphQLDecodingError``, or a `DecodingError` when the reader is backed by a `Decoder`.
  init(readingValue reader: inout ObjectReader) throws

  /// Writes the value where the writer stands.
  ///
  /// - Throws: an `EncodingError` for what JSON cannot say, such as a `Double` that is not finite.
  func writeValue(to writer: inout ObjectWriter) throws
}

extension String: GraphQLCodable {
  public init(readingValue reader: inout ObjectReader) throws { self = try reader.readString() }
  public func writeValue(to writer: inout ObjectWriter) throws { try writer.writeString(self) }
}

extension Int: GraphQLCodable {
  public init(readingValue reader: inout ObjectReader) throws { self = try reader.readInt() }
  public func writeValue(to writer: inout ObjectWriter) throws { try writer.writeInt(self) }
}

extension Double: GraphQLCodable {
  public init(readingValue reader: inout ObjectReader) throws { self = try reader.readDouble() }
  public func writeValue(to writer: inout ObjectWriter) throws { try writer.writeDouble(self) }
}

extension Bool: GraphQLCodable {
  public init(readingValue reader: inout ObjectReader) throws { self = try reader.readBool() }
  public func writeValue(to writer: inout ObjectWriter) throws { try writer.writeBool(self) }
}

extension Optional: GraphQLCodable where Wrapped: GraphQLCodable {
  public init(readingValue reader: inout ObjectReader) throws {
    self = try reader.readNull() ? nil : Wrapped(readingValue: &reader)
  }
  public func writeValue(to writer: inout ObjectWriter) throws {
    if let self { try self.writeValue(to: &writer) } else { try writer.writeNull() }
  }
}

extension Array: GraphQLCodable where Element: GraphQLCodable {
  public init(readingValue reader: inout ObjectReader) throws {
    self = try reader.readList { reader in try Element(readingValue: &reader) }
  }
  public func writeValue(to writer: inout ObjectWriter) throws {
    try writer.writeList(self) { element, writer in try element.writeValue(to: &writer) }
  }
}
