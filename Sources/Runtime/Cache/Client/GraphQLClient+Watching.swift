public import Apus
public import ApusClient

extension GraphQLClient {
  /// Watches a query: delivers its data according to the policy, and again whenever it changes in the cache.
  ///
  /// Each loop over the updates is its own watch: it begins when the first update is requested and ends with the loop. If something goes
  /// missing, the query is sent again; the last data stays until the response arrives. A client without a cache fetches once, and the loop
  /// ends; so does a document as text, which bypasses the cache.
  ///
  /// ```swift
  /// for await update in client.watch(AlbumQuery(id: "a1")) {
  ///   print(update.data?.album?.title ?? "nothing yet", update.isFetching)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - policy: the source of the first data.
  ///   - maxAge: the maximum age of cached data in whole seconds; `nil` means the limits in `apus.json`.
  ///   - refetchesWhenStale: whether to send the query again when watched data becomes stale.
  ///   - options: the options of the requests.
  public func watch<Query: GraphQLQuery>(
    _ query: Query, policy: GraphQLFetchPolicy = .cacheFirst, maxAge: Duration? = nil,
    refetchesWhenStale: Bool = false, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) -> GraphQLCacheUpdates<Query.Data> {
    guard let cache = cache(of: Query.self) else {
      return GraphQLCacheUpdates(once: { try await fetch(query, policy: policy, options: options) })
    }
    let aging = WatchAging(
      maxAge: maxAge.map(CacheTime.seconds), refetchesWhenStale: refetchesWhenStale)
    return GraphQLCacheUpdates {
      cache.makeWatch(query, policy, aging) { try await send(query, options) }
    }
  }
}
