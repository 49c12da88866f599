/// A transport that keeps connections open for a user, such as ``GraphQLWebSocketTransport``.
public protocol GraphQLConnectedTransport: Sendable {
  /// Closes all connections. Operations that use them fail with ``GraphQLSubscriptionError/closedByClient``. The next operation opens a new
  /// connection.
  func close()

  /// Closes all connections and opens them again immediately, with newly requested header fields and payload. Active subscriptions are sent again,
  /// unless their behavior is ``GraphQLReconnectBehavior/fail``.
  func reconnect()
}

extension GraphQLClient {
  /// Closes the connections of ``subscriptions`` and ``transport`` that belong to a user, for example after signing out. If ``interceptors`` contain
  /// an ``GraphQLAuthenticationInterceptor``, it forgets its tokens (``GraphQLAuthenticationInterceptor/signOut()``).
  ///
  /// Active subscriptions fail with ``GraphQLSubscriptionError/closedByClient``. The next operation opens a new connection. Copies of the client
  /// share its transports, and so their connections. Transports that do not conform to ``GraphQLConnectedTransport`` have no such connections.
  public func close() {
    for case let interceptor as GraphQLAuthenticationInterceptor in interceptors { interceptor.signOut() }
    for transport in connectedTransports { transport.close() }
  }

  /// Closes the connections of ``subscriptions`` and ``transport`` and opens them again with the current credentials, for example after a user's
  /// permissions have changed. Active subscriptions are sent again.
  public func reconnect() {
    for transport in connectedTransports { transport.reconnect() }
  }

  private var connectedTransports: [any GraphQLConnectedTransport] {
    let both = [subscriptions as? any GraphQLConnectedTransport, transport as? any GraphQLConnectedTransport]
    let found = both.compactMap { $0 }
    // One socket may be both.
    if found.count == 2, let first = found[0] as? GraphQLWebSocketTransport,
      first === found[1] as? GraphQLWebSocketTransport
    {
      return [first]
    }
    return found
  }
}
