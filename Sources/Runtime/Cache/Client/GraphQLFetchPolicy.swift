/// Whether ``GraphQLCachedClient/fetch(_:policy:maxAge:options:)`` uses the cache or the server.
///
/// ```swift
/// let data = try await client.fetch(AlbumQuery(id: "a1"), policy: .networkFirst)
/// ```
public enum GraphQLFetchPolicy: Hashable, Sendable {
  /// Reads the cache. Sends a request only if something is missing or too old. Offline: the cached data if it is complete, however old,
  /// otherwise the error.
  case cacheFirst
  /// Sends a request. Reads the cache if the server cannot be reached. Offline: the cached data if it is complete, however old,
  /// otherwise the error.
  case networkFirst
  /// Sends a request and never reads the cache. Offline: the error.
  case networkOnly
  /// Reads the cache and never sends a request: throws ``GraphQLCacheError/missing(_:)`` if anything is missing.
  case cacheOnly
}
