/// The limits of a connection.
package struct WebSocketLimits: Hashable, Sendable {
  /// The size limit of a message.
  package var maximumMessageBytes: Int
  /// The number of bytes of messages that may wait to be received before the server has to wait.
  package var maximumBufferedBytes: Int
  /// The time for which a server may stay silent after a ping before the connection counts as broken; nil disables pings.
  package var keepAlive: Duration?
  /// The time for which the server may be silent before it is pinged; nil for that of ``keepAlive``.
  package var pingInterval: Duration?
  /// The time that opening the connection may take.
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
