extension GraphQLClient {
  /// Closes the connections of ``subscriptions`` and ``transport`` that belong to a user, for example after signing out. If ``interceptors`` contain
  /// a ``GraphQLAuthenticationInterceptor``, it forgets its tokens (``GraphQLAuthenticationInterceptor/signOut()``).
  ///
  /// Active subscriptions fail with ``GraphQLSubscriptionError/closedByClient``. The next operation opens a new connection. Copies of the client
  /// share its transports, and so their connections. Only a ``GraphQLSubscriptionTransport`` has such connections.
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
    guard let carrier = transport as? any GraphQLSubscriptionTransport else { return [subscriptions] }
    // One socket may be both.
    let isShared = (carrier as? GraphQLWebSocketTransport).map {
      $0 === subscriptions as? GraphQLWebSocketTransport
    }
    return isShared == true ? [subscriptions] : [subscriptions, carrier]
  }
}
