// The codecs that generated code uses for fields with nullability directives. Lists and optionals are nested codecs, so
// each level handles its own nulls.

/// A codec for a leaf with a single JSON form.
public enum _GraphQLLeafCodec<Value: GraphQLCodable>: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> Value {
    try Value(_readingValue: &reader)
  }
  public static func write(_ value: Value, to writer: inout GraphQLWriter) throws {
    value._writeValue(to: &writer)
  }
}

/// A codec for a value of a `Codable` type.
public enum _GraphQLCodableCodec<Value: Codable & Hashable & Sendable>: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> Value {
    try reader.readCodable(Value.self)
  }
  public static func write(_ value: Value, to writer: inout GraphQLWriter) throws {
    writer.writeCodable(value)
  }
}

/// A codec for a value, or for `null` without an error: `@catch(to: THROW)`.
public enum _GraphQLThrowingCodec<Wrapped: GraphQLCodec>: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> Wrapped.Value? {
    try reader.readNullWithoutErrors() ? nil : Wrapped.read(from: &reader)
  }
  public static func write(_ value: Wrapped.Value?, to writer: inout GraphQLWriter) throws {
    try _GraphQLOptionalCodec<Wrapped>.write(value, to: &writer)
  }

  /// The wrapped codec's example.
  public static var sample: GraphQLValue? { Wrapped.sample }
}

/// A codec for a value that is only null if there are errors, for types in which JSON null is a valid value.
public enum _GraphQLSemanticNonNullCodec<Wrapped: GraphQLCodec>: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> Wrapped.Value {
    let start = reader.p
    if try reader.readNullWithoutErrors() { throw reader.unexpectedNull(at: start, expected: "a value") }
    return try Wrapped.read(from: &reader)
  }
  public static func write(_ value: Wrapped.Value, to writer: inout GraphQLWriter) throws {
    try Wrapped.write(value, to: &writer)
  }

  /// The wrapped codec's example.
  public static var sample: GraphQLValue? { Wrapped.sample }
}

/// A codec for a value that the client requires: null is an error.
public enum _GraphQLRequiredCodec<Wrapped: GraphQLCodec>: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> Wrapped.Value {
    let start = reader.p
    if try reader.readNullWithoutErrors() { throw reader.requiredNull(at: start) }
    return try Wrapped.read(from: &reader)
  }
  public static func write(_ value: Wrapped.Value, to writer: inout GraphQLWriter) throws {
    try Wrapped.write(value, to: &writer)
  }

  /// The wrapped codec's example.
  public static var sample: GraphQLValue? { Wrapped.sample }
}

/// A codec for a value that the client requires: null makes its nearest nullable parent nil.
public enum _GraphQLRequiredByParentCodec<Wrapped: GraphQLCodec>: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> Wrapped.Value {
    let offset = reader.p - reader.base
    if try reader.readNull() { throw RequiredNull(offset: offset) }
    return try Wrapped.read(from: &reader)
  }
  public static func write(_ value: Wrapped.Value, to writer: inout GraphQLWriter) throws {
    try Wrapped.write(value, to: &writer)
  }

  /// The wrapped codec's example.
  public static var sample: GraphQLValue? { Wrapped.sample }
}

/// A codec for an optional value that is also nil if a required field inside it is null and nulls its parent.
public enum _GraphQLNilWithinCodec<Wrapped: GraphQLCodec>: GraphQLCodec
where Wrapped.Value: ExpressibleByNilLiteral {
  public static func read(from reader: inout GraphQLReader) throws -> Wrapped.Value {
    try reader.readUnlessRequiredIsNull(as: Wrapped.self)
  }
  public static func write(_ value: Wrapped.Value, to writer: inout GraphQLWriter) throws {
    try Wrapped.write(value, to: &writer)
  }

  /// The wrapped codec's example.
  public static var sample: GraphQLValue? { Wrapped.sample }
}

/// A codec for an optional value that is also nil if errors are thrown inside it: `@catch(to: NULL)`.
public enum _GraphQLCatchingCodec<Wrapped: GraphQLCodec>: GraphQLCodec
where Wrapped.Value: ExpressibleByNilLiteral {
  public static func read(from reader: inout GraphQLReader) throws -> Wrapped.Value {
    try reader.readUnlessErrorsAreThrown(as: Wrapped.self)
  }
  public static func write(_ value: Wrapped.Value, to writer: inout GraphQLWriter) throws {
    try Wrapped.write(value, to: &writer)
  }

  /// The wrapped codec's example.
  public static var sample: GraphQLValue? { Wrapped.sample }
}

/// A codec for any JSON but null: a custom scalar without a Swift type that the schema declares non-null.
public enum _GraphQLPresentCodec: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> GraphQLValue {
    let start = reader.p
    if try reader.readNull() { throw reader.unexpectedNull(at: start, expected: "a value") }
    return try GraphQLValue(_readingValue: &reader)
  }
  public static func write(_ value: GraphQLValue, to writer: inout GraphQLWriter) throws {
    value._writeValue(to: &writer)
  }
}
