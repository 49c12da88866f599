import Foundation

/// Carries subscriptions as server-sent events, each over a response of its own: graphql-sse in its mode of distinct connections.
///
/// ```swift
/// client.subscriptions = EventStreamTransport()
/// ```
/// A stream that ends before the server has completed it is opened again, as the policy says.
///
/// Specification: <https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md>.
public struct EventStreamTransport: GraphQLSubscriptionTransport {
  /// Where subscriptions are sent; nil for the client's URL.
  public var url: URL?
  /// When a stream that broke is opened again.
  public var reconnect: GraphQLReconnectPolicy

  private let transport: (any GraphQLTransport)?

  /// - Parameters:
  ///   - url: where subscriptions are sent; nil for the client's URL.
  ///   - transport: a `CurlTransport` on Linux, or a ``URLSessionTransport`` elsewhere, that carries the requests; nil for the client's.
  ///   - reconnect: when a stream that broke is opened again.
  public init(
    url: URL? = nil, over transport: (any GraphQLTransport)? = nil,
    reconnect: GraphQLReconnectPolicy = GraphQLReconnectPolicy()
  ) {
    self.url = url
    self.transport = transport
    self.reconnect = reconnect
  }

  public func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
    try StreamedOperation<EventStreamFormat>.events(
      for: request, over: transport, url: url, reconnect,
      advice: """
        if it has no event streams, set the client's `subscriptions` to WebSocketTransport() or MultipartTransport()
        """)
  }
}

/// Carries subscriptions as the parts of multipart responses, each over a response of its own.
///
/// ```swift
/// client.subscriptions = MultipartTransport()
/// ```
/// A response that ends before the server has completed it is opened again, as the policy says.
///
/// Specification: <https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol>.
public struct MultipartTransport: GraphQLSubscriptionTransport {
  /// Where subscriptions are sent; nil for the client's URL.
  public var url: URL?
  /// When a response that broke is opened again.
  public var reconnect: GraphQLReconnectPolicy

  private let transport: (any GraphQLTransport)?

  /// - Parameters:
  ///   - url: where subscriptions are sent; nil for the client's URL.
  ///   - transport: a `CurlTransport` on Linux, or a ``URLSessionTransport`` elsewhere, that carries the requests; nil for the client's.
  ///   - reconnect: when a response that broke is opened again.
  public init(
    url: URL? = nil, over transport: (any GraphQLTransport)? = nil,
    reconnect: GraphQLReconnectPolicy = GraphQLReconnectPolicy()
  ) {
    self.url = url
    self.transport = transport
    self.reconnect = reconnect
  }

  public func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
    try StreamedOperation<MultipartSubscriptionFormat>.events(
      for: request, over: transport, url: url, reconnect,
      advice: """
        if it has no multipart subscriptions, set the client's `subscriptions` to WebSocketTransport() or \
        EventStreamTransport()
        """)
  }
}
