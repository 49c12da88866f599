import Apus
import ApusTesting
import Foundation
import Testing

@testable import ApusClient

/// What is known about the execution of a request, and who sends it again.
@Suite(.timeLimit(.minutes(15))) struct ExecutionTests {
  private static let unauthenticated = #"{"message":"no","extensions":{"code":"UNAUTHENTICATED"}}"#
  private static let within = #"{"message":"no","path":["send"],"extensions":{"code":"UNAUTHENTICATED"}}"#

  @Test(
    arguments: [
      (200, #"{"data":{"send":null},"errors":[\#(unauthenticated)]}"#, .executed),
      (200, #"{"data":{}}"#, .executed), (401, #"{"data":{"send":1}}"#, .executed),
      (500, #"{"errors":[\#(unauthenticated)],"data":{"send":1}}"#, .executed),
      (200, #"{"errors":[\#(unauthenticated)]}"#, .rejected),
      (200, #"{"data":null,"errors":[\#(unauthenticated)]}"#, .rejected),
      (200, #"{"data":null,"errors":[\#(within)]}"#, .unknown),
      (400, #"{"data":null,"errors":[\#(within)]}"#, .unknown),
      (200, #"{"data":null}"#, .unknown), (200, #"{"errors":"odd"}"#, .unknown), (200, "", .unknown),
      (200, "<html>", .unknown), (200, "[]", .unknown), (204, "", .unknown),
      (401, "", .rejected), (403, "<html>", .rejected), (429, "", .rejected), (400, "{}", .rejected),
      (408, "", .unknown), (303, "", .unknown), (307, "", .rejected),
      (500, "", .unknown), (502, "", .unknown), (503, "", .unknown), (504, "", .unknown),
      (502, #"{"errors":[\#(unauthenticated)]}"#, .unknown),
      (200, #"[{"errors":[\#(unauthenticated)]},{"errors":[\#(unauthenticated)]}]"#, .rejected),
      (200, #"[{"errors":[\#(unauthenticated)]},{"data":{"send":1}}]"#, .executed),
      (200, #"[{"errors":[\#(unauthenticated)]},{"data":null,"errors":[\#(within)]}]"#, .unknown),
      (200, #"[{"errors":[\#(unauthenticated)]},7]"#, .unknown),
    ] as [(Int, String, GraphQLExecution)])
  func `a response says whether its request was executed`(
    _ status: Int, _ body: String, _ expected: GraphQLExecution
  ) {
    let response = GraphQLHTTPResponse(status: status, body: Data(body.utf8))
    #expect(response.execution == expected)
    #expect(GraphQLHTTPFailure(response).execution == expected)
  }

  @Test func `an error says whether its request was executed`() {
    let failure = GraphQLConnectionError(.networkConnectionLost)
    let errors: [(GraphQLClientError, GraphQLExecution)] = [
      (.transport(failure), .notSent), (.invalidRequest("no"), .notSent),
      (.outcomeUnknown(failure), .unknown),
      (.timedOut(after: .seconds(1)), .unknown), (.responseTooLarge(limit: 1), .unknown),
      (.tooManyParts(limit: 1), .unknown), (.invalidPart("no"), .unknown),
    ]
    for (error, execution) in errors { #expect(error.execution == execution) }
  }

  /// Sends again whatever became of a request.
  private struct Twice: GraphQLInterceptor {
    var isIdempotent = false

    func intercept(
      _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
    ) async throws -> GraphQLHTTPResponse {
      _ = try? await next(request)
      var again = request
      again.headers["X-Again"] = "1"
      again.isIdempotent = isIdempotent || request.isIdempotent
      return try await next(again)
    }
  }

  @Test(arguments: [
    GraphQLScriptedTransport.Step.json(#"{"data":{"send":1}}"#), .status(502), .status(504), .status(500),
    .failure(GraphQLClientError.responseTooLarge(limit: 1)),
    .failure(GraphQLClientError.tooManyParts(limit: 1)),
    .failure(GraphQLClientError.outcomeUnknown(URLError(.timedOut))), .failure(URLError(.timedOut)),
    .failure(GraphQLConnectionError(.networkConnectionLost)), .failure(CancellationError()),
  ])
  func `no interceptor sends a mutation again that may have been executed`(
    _ step: GraphQLScriptedTransport.Step
  ) async throws {
    let rule = GraphQLRetryInterceptor(firstDelay: .zero) { _, _ in true }
    for interceptor in [rule, Twice()] as [any GraphQLInterceptor] {
      let server = GraphQLScriptedTransport([step], repeatsLast: true)
      let client = GraphQLClient(
        url: endpoint, transport: server, timeout: .seconds(3600), interceptors: [interceptor])
      _ = try? await client.perform(SendMutation())
      #expect(server.requests.count == 1)
    }
    let server = GraphQLScriptedTransport([step], repeatsLast: true)
    let client = GraphQLClient(url: endpoint, transport: server, interceptors: [Twice(isIdempotent: true)])
    _ = try? await client.perform(SendMutation())
    #expect(server.requests.count == 2)
  }

  @Test(arguments: [
    GraphQLScriptedTransport.Step.status(429), .status(401), .json(#"{"errors":[\#(unauthenticated)]}"#),
    .failure(URLError(.cannotConnectToHost)), .failure(GraphQLConnectionError(.cannotFindHost)),
    .failure(GraphQLClientError.transport(URLError(.timedOut))),
  ])
  func `an interceptor sends a mutation again that was not executed`(
    _ step: GraphQLScriptedTransport.Step
  ) async throws {
    let rule = GraphQLRetryInterceptor(firstDelay: .zero) { _, ending in
      (try? ending.get()).map { !$0.body.containsBytes(of: "data") } ?? true
    }
    for interceptor in [rule, Twice()] as [any GraphQLInterceptor] {
      let server = GraphQLScriptedTransport([step, .json(#"{"data":{"send":1}}"#)])
      let client = GraphQLClient(url: endpoint, transport: server, interceptors: [interceptor])
      #expect(try await client.perform(SendMutation()).send == 1)
      #expect(server.requests.count == 2)
    }
  }

  @Test func `the error names the interceptor's mistake`() async {
    let client = GraphQLClient(
      url: endpoint, transport: GraphQLScriptedTransport([.status(502)]), interceptors: [Twice()])
    let error = await clientError { _ = try await client.perform(SendMutation()) }
    guard case .outcomeUnknown(let cause)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause is RepetitionError)
  }

  private func authenticated(
    _ steps: [GraphQLScriptedTransport.Step], refreshed: Counter
  ) -> (GraphQLClient, GraphQLScriptedTransport) {
    let server = GraphQLScriptedTransport(steps, repeatsLast: true)
    let interceptor = GraphQLAuthenticationInterceptor {
      "old"
    } refresh: { _ in
      await refreshed.increment()
      return "new"
    }
    return (GraphQLClient(url: endpoint, transport: server, interceptors: [interceptor]), server)
  }

  @Test func `a mutation with data is not sent again, but the next request has a new token`() async throws {
    for body in [
      #"{"data":{"send":{"id":1}},"errors":[\#(Self.unauthenticated)]}"#,
      #"{"data":null,"errors":[\#(Self.within)]}"#,
    ] {
      let refreshes = Counter()
      let (client, server) = authenticated([.json(body), .json(world)], refreshed: refreshes)
      let response = try await client.response(for: SendMutation())
      #expect(response.errors.map(\.code) == ["UNAUTHENTICATED"])
      #expect(server.requests.count == 1)
      _ = try await client.fetch(HelloQuery())
      #expect(server.requests.last?.headers["Authorization"] == "Bearer new")
      #expect(await refreshes.count == 1)
    }
  }

  @Test func `a batch is judged by each of its responses`() async throws {
    let rejected = #"{"errors":[\#(Self.unauthenticated)]}"#
    let good = #"{"data":{"send":1}}"#
    for (bodies, count) in [([rejected, rejected], 2), ([rejected, good], 1), ([good, rejected], 1)] {
      let refreshes = Counter()
      let (client, server) = authenticated(
        [.json("[\(bodies.joined(separator: ","))]"), .json("[\(good),\(good)]")], refreshed: refreshes)
      let (first, second) = try await client.batch(SendMutation(), SendMutation())
      #expect(server.requests.count == count)
      #expect((first.errors + second.errors).count == (count == 2 ? 0 : 1))
      #expect(await refreshes.count == 1)
    }
  }

  @Test func `Hasura's rejection with status 200 is known`() async throws {
    let rejected =
      #"{"errors":[{"message":"Could not verify JWT: JWTExpired","extensions":{"path":"$","code":"invalid-jwt"}}]}"#
    let (client, server) = authenticated(
      [.json(rejected), .json(#"{"data":{"send":1}}"#)], refreshed: Counter())
    #expect(try await client.perform(SendMutation()).send == 1)
    #expect(server.requests.count == 2)
  }

  @Test func `a hash that another server does not know is no rejection of a mutation`() async throws {
    let server = GraphQLScriptedTransport([
      .json(
        #"{"data":{"send":1},"errors":[{"message":"PersistedQueryNotFound"}]}"#, status: 400,
        type: "application/json")
    ])
    let client = GraphQLClient(url: endpoint, transport: server).with {
      $0.documents = .automaticallyPersisted
    }
    _ = try? await client.perform(SendMutation())
    #expect(server.requests.count == 1)
  }

  @Test func `a mutation in parts that breaks off has an unknown outcome`() async throws {
    let transport = BreakingTransport()
    let client = GraphQLClient(url: endpoint, transport: transport)
    let error = await clientError { for try await _ in client.responses(for: SendMutation()) {} }
    #expect(error?.execution == .unknown)
  }

  /// Breaks after the first part of a response.
  private struct BreakingTransport: GraphQLStreamingTransport {
    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
      throw GraphQLConnectionError(.cannotConnectToHost)
    }

    func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
      let pieces = [Data("\r\n---\r\n\r\n{\"data\":{\"send\":1},\"hasNext\":true}\r\n---\r\n".utf8)]
      let events = AsyncThrowingStream { continuation in
        for piece in pieces { continuation.yield(piece) }
        continuation.finish(throwing: GraphQLConnectionError(.networkConnectionLost))
      }
      return GraphQLHTTPStream(
        status: 200, headers: ["Content-Type": "multipart/mixed;boundary=\"-\""],
        next: {
          var iterator = events.makeAsyncIterator()
          return try await iterator.next()
        })
    }
  }
}
