/// The handling of events that arrive faster than the caller reads them, within limits.
///
/// ```swift
/// let options = GraphQLSubscriptionOptions(buffer: .newest(limit: 1))
/// for try await data in client.subscribe(to: NowPlayingSubscription(), options: options) { print(data.nowPlaying.track.title) }
/// ```
public enum GraphQLSubscriptionBuffer: Hashable, Sendable {
  /// No event is dropped.
  ///
  /// A transport with a connection for each operation stops reading while nobody asks for events, and the server has to wait. A WebSocket
  /// reads on, for the sake of the other operations on it: events of up to so many bytes, or a single longer one, wait for their reader.
  /// With more, this operation alone ends with ``GraphQLSubscriptionError/bufferFull(maximumBytes:)``.
  case suspend(maximumBytes: Int = 16 << 20)
  /// The newest so many events wait, in so many bytes, and one at least; older ones are dropped.
  case newest(limit: Int, maximumBytes: Int = 16 << 20)
}
