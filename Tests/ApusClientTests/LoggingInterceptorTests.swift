import Apus
import ApusClient
import ApusTesting
import Foundation
import Testing

@Suite struct LoggingInterceptorTests {
  /// The entries that were logged.
  private final class Log: Sendable {
    let stream: AsyncStream<GraphQLLogEntry>
    private let continuation: AsyncStream<GraphQLLogEntry>.Continuation
    init() { (stream, continuation) = AsyncStream.makeStream() }
    func append(_ entry: GraphQLLogEntry) { continuation.yield(entry) }
  }

  private func entry(_ steps: [ScriptedTransport.Step]) async throws -> GraphQLLogEntry {
    let log = Log()
    let url = try #require(URL(string: "http://user:pass@127.0.0.1/graphql?key=hidden"))
    var client = GraphQLClient(url: url, transport: ScriptedTransport(steps))
    client.headers = ["Authorization": "Bearer hidden", "X-Api-Key": "hidden", "Accept-Language": "de"]
    client.interceptors = [LoggingInterceptor { log.append($0) }]
    _ = try? await client.fetch(HelloQuery(name: .value("hidden")))
    var entries = log.stream.makeAsyncIterator()
    return try #require(await entries.next())
  }

  @Test func `an answer, without secrets`() async throws {
    let answer = ScriptedTransport.Step.status(
      200, headers: ["Set-Cookie": "hidden", "Server": "s"], body: world)
    let entry = try await entry([answer])
    #expect(!String(reflecting: entry).contains("hidden"))
    #expect(!String(reflecting: entry).contains("pass"))
    #expect(entry.headers["Authorization"] == "<redacted>")
    #expect(entry.headers["Accept-Language"] == "de")
    #expect(entry.url == "http://127.0.0.1/graphql")
    guard case .response(200, let headers, world.utf8.count) = entry.outcome else {
      Issue.record("\(entry.outcome)")
      return
    }
    #expect(headers["Set-Cookie"] == "<redacted>")
    #expect(headers["Server"] == "s")
    #expect(entry.description.hasPrefix("POST http://127.0.0.1/graphql query Hello: 200, 26 bytes in "))
  }

  @Test func `a failure, without secrets`() async throws {
    let failure = URLError(.cannotConnectToHost, userInfo: [NSLocalizedDescriptionKey: "hidden"])
    let entry = try await entry([.failure(failure)])
    #expect(!String(reflecting: entry).contains("hidden"))
    #expect(entry.description.contains("URLError -1004"))
  }
}
