import Apus
import ApusClient
import ApusTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct LoggingInterceptorTests {
  /// The entries that were logged.
  private final class Log: Sendable {
    let stream: AsyncStream<GraphQLLogEntry>
    private let continuation: AsyncStream<GraphQLLogEntry>.Continuation
    init() { (stream, continuation) = AsyncStream.makeStream() }
    func append(_ entry: GraphQLLogEntry) { continuation.yield(entry) }
  }

  private func entry(_ steps: [GraphQLScriptedTransport.Step], messages: Bool = true) async throws
    -> GraphQLLogEntry
  {
    let log = Log()
    let url = try #require(URL(string: "http://user:pass@127.0.0.1/graphql?key=hidden"))
    var client = GraphQLClient(url: url, transport: GraphQLScriptedTransport(steps), timeout: .seconds(3600))
    client.headers = [
      "Authorization": "Bearer hidden", "X-Api-Key": "hidden", "X-JWT": "hidden", "Accept-Language": "de",
      "X-Shard": "7",
    ]
    client.interceptors = [
      GraphQLLoggingInterceptor(showing: ["x-shard"], messages: messages) { log.append($0) }
    ]
    _ = try? await client.fetch(HelloQuery(name: .value("hidden")))
    var entries = log.stream.makeAsyncIterator()
    return try #require(await entries.next())
  }

  @Test func `an answer, without secrets`() async throws {
    let answer = GraphQLScriptedTransport.Step.status(
      200, headers: ["Set-Cookie": "hidden", "Server": "s"], body: world)
    let entry = try await entry([answer])
    #expect(!String(reflecting: entry).contains("hidden"))
    #expect(!String(reflecting: entry).contains("pass"))
    #expect(entry.headers["Authorization"] == "<redacted>")
    #expect(entry.headers["X-JWT"] == "<redacted>")
    #expect(entry.headers["Accept-Language"] == "de")
    #expect(entry.headers["X-Shard"] == "7")
    #expect(entry.errors.isEmpty && !entry.isFailure)
    #expect(entry.url == "http://127.0.0.1/graphql")
    #expect(entry.status == 200 && entry.responseByteCount == world.utf8.count && entry.failure == nil)
    #expect(entry.responseHeaders["Set-Cookie"] == "<redacted>")
    #expect(entry.responseHeaders["Server"] == "s")
    #expect(entry.description.hasPrefix("POST http://127.0.0.1/graphql query Hello: 200, 26 bytes in "))
  }

  @Test func `a failure, without secrets`() async throws {
    let failure = URLError(.cannotConnectToHost, userInfo: [NSLocalizedDescriptionKey: "hidden"])
    let entry = try await entry([.failure(failure)])
    #expect(!String(reflecting: entry).contains("hidden"))
    #expect(entry.description.contains("GraphQLConnectionError -1004"))
  }

  private struct Broken: Error, CustomStringConvertible { var description: String { "hidden" } }

  @Test(
    arguments: [
      (GraphQLClientError.credentialsChanged, "credentials changed"),
      (GraphQLClientError.timedOut(after: .seconds(3)), "timed out after 3.0 seconds"),
      (GraphQLClientError.responseTooLarge(limit: 7), "more than 7 bytes"),
      (GraphQLClientError.tooManyParts(limit: 8), "more than 8 parts"),
      (GraphQLClientError.transport(Broken()), "Broken"), (CancellationError(), "CancellationError"),
    ] as [(any Error, String)])
  func `an error is named by its kind, since its text may quote a secret`(_ error: any Error, _ name: String)
    async throws
  {
    let entry = try await entry([.failure(error)])
    #expect(entry.isFailure)
    #expect(entry.failure == name && entry.status == nil)
    #expect(entry.description.hasPrefix("POST http://127.0.0.1/graphql query Hello: \(name) in "))
  }

  @Test func `each attempt after the first has its number`() async throws {
    let log = Log()
    let server = GraphQLScriptedTransport([.status(503), .json(world)])
    var client = GraphQLClient(url: endpoint, transport: server, timeout: .seconds(3600))
    client.interceptors = [
      GraphQLRetryInterceptor(firstDelay: .zero), GraphQLLoggingInterceptor { log.append($0) },
    ]
    _ = try await client.fetch(HelloQuery())
    var entries = log.stream.makeAsyncIterator()
    let (first, second) = (await entries.next(), await entries.next())
    #expect(first?.attempt == 1 && second?.attempt == 2)
    #expect(first?.description.contains("query Hello: 503, ") == true)
    #expect(second?.description.contains("query Hello (attempt 2): 200, ") == true)
  }

  @Test func `the errors of an answer with status 200`() async throws {
    let error = GraphQLError(message: "no album", path: ["album", 0], extensions: ["code": "NOT_FOUND"])
    let entry = try await entry([.data(HelloQuery.Data(hello: "hidden"), errors: [error])])
    #expect(entry.errors.map(\.message) == ["no album"])
    #expect(entry.errors.map(\.code) == ["NOT_FOUND"])
    #expect(entry.errors.map(\.path) == [["album", 0]])
    #expect(entry.isFailure)
    #expect(entry.description.hasSuffix(", errors: [NOT_FOUND] album[0]: no album"))
    #expect(!String(reflecting: entry).contains("hidden"))
  }

  @Test func `a rule of the user hides a token in the path`() async throws {
    let log = Log()
    let url = try #require(
      URL(string: "http://user:pass@127.0.0.1:8080/hooks/s%20ecret/graphql?key=hidden#part"))
    var client = GraphQLClient(
      url: url, transport: GraphQLScriptedTransport([.json(world)]), timeout: .seconds(3600))
    client.interceptors = [
      GraphQLLoggingInterceptor(path: { $0.replacing("s%20ecret", with: "<token>") }) { log.append($0) }
    ]
    _ = try await client.fetch(HelloQuery())
    var entries = log.stream.makeAsyncIterator()
    let entry = try #require(await entries.next())
    #expect(entry.url == "http://127.0.0.1:8080/hooks/<token>/graphql")
    #expect(!String(reflecting: entry).contains("ecret"))
  }

  @Test func `messages can be left out, batches are looked into`() async throws {
    let entry = try await entry(
      [
        .json(
          #"[{"data":{}},{"errors":[{"message":"hidden","extensions":{"code":"A"}},{"message":"hidden"}]}]"#)
      ],
      messages: false)
    #expect(entry.errors.map(\.code) == ["A", nil])
    #expect(!String(reflecting: entry).contains("hidden"))
  }
}
