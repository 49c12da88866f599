/// The limits of a connection.
package struct WebSocketLimits: Hashable, Sendable {
  /// The size limit of a message.
  package var maximumMessageBytes: Int
  /// How many bytes of messages may wait to be received before the server has to wait.
  package var maximumBufferedBytes: Int
  /// How long a server may stay silent after a ping before the connection counts as broken; nil disables pings.
  package var keepAlive: Duration?
  /// How long the server may be silent before it is pinged; nil for as long as ``keepAlive``.
  package var pingInterval: Duration?
  /// How long opening the connection may take.
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
