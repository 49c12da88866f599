/// The error that a codec throws for a value in the wrong format. It is reported at the value's place.
///
/// ```swift
/// enum ColorCodec: GraphQLCodec {
///   static func read(from reader: inout GraphQLReader) throws -> UInt32 {
///     let text = try reader.readString()
///     guard let color = UInt32(text, radix: 16) else { throw GraphQLScalarError(expected: "a color such as ff8800") }
///     return color
///   }
///   static func write(_ value: UInt32, to writer: inout GraphQLWriter) { writer.writeString(String(value, radix: 16)) }
/// }
/// ```
public struct GraphQLScalarError: Error, Hashable, Sendable {
  /// The expected format: `DateTime (RFC 3339)`.
  public var expected: String

  /// Creates an error. The reader adds the value and its path.
  public init(expected: String) { self.expected = expected }
}

extension GraphQLScalarError: CustomStringConvertible {
  public var description: String { "expected \(expected)" }
}
