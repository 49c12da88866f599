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
  public var url: URL?
  public var transport: (any GraphQLTransport)?
  public var reconnect = GraphQLReconnectPolicy()
  public var maximumSilence: Duration? = .seconds(90)

  public init() {}

  public func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
    try StreamedOperation<EventStreamFormat>.events(
      for: request, self,
      advice: """
        if it has no event streams, set the client's `subscriptions` to WebSocketTransport() or MultipartTransport()
        """)
  }
}
