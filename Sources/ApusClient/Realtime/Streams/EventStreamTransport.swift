import Foundation

/// Carries subscriptions as server-sent events, each over a response of its own: graphql-sse in its mode of distinct connections.
///
/// ```swift
/// client.subscriptions = EventStreamTransport()
/// ```
/// A stream that ends before the server has completed it is opened again, as the policy says.
///
/// Specification: <https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md>.
public struct EventStreamTransport: HTTPSubscriptionTransport {
  public var url: URL?
  public var transport: (any GraphQLTransport)?
  public var reconnect = GraphQLReconnectPolicy()

  public init() {}

  public func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
    try StreamedOperation<EventStreamFormat>.events(
      for: request, self,
      advice: """
        if it has no event streams, set the client's `subscriptions` to WebSocketTransport() or MultipartTransport()
        """)
  }
}
