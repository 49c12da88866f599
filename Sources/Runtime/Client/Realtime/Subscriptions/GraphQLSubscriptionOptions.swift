import Apus

/// How one subscription is made, where that differs from the rest of the client's.
///
/// ```swift
/// let options = GraphQLSubscriptionOptions(headers: ["X-Screen": "home"], onReconnect: .fail)
/// for try await data in client.subscribe(to: NowPlayingSubscription(), options: options) { print(data.nowPlaying.track.title) }
/// ```
public struct GraphQLSubscriptionOptions: Sendable {
  /// Header fields of the opening request, over the client's. With a WebSocket, operations with other fields have another connection.
  public var headers: GraphQLHTTPHeaders
  /// Members of the request's `extensions`.
  public var extensions: [String: GraphQLValue]
  /// How the server handles errors of fields; nil for the `onError` of the operation or the client.
  public var onError: GraphQLErrorBehavior?
  /// What happens to events that come faster than they are read.
  public var buffer: GraphQLSubscriptionBuffer
  /// What happens when the connection breaks.
  public var onReconnect: GraphQLReconnectBehavior
  /// Values of the caller's own, for interceptors and transports.
  public var context: GraphQLContext

  /// Options for one subscription; what is left out is as usual.
  public init(
    headers: GraphQLHTTPHeaders = [:], extensions: [String: GraphQLValue] = [:],
    onError: GraphQLErrorBehavior? = nil, buffer: GraphQLSubscriptionBuffer = .suspend(),
    onReconnect: GraphQLReconnectBehavior = .resubscribe, context: GraphQLContext = GraphQLContext()
  ) {
    self.headers = headers
    self.extensions = extensions
    self.onError = onError
    self.buffer = buffer
    self.onReconnect = onReconnect
    self.context = context
  }
}
