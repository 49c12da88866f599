extension GraphQLClient {
  /// Closes the connections of ``subscriptions`` and ``transport`` that belong to a user, for example after signing out. If ``interceptors`` contain
  /// a ``GraphQLAuthenticationInterceptor``, it forgets its tokens (``GraphQLAuthenticationInterceptor/signOut()``).
  ///
  /// Active subscriptions fail with ``GraphQLSubscriptionError/closedByClient``. The next operation opens a new connection. Copies of the client
  /// share its transports, and so their connections.
  ///
  /// Connections that only carry queries and mutations belong to nobody: each request has its own credentials. They stay open for the next user,
  /// and close when the last copy of the client is released.
  public func close() {
    for case let interceptor as GraphQLAuthenticationInterceptor in interceptors { interceptor.signOut() }
    for transport in connectedTransports { transport.close() }
  }

  /// Closes the connections of ``subscriptions`` and ``transport`` and opens them again with the current credentials, for example after a user's
  /// permissions have changed. Active subscriptions are sent again.
  public func reconnect() {
    for transport in connectedTransports { transport.reconnect() }
  }

  private var connectedTransports: [any GraphQLSubscriptionTransport] {
    let subscriber = subscriptions.sender
    guard let carrier = (transport as? any GraphQLSubscriptionTransport)?.sender else { return [subscriber] }
    // One socket may be both, also where something observes its subscriptions.
    return PartIdentity(of: subscriber) == PartIdentity(of: carrier) ? [subscriber] : [subscriber, carrier]
  }
}
