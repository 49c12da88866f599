public import Apus
public import ApusClient

/// Views watch the cache.
extension GraphQLCachedClient: GraphQLViewClient {
  /// The cache, and all that decides what the client sends: `GraphQLClient.identity`.
  public var identity: AnyHashable { ClientIdentity(client, cache: cache) }

  public func _observation<Query: GraphQLQuery>(
    of query: Query, policy: GraphQLWatchPolicy, isLoaded: Bool
  ) -> _GraphQLObservation<Query.Data> {
    _GraphQLObservation(watch(query, policy: policy).makeWatch())
  }

  public func _observation<Fragment: GraphQLFragment>(
    of fragment: Fragment.Type, key: String, variables: [String: GraphQLValue]
  ) -> _GraphQLObservation<Fragment>? {
    _GraphQLObservation(
      cache.watch(fragment, GraphQLCacheKey(description: key), variables: variables).makeWatch())
  }
}
