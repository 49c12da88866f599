/// What identifies an object, as a type that identifiers of other objects are not of: a string underneath.
///
/// ```swift
/// let album: AlbumID = "a1"                       // GraphQLIdentifier<AlbumIDTag>
/// let query = AlbumQuery(id: artist.id)           // does not compile
/// ```
/// With `"identifiers": true` in `apus.json` every object type with an `id` has one. The wire form is the scalar `ID`: a string; an
/// integer is read as its digits.
public struct GraphQLIdentifier<Tag>: RawRepresentable, Hashable, Sendable {
  /// The identifier as the server knows it.
  public var rawValue: String

  /// An identifier that the server knows.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// An identifier that the server knows.
  public init(_ text: String) { rawValue = text }

  /// How generated code reads and writes identifiers.
  public typealias Codec = GraphQLIdentifierCodec<Tag>
}

extension GraphQLIdentifier: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { rawValue = text }
}

extension GraphQLIdentifier: CustomStringConvertible {
  public var description: String { rawValue }
}

extension GraphQLIdentifier: Comparable {
  public static func < (first: GraphQLIdentifier, second: GraphQLIdentifier) -> Bool {
    first.rawValue < second.rawValue
  }
}

extension GraphQLIdentifier: Codable, CodingKeyRepresentable {
  public init(from decoder: any Decoder) throws { rawValue = try DecodedID.text(of: decoder) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  public var codingKey: any CodingKey { GraphQLKey(stringValue: rawValue) }

  public init?<Key: CodingKey>(codingKey: Key) { rawValue = codingKey.stringValue }
}

/// ``GraphQLIdentifier`` as the scalar `ID`.
public enum GraphQLIdentifierCodec<Tag>: GraphQLCodec {
  public static func read(from reader: inout ObjectReader) throws -> GraphQLIdentifier<Tag> {
    try GraphQLIdentifier(rawValue: reader.readID())
  }

  public static func write(_ value: GraphQLIdentifier<Tag>, to writer: inout ObjectWriter) throws {
    writer.writeString(value.rawValue)
  }
}
