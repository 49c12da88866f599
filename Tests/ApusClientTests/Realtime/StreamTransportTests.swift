import Foundation
import Testing

@testable import ApusClient

/// Subscriptions over HTTP against answers that a test writes.
@Suite struct StreamTransportTests {
  private static let eventStream: GraphQLHTTPHeaders = ["Content-Type": "text/event-stream; charset=utf-8"]
  private static let multipart: GraphQLHTTPHeaders = ["Content-Type": "multipart/mixed; boundary=graphql"]

  private static func next(_ text: String) -> String {
    "event: next\ndata: {\"data\":{\"hello\":\"\(text)\"}}\n\n"
  }

  private static func part(_ json: String) -> String { "\r\n--graphql\r\n\r\n\(json)" }

  private func client(
    _ transport: StreamScript, multipart: Bool = false, attempts: Int = 5
  ) -> GraphQLClient {
    let policy = GraphQLReconnectPolicy(maximumAttempts: attempts, sleep: { _ in await Task.yield() })
    var client = GraphQLClient(url: endpoint, transport: transport, timeout: .seconds(3600))
    client.subscriptions =
      multipart ? MultipartTransport(reconnect: policy) : EventStreamTransport(reconnect: policy)
    return client
  }

  private func texts(
    _ client: GraphQLClient, _ options: GraphQLSubscriptionOptions = GraphQLSubscriptionOptions()
  ) async throws -> [String] {
    var texts: [String] = []
    for try await response in client.responses(to: HelloSubscription(), options: options) {
      texts.append(response.data?.hello ?? response.errors.map(\.message).joined())
    }
    return texts
  }

  @Test func `events until complete`() async throws {
    let server = StreamScript { _, _ in
      (
        200, Self.eventStream,
        [Self.next("a") + Self.next("b"), ":\n\n", "event: complete\n\n", Self.next("late")]
      )
    }
    #expect(try await texts(client(server)) == ["a", "b"])
    let request = try #require(server.requests.first)
    #expect(request.headers["Accept"] == "text/event-stream")
    #expect(request.json["operationName"] == "HelloAgain")
  }

  @Test func `a stream that ends without complete is opened again, or fails`() async throws {
    let server = StreamScript { number, _ in
      (200, Self.eventStream, [Self.next("\(number)"), number == 2 ? "event: complete\n\n" : ""])
    }
    #expect(try await texts(client(server)) == ["0", "1", "2"])
    do {
      let options = GraphQLSubscriptionOptions(onReconnect: .fail)
      _ = try await texts(client(StreamScript { _, _ in (200, Self.eventStream, [Self.next("a")]) }), options)
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.interrupted {}
    let broken = StreamScript { _, _ in (200, Self.eventStream, []) }
    do {
      _ = try await texts(client(broken, attempts: 3))
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.connectionLost {}
    #expect(broken.requests.count == 4)
  }

  @Test func `parts, heartbeats and the transport's own errors`() async throws {
    let server = StreamScript { _, _ in
      (
        200, Self.multipart,
        [
          Self.part("{}"), Self.part(#"{"payload":{"data":{"hello":"a"}}}"#),
          Self.part(#"{"data":{"hello":"b"}}"#),
          Self.part(#"{"payload":null,"errors":[{"message":"gone"}]}"#), "\r\n--graphql--\r\n",
        ]
      )
    }
    #expect(try await texts(client(server, multipart: true)) == ["a", "b", "gone"])
    #expect(server.requests.first?.headers["Accept"]?.contains("subscriptionSpec=1.0") == true)
    let wrong = StreamScript { _, _ in (200, Self.multipart, [Self.part("[1]")]) }
    do {
      _ = try await texts(client(wrong, multipart: true))
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.invalidMessage {}
  }

  @Test(arguments: [false, true])
  func `a server that answers at once, with errors or refusals`(_ multipart: Bool) async throws {
    let json: GraphQLHTTPHeaders = ["Content-Type": "application/json"]
    let failed = StreamScript { _, _ in (200, json, [#"{"errors":[{"message":"no such field"}]}"#]) }
    #expect(try await texts(client(failed, multipart: multipart)) == ["no such field"])
    let refused = StreamScript { _, _ in (406, ["Content-Type": "text/plain"], ["never heard of it"]) }
    do {
      _ = try await texts(client(refused, multipart: multipart))
      Issue.record("nothing was thrown")
    } catch let error as GraphQLSubscriptionError {
      #expect("\(error)".contains("406"))
      #expect("\(error)".contains("WebSocketTransport()"))
    }
    #expect(refused.requests.count == 1)
    let busy = StreamScript { number, _ in
      number == 0
        ? (503, [:], []) : (200, Self.eventStream, ["event: complete\n\n"])
    }
    if !multipart { #expect(try await texts(client(busy)) == []) }
  }

  @Test func `the interceptors see the opening request, and a token is replaced`() async throws {
    let server = StreamScript { _, request in
      request.headers["Authorization"] == "Bearer new"
        ? (200, Self.eventStream, [Self.next("a"), "event: complete\n\n"]) : (401, [:], ["no"])
    }
    var client = client(server)
    client.interceptors = [AuthenticationInterceptor(current: { "old" }, refresh: { _ in "new" })]
    #expect(try await texts(client) == ["a"])
    #expect(server.requests.count == 2)
  }

  @Test func `the newest events are kept when the reader is slow`() async throws {
    let server = StreamScript { _, _ in
      (200, Self.eventStream, (0..<100).map { Self.next("\($0)") } + ["event: complete\n\n"])
    }
    let options = GraphQLSubscriptionOptions(buffer: .newest(limit: 3))
    var texts: [String] = []
    for try await data in client(server).subscribe(to: HelloSubscription(), options: options) {
      if texts.isEmpty { try await Task.sleep(for: .milliseconds(100)) }
      texts.append(data.hello)
    }
    #expect(texts.suffix(3) == ["97", "98", "99"])
    #expect(texts.count <= 4)
  }

  @Test func `a transport that hands over whole answers only`() async throws {
    struct Whole: GraphQLTransport {
      func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
        GraphQLHTTPResponse(status: 200)
      }
    }
    var client = GraphQLClient(url: endpoint, transport: Whole(), timeout: .seconds(3600))
    client.subscriptions = EventStreamTransport()
    do {
      _ = try await texts(client)
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.unavailable(let reason) {
      #expect(reason.contains("Whole"))
    }
  }
}

/// A transport whose answers come in the pieces that a test writes.
final class StreamScript: GraphQLStreamingTransport {
  typealias Answer = (status: Int, headers: GraphQLHTTPHeaders, pieces: [String])

  private let answer: @Sendable (Int, GraphQLHTTPRequest) -> Answer
  private let state = Locked<[GraphQLHTTPRequest]>([])

  init(_ answer: @escaping @Sendable (Int, GraphQLHTTPRequest) -> Answer) { self.answer = answer }

  var requests: [GraphQLHTTPRequest] { state.withLock { $0 } }

  func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse { throw URLError(.unknown) }

  func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
    let number = state.withLock { requests in
      requests.append(request)
      return requests.count - 1
    }
    let (status, headers, pieces) = answer(number, request)
    let rest = Locked(pieces[...])
    return GraphQLHTTPStream(
      status: status, headers: headers,
      body: GraphQLHTTPStream.Body { rest.withLock { $0.popFirst().map { Data($0.utf8) } } })
  }
}
