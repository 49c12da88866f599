import Apus
import ApusClient
import ApusTesting
import ApusTracing
import Foundation
import ApusMetrics
import InMemoryTracing
import MetricsTestKit
import TestServer
import Testing
import Tracing

/// The spans of operations, with an exporter in memory.
@Suite(.timeLimit(.minutes(5))) struct TracingTests {
  private let tracer = InMemoryTracer(idGenerator: .incrementing)

  private func client(
    _ steps: [GraphQLScriptedTransport.Step], _ interceptors: [any GraphQLInterceptor] = [],
    recording: GraphQLSpanContents = []
  ) throws -> (GraphQLClient, GraphQLScriptedTransport) {
    let transport = GraphQLScriptedTransport(steps)
    let url = try #require(URL(string: "https://api.example.com/graphql?key=secret"))
    let client = GraphQLClient(url: url, transport: transport, interceptors: interceptors)
    return (client.traced(by: tracer, recording: recording), transport)
  }

  private static let album = GraphQLScriptedTransport.Step.json(#"{"data":{"album":{"title":"Blue"}}}"#)

  @Test func `a query has a span with the conventions' attributes`() async throws {
    let (client, transport) = try client([Self.album])
    _ = try await client.fetch(AlbumQuery(id: "private"))
    #expect(
      tracer.finishedSpans.map(text) == [
        """
        query Album client
          graphql.operation.name: Album
          graphql.operation.type: query
          http.request.method: POST
          http.response.status_code: 200
          server.address: api.example.com
          server.port: 443
        """
      ])
    let headers = try #require(transport.requests.first).headers
    #expect(headers[InMemoryTracer.traceIDKey] == "trace-1" && headers[InMemoryTracer.spanIDKey] == "span-1")
  }

  @Test func `documents and variables are recorded only on demand`() async throws {
    let (client, _) = try client([Self.album], recording: [.document, .variables])
    _ = try await client.fetch(AlbumQuery(id: "a/1"))
    let attributes = try #require(tracer.finishedSpans.first).attributes
    #expect(text(attributes.get("graphql.document")) == AlbumQuery.operationDocument)
    #expect(text(attributes.get("graphql.variables")) == #"{"id":"a/1"}"#)
  }

  @Test func `a retry is an event of the one span`() async throws {
    let retry = GraphQLRetryInterceptor(firstDelay: .zero)
    let (client, transport) = try client([.status(503), .failure(URLError(.timedOut)), Self.album], [retry])
    _ = try await client.fetch(AlbumQuery(id: "a1"))
    #expect(
      tracer.finishedSpans.map(text) == [
        """
        query Album client
          graphql.operation.name: Album
          graphql.operation.type: query
          http.request.method: POST
          http.response.status_code: 200
          server.address: api.example.com
          server.port: 443
          - graphql.retry http.request.resend_count: 1, http.response.status_code: 503
          - graphql.retry http.request.resend_count: 2
        """
      ])
    #expect(transport.requests.allSatisfy { $0.headers[InMemoryTracer.spanIDKey] == "span-1" })
  }

  @Test func `a refreshed token is an event`() async throws {
    let authentication = GraphQLAuthenticationInterceptor(current: { "old" }, refresh: { _ in "new" })
    let (client, _) = try client([.status(401), Self.album], [authentication])
    _ = try await client.fetch(AlbumQuery(id: "a1"))
    #expect(tracer.finishedSpans.first?.events.map(\.name) == ["graphql.refresh"])
  }

  @Test func `errors of the server and of the network fail the span`() async throws {
    let (client, _) = try client([
      .json(#"{"data":null,"errors":[{"message":"No","extensions":{"code":"FORBIDDEN"}}]}"#), .status(500),
      .failure(URLError(.timedOut)), .silence,
    ])
    for _ in 0..<3 {
      await #expect(throws: (any Error).self) { try await client.fetch(AlbumQuery(id: "a1")) }
    }
    let task = Task { try await client.perform(RateMutation(id: "a1", stars: 1)) }
    while tracer.activeSpans.isEmpty { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let spans = tracer.finishedSpans
    #expect(
      spans.map { text($0.attributes.get("error.type")) } == [
        "FORBIDDEN", "500", "connection -1001", "cancelled",
      ])
    #expect(spans.allSatisfy { $0.status?.code == .error })
    #expect(spans.map(\.errors.count) == [0, 0, 1, 0])
    #expect(spans.last?.operationName == "mutation Rate")
  }

  @Test func `a span belongs to the caller's`() async throws {
    let (client, _) = try client([Self.album])
    let outer = tracer.startSpan("request")
    _ = try await ServiceContext.withValue(outer.context) { try await client.fetch(AlbumQuery(id: "a1")) }
    outer.end()
    #expect(tracer.finishedSpans.map(\.parentSpanID) == ["span-1", nil])
  }

  @Test func `a subscription's span lasts until it ends`() async throws {
    var (client, _) = try client([])
    let events = GraphQLScriptedSubscriptions([
      .json(#"{"data":{"rated":{"title":"Blue"}}}"#), .json(#"{"data":{"rated":{"title":"Hejira"}}}"#),
    ])
    client.subscriptions = events
    client = GraphQLClient(url: client.url, subscriptions: events).traced(by: tracer)
    for try await _ in client.subscribe(to: RatedSubscription()) { #expect(tracer.activeSpans.count == 1) }
    #expect(
      tracer.finishedSpans.map(text) == [
        """
        subscription Rated client
          graphql.operation.name: Rated
          graphql.operation.type: subscription
          graphql.subscription.event_count: 2
          http.request.method: POST
          server.address: api.example.com
          server.port: 443
        """
      ])
  }

  /// Notes the header fields of event streams, and opens none.
  private actor RejectingStreams: GraphQLStreamingTransport {
    private(set) var spans: [String?] = []

    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse { throw CancellationError() }

    func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
      spans.append(request.headers[InMemoryTracer.spanIDKey])
      return GraphQLHTTPStream(status: 403, headers: [:]) { nil }
    }
  }

  @Test(arguments: [false, true]) func `an event stream carries its span, measured or not`(_ isMeasured: Bool)
    async throws
  {
    let url = try #require(URL(string: "https://api.example.com/graphql"))
    let streams = RejectingStreams()
    var client = GraphQLClient(
      url: url,
      subscriptions: GraphQLHTTPSubscriptionTransport(.eventStream, over: streams, reconnect: .never))
    if isMeasured { client = client.measured(by: TestMetrics()) }
    client = client.traced(by: tracer)
    await #expect(throws: (any Error).self) {
      for try await _ in client.subscribe(to: RatedSubscription()) {}
    }
    #expect(await streams.spans == ["span-1"])
  }

  @Test func `leaving a subscription ends its span, and an error fails it`() async throws {
    let url = try #require(URL(string: "https://api.example.com/graphql"))
    let event = GraphQLScriptedSubscriptions.Step.json(#"{"data":{"rated":{"title":"Blue"}}}"#)
    let endless = GraphQLClient(url: url, subscriptions: GraphQLScriptedSubscriptions([event, .silence]))
      .traced(
        by: tracer)
    for try await _ in endless.subscribe(to: RatedSubscription()) { break }
    while tracer.finishedSpans.isEmpty { await Task.yield() }
    #expect(tracer.finishedSpans.first?.status == nil)
    tracer.clearAll()
    let failure = GraphQLSubscriptionError.closed(code: 4403, reason: "no")
    let broken = GraphQLClient(url: url, subscriptions: GraphQLScriptedSubscriptions([.failure(failure)]))
      .traced(
        by: tracer)
    await #expect(throws: GraphQLSubscriptionError.self) {
      for try await _ in broken.subscribe(to: RatedSubscription()) {}
    }
    #expect(tracer.finishedSpans.first?.status?.code == .error)
  }

  // MARK: - Text

  private func text(_ span: FinishedInMemorySpan) -> String {
    var lines = ["\(span.operationName) \(span.kind)"]
    lines += self.lines(of: span.attributes).map { "  " + $0 }
    for event in span.events {
      lines.append("  - \(event.name) " + self.lines(of: event.attributes).joined(separator: ", "))
    }
    return lines.joined(separator: "\n")
  }

  private func lines(of attributes: SpanAttributes) -> [String] {
    var lines: [String] = []
    attributes.forEach { lines.append("\($0): \(text($1))") }
    return lines.sorted()
  }

  private func text(_ attribute: SpanAttribute?) -> String {
    switch attribute {
    case .string(let value): value
    case .int32(let value): "\(value)"
    case .int64(let value): "\(value)"
    default: "\(String(describing: attribute))"
    }
  }
}
