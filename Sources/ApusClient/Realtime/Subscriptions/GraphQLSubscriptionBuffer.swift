/// What happens to events that come faster than the caller reads them. Never are more kept than the limit says.
public enum GraphQLSubscriptionBuffer: Hashable, Sendable {
  /// So many events wait, or one megabyte of them; then the transport stops reading, and the server has to wait.
  ///
  /// On a WebSocket, other subscriptions of the same connection wait, too.
  case suspend(limit: Int)
  /// The newest so many events wait; older ones are dropped.
  case newest(limit: Int)

  /// How many events may wait; one at least.
  var limit: Int {
    switch self {
    case .suspend(let limit), .newest(let limit): max(limit, 1)
    }
  }
}
