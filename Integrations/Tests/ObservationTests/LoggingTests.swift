import Apus
import ApusClient
import ApusLogging
import ApusTesting
import Foundation
import InMemoryLogging
import Logging
import TestServer
import Testing

@Suite(.timeLimit(.minutes(5))) struct LoggingTests {
  /// Logs in what is below the interceptor, as a transport does.
  private struct Inner: GraphQLInterceptor {
    func intercept(
      _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
    ) async throws -> GraphQLHTTPResponse {
      Logger.current.info("inner")
      return try await next(request)
    }
  }

  @Test func `records have the caller's metadata and the operation's`() async throws {
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = .debug
    let client = GraphQLClient(
      url: try #require(URL(string: "https://api.example.com/graphql?key=secret")),
      transport: GraphQLScriptedTransport([
        .json(#"{"data":{"album":null}}"#),
        .json(#"{"data":null,"errors":[{"message":"No","extensions":{"code":"FORBIDDEN"}}]}"#),
      ]),
      headers: ["Authorization": "Bearer secret"], interceptors: [SwiftLogInterceptor(), Inner()])
    try await withLogger(logger) { _ in
      try await withLogger(mergingMetadata: ["request.id": "7"]) { _ in
        _ = try await client.fetch(AlbumQuery(id: "private"))
        await #expect(throws: GraphQLClientError.self) { try await client.fetch(AlbumQuery(id: "private")) }
      }
    }
    #expect(handler.entries.map(\.level) == [.info, .debug, .info, .error])
    for entry in handler.entries {
      #expect(entry.metadata["request.id"] == "7" && entry.metadata["graphql.operation.name"] == "Album")
      #expect(entry.metadata["graphql.operation.type"] == "query")
      #expect(!"\(entry)".contains("secret") && !"\(entry)".contains("private"))
    }
    #expect(handler.entries[1].metadata["http.response.status_code"] == "200")
    #expect(handler.entries[3].metadata["graphql.error.codes"] == ["FORBIDDEN"])
  }
}
