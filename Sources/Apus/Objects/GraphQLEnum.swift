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

  /// Whether two values are equal where they are stored. The runtime asks for the elements of lists.
  static func _areEqual(at first: UnsafePointer<Self>, _ second: UnsafePointer<Self>) -> Bool
}

extension GraphQLEnum {
  public init(_readingValue reader: inout ObjectReader) throws {
    self = try reader.readEnumeration()
  }

  public func _writeValue(to writer: inout ObjectWriter) { writer.writeString(rawValue) }

  /// Decodes a value from its name in GraphQL; a name that the enum does not know is kept.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the value as its name in GraphQL.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  // Compiled for each type, in its own module, where a value is not copied to be compared.
  @inlinable public static func _areEqual(at first: UnsafePointer<Self>, _ second: UnsafePointer<Self>)
    -> Bool
  {
    first.pointee == second.pointee
  }

  /// Whether both are one case, or one unrecognized name.
  ///
  /// Values of the same bits are the same value; of others the names say it. Swift's own `==` for `RawRepresentable` makes both
  /// names each time.
  @inlinable public static func == (first: Self, second: Self) -> Bool {
    // What emitted enums have: the size of a string.
    if MemoryLayout<Self>.size == MemoryLayout<(UInt64, UInt64)>.size {
      let first = unsafeBitCast(first, to: (UInt64, UInt64).self)
      let second = unsafeBitCast(second, to: (UInt64, UInt64).self)
      if first == second { return true }
    }
    return haveSameName(first, second)
  }

  @usableFromInline @inline(never) static func haveSameName(_ first: Self, _ second: Self) -> Bool {
    first.rawValue == second.rawValue
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
