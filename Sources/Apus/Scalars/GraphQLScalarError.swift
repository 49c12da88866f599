/// What a codec throws when a value is not in its scalar's form; it is reported at the value's place.
public struct GraphQLScalarError: Error, Hashable, Sendable {
  /// The form: `DateTime (RFC 3339)`.
  public var expected: String

  /// Refuses a value; the reader adds where it stands and what it is.
  public init(expected: String) { self.expected = expected }
}
