/// The error that a codec throws for a value in the wrong format. It is reported at the value's place.
public struct GraphQLScalarError: Error, Hashable, Sendable {
  /// The expected format: `DateTime (RFC 3339)`.
  public var expected: String

  /// Creates an error. The reader adds the value and its place.
  public init(expected: String) { self.expected = expected }
}

extension GraphQLScalarError: CustomStringConvertible {
  public var description: String { "expected \(expected)" }
}
