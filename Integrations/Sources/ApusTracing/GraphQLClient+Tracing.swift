import ApusClient
import SubscriptionLifetime
import Tracing

extension GraphQLClient {
  /// Returns a copy of the client that creates a span for each operation and each subscription, and sends the span's context in header fields.
  ///
  /// ```swift
  /// var client = GraphQLClient(url: url)
  /// client.interceptors = [GraphQLRetryInterceptor()]
  /// client = client.traced()
  /// ```
  /// Call this after setting the client's interceptors: the span of an operation includes their work, and retries and requests with a refreshed token
  /// are its events. A subscription over WebSocket has a span, but does not send its context, because operations share a connection and its header
  /// fields.
  ///
  /// The attributes are those of OpenTelemetry's semantic conventions for GraphQL and HTTP: `graphql.operation.type`, `graphql.operation.name`,
  /// `server.address`, `server.port`, `http.request.method`, `http.response.status_code`, `error.type`. Documents and variables are only recorded if
  /// `recording` contains them.
  ///
  /// - Parameters:
  ///   - tracer: creates the spans; nil for the current tracer of `InstrumentationSystem`.
  ///   - recording: additional contents of spans.
  public func traced(by tracer: (any Tracer)? = nil, recording: GraphQLSpanContents = []) -> GraphQLClient {
    var client = self
    let tracer = SpanMaker(tracer: tracer, contents: recording)
    client.interceptors = [OperationSpans(maker: tracer)] + interceptors + [AttemptEvents(maker: tracer)]
    client.subscriptions = ObservedSubscriptions(subscriptions) { [subscriptions] request in
      tracer.observer(
        of: &request,
        sendsContext: ObservedSubscriptions.sender(of: subscriptions) is GraphQLHTTPSubscriptionTransport)
    }
    return client
  }
}

/// Contents of a span in addition to names, locations and results.
public struct GraphQLSpanContents: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The document of a posted operation, as `graphql.document`. It contains literal values.
  public static let document = GraphQLSpanContents(rawValue: 1)
  /// The variables of a posted operation as JSON, as `graphql.variables`. They may contain personal data and secrets.
  public static let variables = GraphQLSpanContents(rawValue: 2)
}
