/// The time for which nothing has arrived on a connection, not even a pong. The end of the connection does not count.
package struct WebSocketSilence: Hashable, Sendable {
  /// The time since something last arrived, or since the connection was opened.
  package var current: Duration
  /// The longest silence before that.
  package var longest: Duration

  package init(current: Duration, longest: Duration) {
    self.current = current
    self.longest = longest
  }
}
