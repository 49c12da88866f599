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

/// The server's response to the request to open a connection.
enum WebSocketOpening: Sendable {
  /// It agrees, with status 101.
  case opened(any WebSocketConnection, GraphQLHTTPResponse)
  /// It does not.
  case refused(GraphQLHTTPResponse)
}
