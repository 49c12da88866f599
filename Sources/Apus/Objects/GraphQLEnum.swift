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

  /// Whether both are one case, or one unrecognized name.
  ///
  /// Values of the same bits are the same value; of others the names say it. Swift's own `==` for `RawRepresentable` makes both
  /// names each time.
  @inlinable public static func == (first: Self, second: Self) -> Bool {
    let isSame = withUnsafeBytes(of: first) { first in
      withUnsafeBytes(of: second) { second in
        // What emitted enums have: the size of a string.
        guard first.count == 16 else { return first.elementsEqual(second) }
        return first.loadUnaligned(as: UInt64.self) == second.loadUnaligned(as: UInt64.self)
          && first.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            == second.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      }
    }
    return isSame || first.rawValue == second.rawValue
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
