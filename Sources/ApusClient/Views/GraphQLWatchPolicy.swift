/// Where a view, or `watch` of the module ApusCache, takes a query's first data from. What follows comes from the cache, whenever it
/// changes. A client without a cache sends a request, whatever the policy.
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
