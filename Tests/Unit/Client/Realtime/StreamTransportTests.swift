import ApusPlatform
import Foundation
import TestSupport
import Testing

import ApusClient

/// Subscriptions over HTTP against answers that a test writes.
@Suite(.timeLimit(.minutes(15))) struct StreamTransportTests {
  private static let eventStream: GraphQLHTTPHeaders = ["Content-Type": "text/event-stream; charset=utf-8"]
  private static let multipart: GraphQLHTTPHeaders = ["Content-Type": "multipart/mixed; boundary=graphql"]

  private static func next(_ text: String) -> String {
    "event: next\ndata: {\"data\":{\"hello\":\"\(text)\"}}\n\n"
  }

  private static func part(_ json: String) -> String { "\r\n--graphql\r\n\r\n\(json)" }

  private func client(
    _ transport: StreamScript, multipart: Bool = false, attempts: Int = 5
  ) -> GraphQLClient {
    let policy = GraphQLReconnectPolicy(
      maximumAttempts: attempts + 1, clock: PausingClock { _ in await Task.yield() })
    var client = GraphQLClient(url: endpoint, transport: transport, timeout: .seconds(3600))
    client.subscriptions =
      multipart
      ? GraphQLHTTPSubscriptionTransport(.multipart, reconnect: policy)
      : GraphQLHTTPSubscriptionTransport(.eventStream, reconnect: policy)
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

  @Test func `a transport's own URL is asked in place of the client's`() async throws {
    let url = try #require(URL(string: "https://streams.example.org/graphql"))
    let server = StreamScript { _, _ in (200, Self.eventStream, ["event: complete\n\n"]) }
    var client = client(server)
    _ = try await texts(client)
    var transport = GraphQLHTTPSubscriptionTransport(.eventStream)
    transport.url = url
    client.subscriptions = transport
    _ = try await texts(client)
    #expect(server.requests.map(\.url) == [endpoint, url])
  }

  @Test(arguments: [false, true])
  func `a stream that ends without saying so is an error, and no event comes twice`(_ multipart: Bool)
    async throws
  {
    for pieces in [multipart ? [Self.part(#"{"data":{"hello":"a"}}"#)] : [Self.next("a")], []] {
      let server = StreamScript { _, _ in (200, multipart ? Self.multipart : Self.eventStream, pieces) }
      var count = 0
      do {
        for try await _ in client(server, multipart: multipart).subscribe(to: HelloSubscription()) {
          count += 1
        }
        Issue.record("nothing was thrown")
      } catch let error as GraphQLSubscriptionError {
        #expect("\(error)".contains(multipart ? "without the last boundary" : "without the event `complete`"))
      }
      #expect(count == pieces.count)
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a stream whose events have identifiers goes on behind the last one`() async throws {
    let server = StreamScript { number, request in
      let last = request.headers["Last-Event-ID"].flatMap { Int($0) } ?? 0
      let isLast = number == 9
      return (
        200, Self.eventStream,
        ["id: \(last + 1)\n" + Self.next("\(last + 1)") + (isLast ? "event: complete\n\n" : "id: 99\n")]
      )
    }
    // More often than there are attempts in a row.
    #expect(try await texts(client(server, attempts: 1)) == (1...10).map { "\($0)" })
    #expect(server.requests.first?.headers["Last-Event-ID"] == nil)
    // Without progress the attempts end.
    let stuck = StreamScript { _, _ in (200, Self.eventStream, ["id: 7\n:\n\n"]) }
    do {
      _ = try await texts(client(stuck, attempts: 3))
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.incomplete {}
    #expect(stuck.requests.count == 4)
    do {
      _ = try await texts(client(stuck), GraphQLSubscriptionOptions(resubscribes: false))
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.interrupted {}
  }

  @Test(arguments: [("7000", 7), ("999999999", 30), ("99999999999999999999", 1), ("x", 1)])
  func `the server's pause is kept`(_ retry: String, _ seconds: Int) async throws {
    let pauses = Locked<[Duration]>([])
    let server = StreamScript { number, _ in
      (200, Self.eventStream, ["retry: \(retry)\nid: 1\n:\n\n", number == 1 ? "event: complete\n\n" : ""])
    }
    var client = client(server)
    let policy = GraphQLReconnectPolicy(clock: PausingClock { pause in pauses.withLock { $0.append(pause) } })
    client.subscriptions = GraphQLHTTPSubscriptionTransport(.eventStream, reconnect: policy)
    #expect(try await texts(client) == [])
    let pause = try #require(pauses.withLock { $0.first })
    #expect(seconds == 1 ? pause <= .seconds(1) : pause == .seconds(seconds))
  }

  @Test func `a stream that is silent for too long counts as broken`() async throws {
    struct Silent: GraphQLStreamingTransport {
      func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
        throw URLError(.unknown)
      }
      func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
        GraphQLHTTPStream(
          status: 200, headers: StreamTransportTests.eventStream,
          next: {
            try await Task.sleep(for: .seconds(3600))
            return nil
          })
      }
    }
    var client = GraphQLClient(url: endpoint, transport: Silent(), timeout: .seconds(3600))
    client.subscriptions = GraphQLHTTPSubscriptionTransport(
      .eventStream, reconnect: GraphQLReconnectPolicy(maximumAttempts: 3, clock: PausingClock { _ in }),
      maximumSilence: .milliseconds(20))
    do {
      _ = try await texts(client)
      Issue.record("nothing was thrown")
    } catch let error as GraphQLSubscriptionError {
      #expect("\(error)".contains("0.02 seconds (`maximumSilence`)"))
    }
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

  @Test func `after a healthy while, attempts are counted anew`() async throws {
    func server() -> StreamScript {
      StreamScript { number, _ in
        let event = "id: 1\n" + Self.next("a")
        return (200, Self.eventStream, number < 4 ? [event] : [event, "event: complete\n\n"])
      }
    }
    var policy = GraphQLReconnectPolicy(maximumAttempts: 2, clock: PausingClock { _ in await Task.yield() })
    policy.healthyAfter = .zero
    var healthy = client(server())
    healthy.subscriptions = GraphQLHTTPSubscriptionTransport(.eventStream, reconnect: policy)
    #expect(try await texts(healthy).count == 5)
    policy.healthyAfter = .seconds(3600)
    var flapping = client(server())
    flapping.subscriptions = GraphQLHTTPSubscriptionTransport(.eventStream, reconnect: policy)
    do {
      _ = try await texts(flapping)
      Issue.record("nothing was thrown")
    } catch is GraphQLSubscriptionError {}
  }

  @Test func `attempts that open nothing are never healthy, however long ago a response was opened`()
    async throws
  {
    let server = StreamScript { number, _ in
      number == 0 ? (200, Self.eventStream, ["id: 1\n" + Self.next("a")]) : (503, [:], [])
    }
    var policy = GraphQLReconnectPolicy(maximumAttempts: 4, clock: PausingClock { _ in await Task.yield() })
    policy.healthyAfter = .zero
    var client = client(server)
    client.subscriptions = GraphQLHTTPSubscriptionTransport(.eventStream, reconnect: policy)
    await #expect(throws: GraphQLSubscriptionError.self) { _ = try await texts(client) }
    #expect(server.requests.count == 4)
  }

  @Test(arguments: [false, true])
  func `a server that answers at once, with errors or rejections`(_ multipart: Bool) async throws {
    let json: GraphQLHTTPHeaders = ["Content-Type": "application/json"]
    let failed = StreamScript { _, _ in (200, json, [#"{"errors":[{"message":"no such field"}]}"#]) }
    #expect(try await texts(client(failed, multipart: multipart)) == ["no such field"])
    let rejected = StreamScript { _, _ in (406, ["Content-Type": "text/plain"], ["never heard of it"]) }
    do {
      _ = try await texts(client(rejected, multipart: multipart))
      Issue.record("nothing was thrown")
    } catch let error as GraphQLSubscriptionError {
      #expect("\(error)".contains("406"))
      #expect("\(error)".contains("GraphQLWebSocketTransport()"))
    }
    #expect(rejected.requests.count == 1)
    let busy = StreamScript { number, _ in
      number == 0
        ? (503, [:], []) : (200, Self.eventStream, ["event: complete\n\n"])
    }
    if !multipart { #expect(try await texts(client(busy)) == []) }
  }

  @Test func `an answer that is no stream is read up to the limit of any answer`() async throws {
    let server = StreamScript { _, _ in (500, [:], Array(repeating: "some words", count: 100)) }
    var client = client(server)
    client.maximumResponseBytes = 500
    let error = await clientError { [client] in _ = try await texts(client) }
    guard case .responseTooLarge(let limit) = error else { throw try #require(error) }
    #expect(limit == 500)
    #expect(!server.isExhausted)
  }

  @Test func `the interceptors see the opening request, and a token is replaced`() async throws {
    let server = StreamScript { _, request in
      request.headers["Authorization"] == "Bearer new"
        ? (200, Self.eventStream, [Self.next("a"), "event: complete\n\n"]) : (401, [:], ["no"])
    }
    var client = client(server)
    client.interceptors = [GraphQLAuthenticationInterceptor(current: { "old" }, refresh: { _ in "new" })]
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
      if texts.isEmpty { try await eventually("the server has sent everything") { server.isExhausted } }
      texts.append(data.hello)
    }
    #expect(texts.suffix(3) == ["97", "98", "99"])
    #expect(texts.count <= 4)
  }

  @Test(arguments: [nil, .seconds(3600)] as [Duration?])
  func `events of other names are passed over, and empty ones say nothing`(_ maximumSilence: Duration?)
    async throws
  {
    let server = StreamScript { _, _ in
      (
        200, Self.eventStream,
        [
          "event: hello\ndata: {}\n\n" + Self.next("a"), "data: {\"data\":{\"hello\":\"b\"}}\n\n",
          "event: next\ndata:\n\n", "event: complete\n\n",
        ]
      )
    }
    var client = client(server)
    var transport = GraphQLHTTPSubscriptionTransport(.eventStream)
    transport.maximumSilence = maximumSilence
    client.subscriptions = transport
    #expect(try await texts(client) == ["a", "b"])
  }

  @Test func `a multipart answer without a boundary has RFC 1341's`() async throws {
    let pieces = ["\r\n---\r\n\r\n{\"payload\":{\"data\":{\"hello\":\"a\"}}}", "\r\n-----\r\n"]
    let server = StreamScript { _, _ in (200, ["Content-Type": "Multipart/Mixed"], pieces) }
    #expect(try await texts(client(server, multipart: true)) == ["a"])
  }

  @Test func `a subscription without a transport says what to pass`() async {
    let request = GraphQLSubscriptionRequest(http: GraphQLHTTPRequest(url: endpoint))
    let error = await #expect(throws: GraphQLSubscriptionError.self) {
      _ = try await GraphQLHTTPSubscriptionTransport(.eventStream).events(for: request)
    }
    #expect(
      error?.description.contains("the client has no transport, which only returns complete responses")
        == true)
  }

  @Test func `a transport that hands over whole answers only`() async throws {
    struct Whole: GraphQLTransport {
      func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
        GraphQLHTTPResponse(status: 200)
      }
    }
    var client = GraphQLClient(url: endpoint, transport: Whole(), timeout: .seconds(3600))
    client.subscriptions = GraphQLHTTPSubscriptionTransport(.eventStream)
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
  private let rest = Locked<ArraySlice<String>?>(nil)

  init(_ answer: @escaping @Sendable (Int, GraphQLHTTPRequest) -> Answer) { self.answer = answer }

  var requests: [GraphQLHTTPRequest] { state.withLock { $0 } }

  /// Whether all pieces of the last answer were read.
  var isExhausted: Bool { rest.withLock { $0?.isEmpty == true } }

  func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse { throw URLError(.unknown) }

  func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
    let number = state.withLock { requests in
      requests.append(request)
      return requests.count - 1
    }
    let (status, headers, pieces) = answer(number, request)
    rest.withLock { $0 = pieces[...] }
    return GraphQLHTTPStream(
      status: status, headers: headers,
      next: { [rest] in rest.withLock { $0?.popFirst().map { Data($0.utf8) } } })
  }
}
