/// Where ``GraphQLCachedClient/fetch(_:policy:maxAge:options:)`` takes a query's data from.
public enum GraphQLFetchPolicy: Hashable, Sendable {
  /// Reads the cache. Sends a request only if something is missing or too old. Offline: the cached data if it is complete, however old,
  /// otherwise the error.
  case cacheFirst
  /// Sends a request. Reads the cache if the server cannot be reached. Offline: the cached data if it is complete, however old,
  /// otherwise the error.
  case networkFirst
  /// From the server alone. Offline: the error.
  case networkOnly
  /// From the cache alone: ``GraphQLCacheError/missing(_:)`` when it lacks anything.
  case cacheOnly
}
