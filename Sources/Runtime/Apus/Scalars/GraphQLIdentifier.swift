/// An object's identifier, with a distinct type for each type of object. It is a string underneath.
///
/// ```swift
/// let album: AlbumID = "a1"  // GraphQLIdentifier<AlbumIDTag>
/// let query = ArtistPageQuery(id: album)  // does not compile: it takes an ArtistID …
/// ```
/// With `"identifiers": true` in `apus.json`, every object type with an `id` has an identifier type. In JSON it is an
/// `ID`: a string, or an integer, which is read as its digits.
public struct GraphQLIdentifier<Tag>: RawRepresentable, Hashable, Sendable {
  /// The identifier in the server's format.
  public var rawValue: String

  /// Creates an identifier from the server's format.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates an identifier from the server's format.
  public init(_ text: String) { rawValue = text }

  /// The codec that generated code uses for identifiers.
  public typealias Codec = _GraphQLIdentifierCodec<Tag>
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
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(DecodedID.self).text
  }

  public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }

  public var codingKey: any CodingKey { GraphQLKey(stringValue: rawValue) }

  public init?<Key: CodingKey>(codingKey: Key) { rawValue = codingKey.stringValue }
}

/// The codec of ``GraphQLIdentifier``, which uses the format of `ID`.
public enum _GraphQLIdentifierCodec<Tag>: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> GraphQLIdentifier<Tag> {
    try GraphQLIdentifier(rawValue: reader.readID())
  }

  public static func write(_ value: GraphQLIdentifier<Tag>, to writer: inout GraphQLWriter) throws {
    writer.writeString(value.rawValue)
  }
}
