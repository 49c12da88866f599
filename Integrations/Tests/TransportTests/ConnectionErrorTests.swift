import ApusAsyncHTTPClient
import ApusClient
import Foundation
import NIOSSL
import Testing

@testable import TestServer

/// A connection that cannot be made says why, at once: the requests here have no timeout.
@Suite(.timeLimit(.minutes(5))) struct ConnectionErrorTests {
  private func error(_ url: URL, _ isIdempotent: Bool) async throws -> GraphQLConnectionError {
    let client = GraphQLClient(url: url, transport: AsyncHTTPClientTransport(), timeout: nil)
    let error = try await #require(throws: GraphQLClientError.self) {
      try await client.perform(
        RateMutation(id: "a1", stars: 5), options: GraphQLRequestOptions(isIdempotent: isIdempotent))
    }
    #expect(error.execution == .notSent)
    guard case .transport(let cause as GraphQLConnectionError) = error else { throw error }
    return cause
  }

  @Test(arguments: [true, false]) func `a port that refuses connections`(_ isIdempotent: Bool) async throws {
    // Nobody listens at a port that was free a moment ago.
    let url = try await TestServer.run({ _ in .album }) { try $0.url("/") }
    let error = try await error(url, isIdempotent)
    #expect(error.code == .cannotConnectToHost)
  }

  @Test(arguments: [true, false]) func `a host that nobody knows`(_ isIdempotent: Bool) async throws {
    let url = try #require(URL(string: "http://nobody.invalid/graphql"))
    #expect(try await error(url, isIdempotent).code == .cannotFindHost)
  }

  @Test(.enabled(if: FrozenServer.isPossible, "There is no Python for the servers, or no openssl."))
  func `a certificate that nobody vouches for`() async throws {
    let servers = try FrozenServer()
    defer { servers.stop() }
    for isIdempotent in [true, false] {
      #expect(try await error(servers.selfSigned, isIdempotent).code == .serverCertificateUntrusted)
    }
  }

  @Test(.enabled(if: FrozenServer.isPossible, "There is no Python for the servers, or no openssl."))
  func `a connection over HTTP/2 on which nothing comes gets no more requests`() async throws {
    let servers = try FrozenServer()
    defer { servers.stop() }
    let transport = AsyncHTTPClientTransport { configuration in
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.certificateVerification = .none
      configuration.tlsConfiguration = tls
    }
    /// The number of the connection that carried a request.
    func number(_ timeout: Duration) async throws -> Int {
      struct Answer: Decodable {
        let connection: Int
        let `protocol`: String
      }
      let log = ResponseLog()
      let client = GraphQLClient(
        url: servers.url, transport: transport, timeout: timeout, interceptors: [log])
      do {
        _ = try await client.fetch(AlbumQuery(id: "a1"))
      } catch GraphQLClientError.notGraphQL {}
      let answer = try JSONDecoder().decode(Answer.self, from: try #require(await log.body))
      #expect(answer.protocol == "h2")
      return answer.connection
    }
    let first = try await number(.seconds(60))
    try await servers.freeze()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          await #expect(throws: GraphQLClientError.self) { try await number(.seconds(2)) }
        }
      }
    }
    for _ in 0..<4 { #expect(try await number(.seconds(60)) != first) }
  }
}

/// Keeps the body of the last response.
private actor ResponseLog: GraphQLInterceptor {
  private(set) var body: Data?

  nonisolated func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    let response = try await next(request)
    await keep(response.body)
    return response
  }

  private func keep(_ body: Data) { self.body = body }
}
