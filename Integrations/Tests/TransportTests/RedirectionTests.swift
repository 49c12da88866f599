import ApusClient
import Foundation
import Testing

@testable import TestServer

/// Redirections by every transport. Specification: RFC 9110, section 15.4.
@Suite(.timeLimit(.minutes(5))) struct RedirectionTests {
  private static func request(_ url: URL) -> GraphQLHTTPRequest {
    GraphQLHTTPRequest(
      url: url, headers: ["Authorization": "Bearer secret", "X-Key": "secret", "Accept": "application/json"],
      body: .bytes(Data("{}".utf8)), isIdempotent: true)
  }

  @Test(arguments: TransportTests.Kind.allCases)
  func `a permanent redirection keeps the body and, at the same origin, the secrets`(
    _ kind: TransportTests.Kind
  ) async throws {
    let handler: TestServer.Handler = { request in
      request.path == "/old" ? TestResponse(308, [("Location", "/new")], bytes: []) : .album
    }
    try await TestServer.run(handler) { server in
      let response = try await kind.transport().send(Self.request(server.url("/old")))
      #expect(response.status == 200)
      let second = try #require(server.requests.last)
      #expect(second.path == "/new" && second.method == "POST" && second.text == "{}")
      #expect(second["Authorization"] == "Bearer secret" && second["X-Key"] == "secret")
    }
  }

  @Test(arguments: TransportTests.Kind.allCases)
  func `no secret follows to another origin`(_ kind: TransportTests.Kind) async throws {
    try await TestServer.run({ _ in .album }) { other in
      let target = try other.url("/there").absoluteString
      try await TestServer.run({ _ in TestResponse(307, [("Location", target)], bytes: []) }) { server in
        _ = try await kind.transport().send(Self.request(server.url("/")))
        let request = try #require(other.requests.first)
        #expect(request.text == "{}" && request["Accept"] == "application/json")
        #expect(request["Authorization"] == nil && request["X-Key"] == nil)
      }
    }
  }

  @Test(arguments: TransportTests.Kind.allCases)
  func `a redirection that would lose the operation is an answer`(_ kind: TransportTests.Kind) async throws {
    try await TestServer.run({ _ in TestResponse(302, [("Location", "/new")], bytes: []) }) { server in
      let response = try await kind.transport().send(Self.request(server.url("/")))
      #expect(response.status == 302 && server.requests.count == 1)
    }
  }

  @Test(arguments: TransportTests.Kind.allCases)
  func `a circle of redirections ends`(_ kind: TransportTests.Kind) async throws {
    try await TestServer.run({ _ in TestResponse(307, [("Location", "/")], bytes: []) }) { server in
      await #expect(throws: (any Error).self) {
        try await kind.transport().send(Self.request(server.url("/")))
      }
      #expect(server.requests.count == 20)
    }
  }
}
