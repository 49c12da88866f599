import ApusPlatform

/// Carries subscriptions as server-sent events, each over a separate response: graphql-sse in its mode of distinct connections.
///
/// ```swift
/// client.subscriptions = EventStreamTransport()
/// ```
/// A response that breaks is opened again, as the policy says. A response that ends without the event `complete` is opened again if its events have
/// identifiers, which `Last-Event-ID` names; otherwise the subscription fails with ``GraphQLSubscriptionError/incomplete(missing:)``.
///
/// Specification: <https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md>.
public struct EventStreamTransport: HTTPSubscriptionTransport {
  /// The URL that subscriptions are sent to; `nil` means the client's.
  public var url: URL?
  /// The transport that sends the requests; `nil` means the client's.
  public var transport: (any GraphQLTransport)?
  /// When a broken response is opened again.
  public var reconnect: GraphQLReconnectPolicy
  /// How long a response may be silent, without even a heartbeat, before it counts as broken; `nil` means no limit.
  public var maximumSilence: Duration?

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - url: the URL that subscriptions are sent to; `nil` means the client's.
  ///   - transport: a `CurlTransport` on Linux, or a `URLSessionTransport` elsewhere, that sends the requests; `nil` means the client's.
  ///   - reconnect: when a broken response is opened again.
  ///   - maximumSilence: how long a response may be silent, without even a heartbeat, before it counts as broken; `nil` means no limit.
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
