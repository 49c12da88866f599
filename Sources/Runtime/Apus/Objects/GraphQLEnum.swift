/// An enum of the schema. A value that the schema gains later is kept by name in a separate case.
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
  /// Creates the case for a value's name. Never fails.
  init(rawValue: String)
}

extension GraphQLEnum {
  public init(_readingValue reader: inout GraphQLReader) throws {
    self = try reader.readEnumeration()
  }

  public func _writeValue(to writer: inout GraphQLWriter) { writer.writeString(rawValue) }

  /// Decodes a value from its GraphQL name. An unknown name is kept.
  ///
  /// - Throws: `DecodingError` if the value is not a string.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the value as its GraphQL name.
  ///
  /// - Throws: the encoder's error.
  public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }

  /// Whether both are the same case or the same unrecognized name.
  ///
  /// Values with equal bits are equal; otherwise their names are compared. Swift's own `==` for `RawRepresentable`
  /// would create both names every time.
  @inlinable public static func == (first: Self, second: Self) -> Bool {
    // Generated enums have the size of a string.
    if MemoryLayout<Self>.size == MemoryLayout<(UInt64, UInt64)>.size {
      let first = unsafeBitCast(first, to: (UInt64, UInt64).self)
      let second = unsafeBitCast(second, to: (UInt64, UInt64).self)
      if first == second { return true }
    }
    return haveSameName(first, second)
  }

  @usableFromInline @inline(never) static func haveSameName(_ first: Self, _ second: Self) -> Bool {
    let (first, second) = (first.rawValue, second.rawValue)
    // Hashing takes the bytes of ASCII, so no other text may equal it. Such text, like U+212A for K, has more bytes.
    return first == second && first.utf8.count == second.utf8.count
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
