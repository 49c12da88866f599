import Foundation

/// An open WebSocket connection.
protocol WebSocketConnection: Sendable {
  /// The subprotocol that the server chose; nil when it chose none.
  var subprotocol: String? { get }

  /// Sends a text message. It never waits; what cannot be sent shows when ``receive()`` throws.
  func send(_ text: Data)

  /// Waits for the next message.
  ///
  /// While nobody takes messages, the connection stops reading from the server once it holds enough.
  ///
  /// - Throws: ``WebSocketClosure`` at the end, when all messages were handed over. `CancellationError`.
  func receive() async throws -> Data

  /// Hands messages over where they come, from now on; ``receive()`` is not called any more.
  ///
  /// Nothing is handed over from within ``send(_:)`` and ``close(_:_:)``, which are called under a lock that the receiver takes.
  /// The receiver is let go of at the end of the connection.
  func deliver(to receiver: any WebSocketReceiver)

  /// How long nothing has come from the server.
  var silence: WebSocketSilence { get }

  /// Ends the connection by a Close frame. It does not wait for the server's answer, and what still comes is for nobody.
  func close(_ code: Int, _ reason: String)
}

/// Opens WebSocket connections.
protocol WebSocketConnector: Sendable {
  /// Opens a connection.
  ///
  /// - Throws: ``GraphQLSubscriptionError``, `URLError`, `CancellationError`.
  func connect(
    _ request: GraphQLHTTPRequest, subprotocols: [String], limits: WebSocketLimits
  ) async throws -> WebSocketOpening
}

/// What a server answered to the request for a connection.
enum WebSocketOpening: Sendable {
  /// It agrees, with status 101.
  case opened(any WebSocketConnection, GraphQLHTTPResponse)
  /// It does not.
  case refused(GraphQLHTTPResponse)
}

/// What a connection may take.
struct WebSocketLimits: Hashable, Sendable {
  /// How long a message may be.
  var maximumMessageBytes = 64 << 20
  /// How many bytes of messages may wait to be received before the server has to wait.
  var maximumBufferedBytes = 1 << 20
  /// How long a server that was pinged may go on being silent before it is given up; nil for ever, without pings.
  var keepAlive: Duration? = .seconds(30)
  /// How long the server may be silent before it is pinged; nil for as long as ``keepAlive``.
  var pingInterval: Duration?
  /// How long opening the connection may take.
  var connectTimeout: Duration = .seconds(30)
}
