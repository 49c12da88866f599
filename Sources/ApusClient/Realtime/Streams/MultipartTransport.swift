import Foundation

/// Carries subscriptions as the parts of multipart responses, each over a response of its own.
///
/// ```swift
/// client.subscriptions = MultipartTransport()
/// ```
/// A response that ends before the server has completed it is opened again, as the policy says.
///
/// Specification: <https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol>.
public struct MultipartTransport: HTTPSubscriptionTransport {
  public var url: URL?
  public var transport: (any GraphQLTransport)?
  public var reconnect = GraphQLReconnectPolicy()

  public init() {}

  public func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
    try StreamedOperation<MultipartSubscriptionFormat>.events(
      for: request, self,
      advice: """
        if it has no multipart subscriptions, set the client's `subscriptions` to WebSocketTransport() or \
        EventStreamTransport()
        """)
  }
}
