import ApusWebSocket

/// Opens WebSocket connections.
protocol WebSocketConnector: Sendable {
  /// Opens a connection.
  ///
  /// - Throws: ``GraphQLSubscriptionError``, ``GraphQLConnectionError``, `CancellationError`.
  func connect(
    _ request: GraphQLHTTPRequest, subprotocols: [String], limits: WebSocketLimits
  ) async throws -> WebSocketOpening
}

/// The server's response to an opening request.
enum WebSocketOpening: Sendable {
  /// The server accepts the connection, with status 101.
  case opened(any WebSocketConnection, GraphQLHTTPResponse)
  /// The server does not accept it.
  case rejected(GraphQLHTTPResponse)
}
