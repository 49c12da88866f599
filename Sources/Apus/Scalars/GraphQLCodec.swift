/// How a custom scalar's JSON becomes a Swift value, and back.
///
/// The configuration names a codec for a scalar whose JSON is not the Swift type's own `Codable` form:
///
/// ```swift
/// enum MoneyCodec: GraphQLCodec {
///   static func read(from reader: inout ObjectReader) throws -> Money {
///     try Money(text: reader.readString())
///   }
///   static func write(_ value: Money, to writer: inout ObjectWriter) throws {
///     writer.writeString(value.text)
///   }
/// }
/// ```
/// `read` calls one of the reader's `read…` methods, once; `write` one of the writer's `write…` methods, once. Any
/// error that `read` throws is reported at the value's place. Codecs compose: ``GraphQLListCodec``,
/// ``GraphQLOptionalCodec``, ``GraphQLObjectCodec``.
nonisolated public protocol GraphQLCodec: Sendable {
  /// The Swift type.
  associatedtype Value: Hashable & Sendable

  /// Reads the value that the reader stands on.
  static func read(from reader: inout ObjectReader) throws -> Value

  /// Writes a value where the writer stands.
  static func write(_ value: Value, to writer: inout ObjectWriter) throws

  /// The JSON of an example, for sample values (`sample()` of the module ApusTesting); nil, unless the codec has one.
  static var sample: GraphQLValue? { get }
}

extension GraphQLCodec {
  /// None: sample values have a text then, which `read` may refuse with an error that says so.
  public static var sample: GraphQLValue? { nil }
}

/// A list whose elements another codec reads and writes.
public enum GraphQLListCodec<Element: GraphQLCodec>: GraphQLCodec {
  public static func read(from reader: inout ObjectReader) throws -> [Element.Value] {
    try reader.readList(of: Element.self)
  }
  public static func write(_ value: [Element.Value], to writer: inout ObjectWriter) throws {
    writer.writeList(value, of: Element.self)
  }
  /// A list of the element's example.
  public static var sample: GraphQLValue? { Element.sample.map { .list([$0]) } }
}

/// A value that another codec reads and writes, or `null`.
public enum GraphQLOptionalCodec<Wrapped: GraphQLCodec>: GraphQLCodec {
  public static func read(from reader: inout ObjectReader) throws -> Wrapped.Value? {
    try reader.readNull() ? nil : Wrapped.read(from: &reader)
  }
  public static func write(_ value: Wrapped.Value?, to writer: inout ObjectWriter) throws {
    if let value { try Wrapped.write(value, to: &writer) } else { writer.writeNull() }
  }
  /// The wrapped example.
  public static var sample: GraphQLValue? { Wrapped.sample }
}

/// An object in lists of lists, which no method of the reader's is for.
public enum GraphQLObjectCodec<Value: GraphQLObject>: GraphQLCodec {
  public static func read(from reader: inout ObjectReader) throws -> Value {
    try Value(_readingValue: &reader)
  }
  public static func write(_ value: Value, to writer: inout ObjectWriter) throws {
    value._writeValue(to: &writer)
  }
}

/// The built-in scalar `ID`: a string; an integer is read as its digits.
///
/// Specification: <https://spec.graphql.org/draft/#sec-ID>.
public enum GraphQLIDCodec: GraphQLCodec {
  public static func read(from reader: inout ObjectReader) throws -> String { try reader.readID() }
  public static func write(_ value: String, to writer: inout ObjectWriter) throws {
    writer.writeString(value)
  }
}
