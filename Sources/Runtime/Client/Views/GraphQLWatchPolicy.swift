/// The source of a query's first data, for a view or for `watch` of the module ApusCache. Later data comes from the cache whenever it changes. A
/// client without a cache ignores the policy and sends a request.
///
/// ```swift
/// let watcher = await GraphQLWatcher(AlbumQuery(id: "a1"), client: client, policy: .cacheAndNetwork)
/// ```
public enum GraphQLWatchPolicy: Hashable, Sendable {
  /// Reads the cache. If something is missing or too old, sends a request, and returns the old data first. Offline: the cached data with the error.
  case cacheFirst
  /// Reads the cache and sends a request. Offline: the cached data with the error.
  case cacheAndNetwork
  /// Sends a request, and reads the cache if the server cannot be reached. Offline: the cached data with the error.
  case networkFirst
  /// Sends a request and does not read the cache. Offline: the error.
  case networkOnly
  /// Reads the cache, as soon as it contains everything, and does not send requests.
  case cacheOnly
}
