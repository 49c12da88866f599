import Apus

/// Options for one subscription.
///
/// ```swift
/// let options = GraphQLSubscriptionOptions(headers: ["X-Screen": "home"], resubscribes: false)
/// for try await data in client.subscribe(to: NowPlayingSubscription(), options: options) { print(data.nowPlaying.track.title) }
/// ```
public struct GraphQLSubscriptionOptions: Sendable {
  /// Header fields for the opening request, which replace the client's fields with the same names. Operations with different header fields do not
  /// share a WebSocket.
  public var headers: GraphQLHTTPHeaders
  /// Members of the request's `extensions`.
  public var extensions: [String: GraphQLValue]
  /// The server's handling of field errors; `nil` means the `onError` of the operation or the client.
  public var onError: GraphQLErrorBehavior?
  /// The handling of events that arrive faster than they are read.
  public var buffer: GraphQLSubscriptionBuffer
  /// Whether the subscription is sent again after its connection was lost. Events in the meantime are lost. If false, it fails with
  /// ``GraphQLSubscriptionError/interrupted``.
  public var resubscribes: Bool
  /// Values that interceptors and transports can read.
  public var context: GraphQLContext

  /// Creates options for one subscription.
  public init(
    headers: GraphQLHTTPHeaders = [:], extensions: [String: GraphQLValue] = [:],
    onError: GraphQLErrorBehavior? = nil, buffer: GraphQLSubscriptionBuffer = .suspend(),
    resubscribes: Bool = true, context: GraphQLContext = GraphQLContext()
  ) {
    self.headers = headers
    self.extensions = extensions
    self.onError = onError
    self.buffer = buffer
    self.resubscribes = resubscribes
    self.context = context
  }
}
