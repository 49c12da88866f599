/// An enum of the schema. A value that the schema gains later keeps its text in a case of its own.
///
/// ```swift
/// enum Genre: GraphQLEnum {
///   case rock, jazz
///   case unrecognized(String)
///   …
/// }
/// ```
/// Specification: <https://spec.graphql.org/draft/#sec-Enums>.
nonisolated public protocol GraphQLEnum: RawRepresentable<String>, GraphQLCodable, CaseIterable {
  /// The case for a value's name; never fails.
  init(rawValue: String)
}

extension GraphQLEnum {
  public init(readingValue reader: inout ObjectReader) throws {
    self = try reader.readEnumeration()
  }

  public func writeValue(to writer: inout ObjectWriter) { writer.writeString(rawValue) }

  /// Decodes a value from its name in GraphQL; a name that the enum does not know is kept.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the value as its name in GraphQL.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
