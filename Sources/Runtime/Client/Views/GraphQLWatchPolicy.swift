/// The source of a query's first data for a view, or `watch` of the module ApusCache. Later data comes from the cache, whenever it
/// changes. A client without a cache sends a request, whatever the policy.
///
/// ```swift
/// let watcher = await GraphQLWatcher(AlbumQuery(id: "a1"), client: client, policy: .cacheAndNetwork)
/// ```
public enum GraphQLWatchPolicy: Hashable, Sendable {
  /// Reads the cache. Sends a request if something is missing, or too old: then the old data comes first. Offline: the cached data, and the
  /// error with it.
  case cacheFirst
  /// Reads the cache, and sends a request. Offline: the cached data, and the error with it.
  case cacheAndNetwork
  /// Sends a request. Reads the cache if the server cannot be reached. Offline: the cached data and the error.
  case networkFirst
  /// From the server alone. Offline: the error.
  case networkOnly
  /// From the cache alone, as soon as it has everything.
  case cacheOnly
}
