/// How long a connection has brought nothing, not even the answer to a ping. Its end does not count as something that came.
struct WebSocketSilence: Hashable, Sendable {
  /// Since something came last, or since the connection was opened.
  var current: Duration
  /// The longest silence before that.
  var longest: Duration
}
