/// A transport that keeps connections open on a caller's behalf, such as ``WebSocketTransport``.
public protocol GraphQLConnectedTransport: Sendable {
  /// Closes all connections. Operations that use them fail with ``GraphQLSubscriptionError/closedByClient``; the next operation
  /// opens a new connection.
  func close()

  /// Closes all connections and opens them again at once, with header fields and a payload that are asked for anew. Active
  /// subscriptions are sent again, unless they end by ``GraphQLReconnectBehavior/fail``.
  func reconnect()
}

extension GraphQLClient {
  /// Closes the connections of ``subscriptions`` and ``transport`` that belong to a caller, for example when the user signs out. An
  /// ``AuthenticationInterceptor`` among ``interceptors`` forgets its tokens (``AuthenticationInterceptor/signOut()``).
  ///
  /// Their subscriptions fail with ``GraphQLSubscriptionError/closedByClient``; the next operation opens a new connection. Copies of
  /// the client share its transports, and so their connections. Transports that do not conform to
  /// ``GraphQLConnectedTransport`` keep no such connections.
  public func close() {
    for case let interceptor as AuthenticationInterceptor in interceptors { interceptor.signOut() }
    for transport in connectedTransports { transport.close() }
  }

  /// Closes the connections of ``subscriptions`` and ``transport`` and opens them again with the present credentials, for example
  /// when a user's rights have changed. Active subscriptions are sent again.
  public func reconnect() {
    for transport in connectedTransports { transport.reconnect() }
  }

  private var connectedTransports: [any GraphQLConnectedTransport] {
    let both = [subscriptions as? any GraphQLConnectedTransport, transport as? any GraphQLConnectedTransport]
    let found = both.compactMap { $0 }
    // One socket may carry everything.
    if found.count == 2, let first = found[0] as? WebSocketTransport,
      first === found[1] as? WebSocketTransport
    {
      return [first]
    }
    return found
  }
}
