/// The handling of events that arrive faster than they are read.
///
/// ```swift
/// let options = GraphQLSubscriptionOptions(buffer: .newest(limit: 1))
/// for try await data in client.subscribe(to: NowPlayingSubscription(), options: options) { print(data.nowPlaying.track.title) }
/// ```
public enum GraphQLSubscriptionBuffer: Hashable, Sendable {
  /// Keeps all events.
  ///
  /// A transport with a connection per operation stops reading until the next event is requested, so the server has to wait. A WebSocket continues
  /// reading for the sake of its other operations and buffers the events, up to this size or a single larger one. If the buffer is full, the
  /// operation ends with ``GraphQLSubscriptionError/bufferFull(maximumBytes:)``.
  case suspend(maximumBytes: Int = 16 << 20)
  /// Keeps the newest events, up to this number and size but at least one, and drops older ones.
  case newest(limit: Int, maximumBytes: Int = 16 << 20)
}
