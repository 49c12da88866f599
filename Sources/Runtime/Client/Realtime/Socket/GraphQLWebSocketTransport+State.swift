import ApusPlatform

extension GraphQLWebSocketTransport {
  /// The state of the connection of a ``GraphQLWebSocketTransport``.
  ///
  /// ```swift
  /// let socket = GraphQLWebSocketTransport()
  /// for await state in socket.states {
  ///   if case .waiting(let date, let reason) = state { print("again at \(date): \(reason)") }
  /// }
  /// ```
  public enum State: Sendable {
    /// The transport is opening a connection, or waiting for the server's acknowledgement.
    case connecting
    /// The connection is open.
    case connected
    /// The transport pauses before the next attempt, because of an error.
    case waiting(until: Date, reason: any Error)
    /// The transport waits for the network before the next attempt: ``GraphQLReconnectPolicy/connectivity``.
    case waitingForNetwork
    /// There is no connection, because nobody needs one, or because of an error that the subscriptions have received.
    case closed((any Error)?)
  }
}
