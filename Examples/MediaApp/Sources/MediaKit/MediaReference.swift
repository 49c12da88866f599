public import ApusCache

/// A reference to the medium that a row or a screen shows. The view reads the medium's fields itself.
public struct MediaReference: Hashable, Identifiable, Sendable {
  public let typename: String
  public let id: String

  public init(typename: String, id: String) {
    self.typename = typename
    self.id = id
  }

  public init(_ media: some MediaRowFragment) {
    typename = media.__typename
    id = media.id
  }

  /// Its key in the cache.
  public var key: GraphQLCacheKey { GraphQLCacheKey(typename, id) }
}
