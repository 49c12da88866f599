public import Apus

/// The source of data for views: a ``GraphQLClient``, which fetches data, or a `GraphQLCachedClient` of the module ApusCache, which watches it.
///
/// Your own types can conform by forwarding each call to one of the two.
public protocol GraphQLViewClient: Sendable {
  /// Equal for clients that behave the same. Views that get an equal client use it from then on, without starting again.
  var identity: AnyHashable { get }

  /// Observes the data of a query.
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - policy: the source of the first data. It is ignored by a client without a cache.
  ///   - isLoaded: whether the view already has the data, so that a client without a cache does not request it.
  func _observation<Query: GraphQLQuery>(
    of query: Query, policy: GraphQLWatchPolicy, isLoaded: Bool
  ) -> _GraphQLObservation<Query.Data>

  /// Observes a cached object; returns nil if the client has no cache.
  ///
  /// - Parameters:
  ///   - fragment: the fields to read.
  ///   - key: the object's key, as described by `GraphQLCacheKey`.
  ///   - variables: the variables that the fragment uses.
  func _observation<Fragment: GraphQLFragment>(
    of fragment: Fragment.Type, key: String, variables: [String: GraphQLValue]
  ) -> _GraphQLObservation<Fragment>?

  /// Sends a mutation and returns its data.
  ///
  /// - Throws: the errors of ``GraphQLClient/perform(_:options:)``.
  func perform<Mutation: GraphQLMutation>(
    _ mutation: Mutation, options: GraphQLRequestOptions
  ) async throws -> Mutation.Data

  /// Subscribes, and returns the data of each event.
  func subscribe<Subscription: GraphQLSubscription>(
    to subscription: Subscription, options: GraphQLSubscriptionOptions
  ) -> GraphQLSubscriptionData<Subscription>
}

extension GraphQLClient: GraphQLViewClient {
  /// Equal for clients that send the same requests. Interceptors, checks, and transports that are values are equal only in copies of the same client,
  /// so create the client once instead of each time a view is drawn.
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
