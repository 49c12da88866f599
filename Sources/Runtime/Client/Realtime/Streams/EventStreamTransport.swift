import ApusPlatform

/// Sends each subscription as a separate HTTP request for server-sent events: graphql-sse in its distinct connections mode.
///
/// ```swift
/// client.subscriptions = EventStreamTransport()
/// ```
/// If the connection is lost, the response is requested again, within the limits of the reconnect policy. If a response ends without the event
/// `complete`, it is requested again if its events have identifiers, using `Last-Event-ID`. Otherwise the subscription fails with
/// ``GraphQLSubscriptionError/incomplete(missing:)``.
///
/// Specification: <https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md>.
public struct EventStreamTransport: HTTPSubscriptionTransport {
  /// The URL that subscriptions are sent to; `nil` means the client's.
  public var url: URL?
  /// The transport that sends the requests; `nil` means the client's.
  public var transport: (any GraphQLTransport)?
  /// The policy for requesting a response again after the connection was lost.
  public var reconnect: GraphQLReconnectPolicy
  /// The maximum time without any data, even a heartbeat, before the connection counts as lost; `nil` means no limit.
  public var maximumSilence: Duration?

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - url: the URL that subscriptions are sent to; `nil` means the client's.
  ///   - transport: a `CurlTransport` on Linux, or a `URLSessionTransport` elsewhere, that sends the requests; `nil` means the client's.
  ///   - reconnect: the policy for requesting a response again after the connection was lost.
  ///   - maximumSilence: the maximum time without any data, even a heartbeat, before the connection counts as lost; `nil` means no limit.
  public init(
    url: URL? = nil, over transport: (any GraphQLTransport)? = nil,
    reconnect: GraphQLReconnectPolicy = GraphQLReconnectPolicy(), maximumSilence: Duration? = .seconds(90)
  ) {
    self.url = url
    self.transport = transport
    self.reconnect = reconnect
    self.maximumSilence = maximumSilence
  }

  public func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
    try StreamedOperation<EventStreamFormat>.events(
      for: request, self,
      advice: """
        if it has no event streams, set the client's `subscriptions` to WebSocketTransport() or MultipartTransport()
        """)
  }
}
