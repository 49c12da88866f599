public import Apus

/// Where views get their data: a ``GraphQLClient``, which fetches, or a `GraphQLCachedClient` of the module ApusCache, which watches.
///
/// A type of your own conforms by passing each call on to one of the two.
public protocol GraphQLViewClient: Sendable {
  /// Equal for clients that answer alike: views that get an equal client use it from then on, but do not begin anew.
  var identity: AnyHashable { get }

  /// Observes the data of a query.
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - policy: where the first data comes from. A client without a cache has none to choose.
  ///   - isLoaded: whether the view has the data already, so that a client without a cache need not ask for it.
  func _observation<Query: GraphQLQuery>(
    of query: Query, policy: GraphQLWatchPolicy, isLoaded: Bool
  ) -> _GraphQLObservation<Query.Data>

  /// Observes a cached object; nil from a client without a cache.
  ///
  /// - Parameters:
  ///   - fragment: what is read of the object.
  ///   - key: the object's key, as a `GraphQLCacheKey` describes it.
  ///   - variables: those that the fragment uses.
  func _observation<Fragment: GraphQLFragment>(
    of fragment: Fragment.Type, key: String, variables: [String: GraphQLValue]
  ) -> _GraphQLObservation<Fragment>?

  /// Sends a mutation and returns its data.
  ///
  /// - Throws: as ``GraphQLClient/perform(_:options:)``.
  func perform<Mutation: GraphQLMutation>(
    _ mutation: Mutation, options: GraphQLRequestOptions
  ) async throws -> Mutation.Data

  /// Subscribes, and returns the data of each event.
  func subscribe<Subscription: GraphQLSubscription>(
    to subscription: Subscription, options: GraphQLSubscriptionOptions
  ) -> GraphQLSubscriptionData<Subscription>
}

extension GraphQLClient: GraphQLViewClient {
  /// All that decides what the client sends. Interceptors, checks, and transports that are values are equal in copies of one client only, so
  /// make the client once, and not each time that a view is drawn.
  public var identity: AnyHashable { ClientIdentity(self, cache: nil) }

  public func _observation<Query: GraphQLQuery>(
    of query: Query, policy: GraphQLWatchPolicy, isLoaded: Bool
  ) -> _GraphQLObservation<Query.Data> {
    _GraphQLObservation(
      RequestSource(isLoaded: isLoaded) { [self] in
        try await fetch(query, options: GraphQLRequestOptions())
      })
  }

  public func _observation<Fragment: GraphQLFragment>(
    of fragment: Fragment.Type, key: String, variables: [String: GraphQLValue]
  ) -> _GraphQLObservation<Fragment>? {
    nil
  }
}
