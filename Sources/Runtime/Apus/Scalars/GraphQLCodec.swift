/// Converts a custom scalar between JSON and a Swift value.
///
/// The configuration names a codec for a scalar whose JSON differs from the Swift type's own `Codable` form:
///
/// ```swift
/// struct Price: Hashable, Sendable { var text: String }
///
/// enum PriceCodec: GraphQLCodec {
///   static func read(from reader: inout GraphQLReader) throws -> Price {
///     try Price(text: reader.readString())
///   }
///   static func write(_ value: Price, to writer: inout GraphQLWriter) throws {
///     writer.writeString(value.text)
///   }
/// }
/// ```
/// `read` must call exactly one of the reader's `read…` methods, and `write` exactly one of the writer's `write…`
/// methods. Errors that `read` throws are reported with the value's path.
nonisolated public protocol GraphQLCodec: Sendable {
  /// The Swift type that the codec reads and writes.
  associatedtype Value: Hashable & Sendable

  /// Reads the current value.
  ///
  /// - Throws: any error, if the value is not valid for the scalar.
  static func read(from reader: inout GraphQLReader) throws -> Value

  /// Writes a value at the current position.
  ///
  /// - Throws: any error, if the value cannot be written.
  static func write(_ value: Value, to writer: inout GraphQLWriter) throws

  /// Example JSON for sample values (`sample()` in ApusTesting); nil if there is none.
  static var sample: GraphQLValue? { get }
}

extension GraphQLCodec {
  /// No example. Samples then use a string, and `read` may reject it with an explanation.
  public static var sample: GraphQLValue? { nil }
}

/// A codec for a list whose elements use another codec.
public enum _GraphQLListCodec<Element: GraphQLCodec>: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> [Element.Value] {
    try reader.readList(of: Element.self)
  }
  public static func write(_ value: [Element.Value], to writer: inout GraphQLWriter) throws {
    writer.writeList(value, of: Element.self)
  }
  /// A list with the element's example.
  public static var sample: GraphQLValue? { Element.sample.map { .list([$0]) } }
}

/// A codec for a value that uses another codec, or `null`.
public enum _GraphQLOptionalCodec<Wrapped: GraphQLCodec>: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> Wrapped.Value? {
    try reader.readNull() ? nil : Wrapped.read(from: &reader)
  }
  public static func write(_ value: Wrapped.Value?, to writer: inout GraphQLWriter) throws {
    if let value { try Wrapped.write(value, to: &writer) } else { writer.writeNull() }
  }
  /// The wrapped codec's example.
  public static var sample: GraphQLValue? { Wrapped.sample }
}

/// A codec for objects in nested lists, which the reader's methods do not cover.
public enum _GraphQLObjectCodec<Value: GraphQLObject>: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> Value {
    try Value(_readingValue: &reader)
  }
  public static func write(_ value: Value, to writer: inout GraphQLWriter) throws {
    value._writeValue(to: &writer)
  }
}

/// The codec of input objects in nested lists, which the writer's methods do not cover. It only writes.
public enum _GraphQLInputCodec<Value: GraphQLWritable>: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> Value {
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: [],
        debugDescription: "\(Value.self) is only sent: \"decodableInputs\" in apus.json lets it be decoded."))
  }
  public static func write(_ value: Value, to writer: inout GraphQLWriter) throws {
    value._writeValue(to: &writer)
  }
}

/// The built-in scalar `ID`: a string; an integer is read as its digits.
///
/// Specification: <https://spec.graphql.org/draft/#sec-ID>.
public enum GraphQLIDCodec: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> String { try reader.readID() }
  public static func write(_ value: String, to writer: inout GraphQLWriter) throws {
    writer.writeString(value)
  }
}
