/// The limits of a connection.
package struct WebSocketLimits: Hashable, Sendable {
  /// The maximum size of a message.
  package var maximumMessageBytes: Int
  /// The maximum size of the messages that wait to be received. If they exceed it, the server has to wait.
  package var maximumBufferedBytes: Int
  /// The time for which a server may stay silent after a ping before the connection counts as lost; nil disables pings.
  package var keepAlive: Duration?
  /// The silence after which the server is pinged; nil uses ``keepAlive``.
  package var pingInterval: Duration?
  /// The time limit for opening the connection.
  package var connectTimeout: Duration

  package init(
    maximumMessageBytes: Int = 64 << 20, maximumBufferedBytes: Int = 1 << 20,
    keepAlive: Duration? = .seconds(30), pingInterval: Duration? = nil,
    connectTimeout: Duration = .seconds(30)
  ) {
    self.maximumMessageBytes = maximumMessageBytes
    self.maximumBufferedBytes = maximumBufferedBytes
    self.keepAlive = keepAlive
    self.pingInterval = pingInterval
    self.connectTimeout = connectTimeout
  }
}
