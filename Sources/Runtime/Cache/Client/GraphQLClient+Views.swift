import Apus
import ApusClient

extension GraphQLClient {
  /// Returns the source of a query's data for a view: a watch of the client's cache, or requests.
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - policy: the source of the first data.
  ///   - isLoaded: whether the view already has the data; what is not watched is then not requested, unless the cache was cleared.
  ///   - epoch: the epoch of the view's data.
  package func viewSource<Query: GraphQLQuery>(
    of query: Query, policy: GraphQLFetchPolicy, isLoaded: Bool, epoch: (any AnyObject & Sendable)? = nil
  ) -> SourceOwner<Query.Data> {
    guard Query.isCacheable, let cache else {
      return SourceOwner(
        RequestSource(isLoaded: isLoaded, epoch: epoch, cache: cache) {
          try await fetch(query, policy: policy)
        })
    }
    return SourceOwner(cache.makeWatch(query, policy) { try await send(query, GraphQLRequestOptions()) })
  }

  /// Returns the source of a cached object for a view; `nil` without a cache.
  ///
  /// - Parameters:
  ///   - fragment: the fragment to read.
  ///   - key: the object's key, the description of a ``GraphQLCacheKey``.
  ///   - variables: the variables that the fragment uses.
  package func viewSource<Fragment: GraphQLFragment>(
    of fragment: Fragment.Type, key: String, variables: [String: GraphQLValue]
  ) -> SourceOwner<Fragment>? {
    cache.map { SourceOwner($0.makeWatch(fragment, GraphQLCacheKey(description: key), variables)) }
  }
}
