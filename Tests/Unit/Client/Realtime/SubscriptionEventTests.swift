import Apus
import ApusPlatform
import ApusTesting
import ApusWebSocket
import Foundation
import TestSupport
import Testing

import ApusClient

/// What a loop over a subscription gets of a transport's events, and of their end.
@Suite(.timeLimit(.minutes(15))) struct SubscriptionEventTests {
  /// A transport of a user's own, over a stream.
  private struct Streamed: GraphQLSubscriptionTransport {
    let requests = Locked<[GraphQLSubscriptionRequest]>([])
    let stream: AsyncThrowingStream<Data, any Error>

    init(_ events: [String], end: (any Error)? = nil) {
      stream = AsyncThrowingStream { continuation in
        for event in events { continuation.yield(Data(event.utf8)) }
        continuation.finish(throwing: end)
      }
    }

    init(_ stream: AsyncThrowingStream<Data, any Error>) { self.stream = stream }

    func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
      requests.withLock { $0.append(request) }
      return GraphQLEvents(stream)
    }
  }

  private func client(_ transport: Streamed) -> GraphQLClient {
    GraphQLClient(url: endpoint, subscriptions: transport, timeout: .seconds(3600))
  }

  private func outcome(_ client: GraphQLClient) async -> (texts: [String], error: (any Error)?) {
    var texts: [String] = []
    do {
      for try await data in client.subscribe(to: HelloSubscription()) { texts.append(data.hello) }
      return (texts, nil)
    } catch {
      return (texts, error)
    }
  }

  @Test func `a stream's events, until it ends`() async {
    let outcome = await outcome(client(Streamed([world, world])))
    #expect(outcome.texts == ["world", "world"] && outcome.error == nil)
  }

  @Test func `an error of a connection is the client's, others are passed on`() async {
    struct Broken: Error {}
    var error = await outcome(client(Streamed([world], end: Broken()))).error
    #expect(error is Broken)
    error = await outcome(client(Streamed([world], end: WebSocketClosure(code: 1006, reason: "gone")))).error
    guard case GraphQLClientError.transport(is WebSocketClosure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    error = await outcome(client(Streamed([], end: GraphQLConnectionError(.timedOut)))).error
    #expect(
      (error as? GraphQLClientError)?.description == "no response from the server: the request timed out")
    error = await outcome(client(Streamed([], end: GraphQLSubscriptionError.interrupted))).error
    guard case GraphQLSubscriptionError.interrupted? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `an event that does not fit has its place, and ends the loop`() async {
    let outcome = await outcome(client(Streamed([world, #"{"data":{"hello":7}}"#, world])))
    #expect(outcome.texts == ["world"])
    #expect(
      (outcome.error as? GraphQLClientError)?.description == "HelloAgain: hello: expected String, found 7")
  }

  @Test func `checks see each event's data`() async {
    struct Rejected: Error {}
    var client = client(Streamed([world, #"{"data":{"hello":"no"}}"#, world]))
    client.checks = [GraphQLDataCheck(HelloSubscription.self) { if $0.hello == "no" { throw Rejected() } }]
    let outcome = await outcome(client)
    #expect(outcome.texts == ["world"] && outcome.error is Rejected)
  }

  @Test func `trusted documents are subscribed to by their identifiers`() async throws {
    let transport = Streamed([])
    var client = client(transport)
    _ = await outcome(client)
    client.documents = .trusted
    _ = await outcome(client)
    client.documents = .automaticallyPersisted
    _ = await outcome(client)
    let requests = transport.requests.withLock { $0 }
    let bodies = try requests.map { try GraphQLValue(json: $0.body) }
    #expect(bodies[0]["query"].string == HelloSubscription.operationDocument)
    #expect(bodies[1] == ["documentId": "e5f6", "operationName": "HelloAgain"])
    #expect(bodies[2] == bodies[0])
    #expect(GraphQLSubscriptionRequest(http: GraphQLHTTPRequest(url: endpoint)).body.isEmpty)
  }

  @Test func `a loop over a silent stream ends when it is cancelled`() async throws {
    let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
    let transport = Streamed(stream)
    let client = client(transport)
    let task = Task { for try await _ in client.subscribe(to: HelloSubscription()) {} }
    try await eventually("the subscription is sent") { transport.requests.withLock { !$0.isEmpty } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    continuation.finish()
  }
}
