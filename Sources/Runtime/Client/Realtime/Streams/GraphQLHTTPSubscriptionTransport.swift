import ApusPlatform

/// Sends each subscription as a separate HTTP request, and reads its events from the response as they arrive.
///
/// ```swift
/// client.subscriptions = GraphQLHTTPSubscriptionTransport(.eventStream)
/// ```
/// If the connection is lost, the response is requested again, within the limits of the reconnect policy. If a response ends although the server has
/// not completed the operation, it is requested again if its events have identifiers, using `Last-Event-ID`. Otherwise the subscription fails with
/// ``GraphQLSubscriptionError/incomplete(missing:)``.
public struct GraphQLHTTPSubscriptionTransport: GraphQLSubscriptionTransport {
  /// The format of the responses.
  public enum Format: Hashable, Sendable {
    /// Server-sent events: graphql-sse in its distinct connections mode.
    ///
    /// Specification: <https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md>.
    case eventStream
    /// Multipart responses, as Apollo Router sends them. Their events have no identifiers.
    ///
    /// Specification: <https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol>.
    case multipart
  }

  let format: Format
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
  ///   - format: the format of the responses.
  ///   - url: the URL that subscriptions are sent to; `nil` means the client's.
  ///   - transport: a `GraphQLCurlTransport` on Linux, or a `GraphQLURLSessionTransport` elsewhere, that sends the requests; `nil` means the client's.
  ///   - reconnect: the policy for requesting a response again after the connection was lost.
  ///   - maximumSilence: the maximum time without any data, even a heartbeat, before the connection counts as lost; `nil` means no limit.
  public init(
    _ format: Format, url: URL? = nil, over transport: (any GraphQLTransport)? = nil,
    reconnect: GraphQLReconnectPolicy = GraphQLReconnectPolicy(), maximumSilence: Duration? = .seconds(90)
  ) {
    self.format = format
    self.url = url
    self.transport = transport
    self.reconnect = reconnect
    self.maximumSilence = maximumSilence
  }

  public func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
    switch format {
    case .eventStream: try StreamedOperation<EventStreamFormat>.events(for: request, self)
    case .multipart: try StreamedOperation<MultipartSubscriptionFormat>.events(for: request, self)
    }
  }
}
