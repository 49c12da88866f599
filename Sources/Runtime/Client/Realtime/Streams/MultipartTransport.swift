import ApusPlatform

/// Carries subscriptions as the parts of multipart responses, each over a separate response.
///
/// ```swift
/// client.subscriptions = MultipartTransport()
/// ```
/// A response that breaks is opened again, as the policy says. A response that ends without its last boundary fails with
/// ``GraphQLSubscriptionError/incomplete(missing:)``.
///
/// Specification: <https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol>.
public struct MultipartTransport: HTTPSubscriptionTransport {
  public var url: URL?
  public var transport: (any GraphQLTransport)?
  public var reconnect = GraphQLReconnectPolicy()
  public var maximumSilence: Duration? = .seconds(90)

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
