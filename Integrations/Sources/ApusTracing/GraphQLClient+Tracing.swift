import ApusClient
import SubscriptionLifetime
import Tracing

extension GraphQLClient {
  /// A copy of the client that makes a span for each operation and for the life of each subscription, and sends the span's context in header
  /// fields.
  ///
  /// ```swift
  /// var client = GraphQLClient(url: url)
  /// client.interceptors = [RetryInterceptor()]
  /// client = client.traced()
  /// ```
  /// The span of an operation includes what the client's interceptors do, so that retries and requests with a refreshed token are events of it:
  /// call this when they are set. A subscription over WebSocket has a span, but does not send its context: operations share a connection and its
  /// header fields.
  ///
  /// The attributes are those of OpenTelemetry's semantic conventions for GraphQL and HTTP: `graphql.operation.type`,
  /// `graphql.operation.name`, `server.address`, `server.port`, `http.request.method`, `http.response.status_code`, `error.type`. Documents and
  /// variables are recorded only if `recording` says so.
  ///
  /// - Parameters:
  ///   - tracer: makes the spans; nil for that of `InstrumentationSystem` when an operation begins.
  ///   - recording: what else a span contains.
  public func traced(by tracer: (any Tracer)? = nil, recording: GraphQLSpanContents = []) -> GraphQLClient {
    var client = self
    let tracer = SpanMaker(tracer: tracer, contents: recording)
    client.interceptors = [OperationSpans(maker: tracer)] + interceptors + [AttemptEvents(maker: tracer)]
    client.subscriptions = ObservedSubscriptions(subscriptions) { [subscriptions] request in
      tracer.observer(
        of: &request,
        sendsContext: subscriptions is EventStreamTransport || subscriptions is MultipartTransport)
    }
    return client
  }
}

/// What a span contains beside names, places and results.
public struct GraphQLSpanContents: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The text of a posted operation, as `graphql.document`. It has the literals of the operation.
  public static let document = GraphQLSpanContents(rawValue: 1)
  /// The variables of a posted operation as JSON, as `graphql.variables`. They may contain personal data and secrets.
  public static let variables = GraphQLSpanContents(rawValue: 2)
}
