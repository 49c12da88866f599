import ApusLoopback
import Apus
import ApusClient
import ApusSource
import Foundation
import Testing

@testable import ApusMock

/// Apus's own client with the server of invented answers.
@Suite(.timeLimit(.minutes(15))) struct ClientTests {
  private struct Answer: Decodable {
    var a: Int
  }

  /// A client of a server that runs until `body` has ended.
  private func withClient(_ body: (GraphQLClient) async throws -> Void) async throws {
    let (ports, port) = AsyncStream<Int>.makeStream()
    let thread = Thread {
      defer { port.finish() }
      let sources = [
        SourceFile(path: "schema.graphqls", text: "type Query { a: Int! } type Subscription { a: Int! }")
      ]
      var options = MockOptions()
      options.pause = 10
      let answers = MockAnswers(sources, MockSchema(sources), MockExamples(), options)
      guard var server = try? LoopbackServer(MockEndpoint(answers: answers), port: 0) else { return }
      port.yield(server.port)
      server.run { Thread.current.isCancelled }
    }
    thread.start()
    var iterator = ports.makeAsyncIterator()
    let number = try #require(await iterator.next())
    let url = try #require(URL(string: "http://127.0.0.1:\(number)/graphql"))
    do {
      try await body(
        GraphQLClient(
          url: url, subscriptions: GraphQLHTTPSubscriptionTransport(.eventStream), timeout: .seconds(3600)))
    } catch {
      Issue.record(error)
    }
    thread.cancel()
    _ = await iterator.next()
  }

  @Test func `a subscription gets each event and the end`() async throws {
    try await withClient { client in
      let text = try GraphQLText("subscription { a }")
      var events: [Int] = []
      for try await event in client.subscribe(to: text) { events.append(try event.decode(as: Answer.self).a) }
      #expect(events.count == 3)
    }
  }

  @Test func `the behaviors of onError are known`() async throws {
    try await withClient { client in
      for behavior in GraphQLErrorBehavior.allCases {
        for method in [GraphQLHTTPRequest.Method.post, .get] {
          let options = GraphQLRequestOptions(method: method, onError: behavior)
          _ = try await client.fetch(GraphQLText("{ a }"), options: options) {
            try $0.decode(as: Answer.self)
          }
        }
      }
      let body = Data(#"{"query":"{a}","onError":"ABORT"}"#.utf8)
      var request = GraphQLHTTPRequest(url: client.url, headers: ["Content-Type": "application/json"])
      request.body = .bytes(body)
      let answer = try await client.transport.send(request)
      #expect(
        String(decoding: answer.body, as: UTF8.self)
          == #"{"errors":[{"message":"\"onError\" must be one of \"NULL\", \"PROPAGATE\", or \"HALT\"."}]}"#)
    }
  }

  @Test func `a subscription that the server refuses fails`() async throws {
    try await withClient { client in
      let text = try GraphQLText("subscription { b }")
      await #expect(throws: GraphQLClientError.self) {
        for try await _ in client.subscribe(to: text) {}
      }
    }
  }

  @Test(arguments: [GraphQLHTTPRequest.Method.get, .post, .query])
  func `a query is answered by each method`(_ method: GraphQLHTTPRequest.Method) async throws {
    try await withClient { client in
      let options = GraphQLRequestOptions(method: method)
      _ = try await client.fetch(GraphQLText("{ a }"), options: options) { try $0.decode(as: Answer.self) }
    }
  }

  @Test func `a batch gets a response for each request`() async throws {
    try await withClient { client in
      let texts = try ["{ a }", "{ b }", "{ a }"].map { try GraphQLText($0) }
      let responses = try await client.batch(texts)
      #expect(responses.map { $0.data != nil } == [true, false, true])
      #expect(responses.map(\.errors.count) == [0, 1, 0])
    }
  }
}
