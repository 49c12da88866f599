/// Where ``GraphQLCachedClient/fetch(_:policy:options:)`` takes a query's data from.
public enum GraphQLFetchPolicy: Hashable, Sendable {
  /// From the cache when it has everything, else from the server. Offline: what is cached, else the error.
  case cacheFirst
  /// From the server; from the cache when the server cannot be reached. Offline: what is cached, else the error.
  case networkFirst
  /// From the server alone. Offline: the error.
  case networkOnly
  /// From the cache alone: ``GraphQLCacheError/missing(_:)`` when it lacks anything.
  case cacheOnly
}

/// Where ``GraphQLCachedClient/watch(_:policy:options:)`` takes a query's first data from. What follows comes from the cache,
/// whenever it changes.
public enum GraphQLWatchPolicy: Hashable, Sendable {
  /// From the cache when it has everything, else from the server. Offline: what is cached, else the error.
  case cacheFirst
  /// From the cache what it has, and then from the server. Offline: what is cached, and the error beside it.
  case cacheAndNetwork
  /// From the server; from the cache when the server cannot be reached. Offline: what is cached, and the error beside it.
  case networkFirst
  /// From the server alone. Offline: the error.
  case networkOnly
  /// From the cache alone, as soon as it has everything.
  case cacheOnly
}
