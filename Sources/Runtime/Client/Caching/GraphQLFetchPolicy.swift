/// The source of a query's data: the client's cache or the server.
///
/// ```swift
/// let data = try await client.fetch(AlbumQuery(id: "a1"), policy: .networkFirst)
/// let watcher = await GraphQLWatcher(AlbumQuery(id: "a1"), client: client, policy: .cacheAndNetwork)
/// ```
/// A server also counts as unreachable if no GraphQL response arrives, for example because it, or a proxy, responds with the status 401 or 503.
///
/// A client without a cache sends a request with every policy but ``cacheOnly``, which fails. `watch` delivers later data from the cache
/// with every policy.
public enum GraphQLFetchPolicy: Hashable, Sendable {
  /// Reads the cache, and sends a request only if something is missing or too old; then `watch` delivers the old data first. Offline: the
  /// cached data if it is complete, however old, otherwise the error. `watch` delivers both.
  case cacheFirst
  /// Reads the cache and sends a request: `watch` delivers the cached data first. `fetch` returns once, as with ``networkFirst``.
  case cacheAndNetwork
  /// Sends a request. Reads the cache if the server cannot be reached. Offline: as ``cacheFirst``.
  case networkFirst
  /// Sends a request and never reads the cache. Offline: the error.
  case networkOnly
  /// Reads the cache and never sends a request. `fetch` throws `GraphQLCacheError.missing` if anything is missing, and `watch` waits until
  /// nothing is.
  case cacheOnly
}
