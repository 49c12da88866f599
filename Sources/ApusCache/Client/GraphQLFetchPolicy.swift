/// Where ``GraphQLCachedClient/fetch(_:policy:options:)`` takes a query's data from.
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

/// Where ``GraphQLCachedClient/watch(_:policy:options:)`` takes a query's first data from. What follows comes from the cache,
/// whenever it changes.
public enum GraphQLWatchPolicy: Hashable, Sendable {
  /// Reads the cache. Sends a request if something is missing, or too old: then the old data come first. Offline: what is cached, and the
  /// error beside it.
  case cacheFirst
  /// From the cache what it has, and then from the server. Offline: what is cached, and the error beside it.
  case cacheAndNetwork
  /// Sends a request. Reads the cache if the server cannot be reached. Offline: the cached data and the error.
  case networkFirst
  /// From the server alone. Offline: the error.
  case networkOnly
  /// From the cache alone, as soon as it has everything.
  case cacheOnly
}
