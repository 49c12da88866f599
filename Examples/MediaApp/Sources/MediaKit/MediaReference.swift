public import ApusCache

/// Which medium a row or a screen shows; what it shows of it, it reads itself.
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

  /// Its place in the cache.
  public var key: GraphQLCacheKey { GraphQLCacheKey(typename, id) }
}
