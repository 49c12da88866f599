import ApusClient
import Foundation
import Testing

/// All tests that need the server: one after the other, since the server counts what it is asked.
@Suite(
  .serialized,
  .enabled(
    if: IntegrationServer.python != nil,
    "There is no Python for the server: make .venv as Tests/Systems/Integration/README.md says."),
  .timeLimit(.minutes(15)))
enum ServerTests {
  /// A client of the server, with connections of its own.
  static func client(_ path: String = "/graphql") async throws -> GraphQLClient {
    var client = GraphQLClient(url: try await IntegrationServer.url(path))
    client.timeout = .seconds(30)
    return client
  }

  /// The transport that clients have by default.
  static func systemTransport() -> any GraphQLTransport {
    GraphQLClient(url: URL(fileURLWithPath: "/")).transport
  }

  /// What the server has counted.
  struct Stats: Decodable {
    let operations: Int
    let open_streams: Int
    let cancelled_streams: Int
  }

  static func stats() async throws -> Stats {
    let request = GraphQLHTTPRequest(method: .get, url: try await IntegrationServer.url("/stats"))
    return try JSONDecoder().decode(Stats.self, from: await ServerTests.systemTransport().send(request).body)
  }

  /// Makes the server forget what it was told.
  static func reset() async throws {
    let request = GraphQLHTTPRequest(url: try await IntegrationServer.url("/reset"))
    _ = try await ServerTests.systemTransport().send(request)
  }

  /// The error that the client throws.
  static func clientError(
    _ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> GraphQLClientError {
    do {
      try await body()
    } catch let error as GraphQLClientError {
      return error
    }
    return try #require(nil as GraphQLClientError?, "nothing was thrown", sourceLocation: sourceLocation)
  }
}
