import ApusClient
import Foundation
import Testing

@testable import TestServer

/// What becomes of operations when a connection breaks: a mutation is sent at most once.
@Suite(.timeLimit(.minutes(5))) struct BrokenConnectionTests {
  @Test(arguments: TransportTests.Kind.allCases, [TestResponse.Ending.cutBeforeHead, .cutInBody])
  func `a mutation without a whole answer is sent once, and its outcome is unknown`(
    _ kind: TransportTests.Kind, _ ending: TestResponse.Ending
  ) async throws {
    let handler: TestServer.Handler = { request in
      if request.path == "/warm" { return .album }
      let (pieces, feed) = AsyncStream.makeStream(of: [UInt8].self)
      feed.yield(Array(#"{"data":"#.utf8))
      feed.finish()
      return TestResponse(
        200, [("Content-Type", "application/json"), ("Content-Length", "100")], pieces: pieces, ending: ending
      )
    }
    try await TestServer.run(handler) { server in
      let transport = try kind.transport()
      for isKept in [false, true] {
        if isKept {
          _ = try await transport.send(GraphQLHTTPRequest(url: server.url("/warm"), isIdempotent: true))
        }
        let before = server.requests.count
        let client = try GraphQLClient(
          url: server.url("/graphql"), transport: transport, interceptors: [GraphQLRetryInterceptor()])
        let error = try await #require(throws: GraphQLClientError.self) {
          try await client.perform(RateMutation(id: "a1", stars: 5))
        }
        guard case .outcomeUnknown = error else { throw error }
        #expect(server.requests.count == before + 1)
      }
    }
  }

  @Test(arguments: TransportTests.Kind.allCases)
  func `a query on a kept connection that the server has closed is answered`(
    _ kind: TransportTests.Kind
  ) async throws {
    try await TestServer.run({ _ in .json(#"{"data":{"album":null}}"#, ending: .closed) }) { server in
      let client = try GraphQLClient(url: server.url("/"), transport: kind.transport())
      for _ in 0..<20 {
        let data = try await client.fetch(AlbumQuery(id: "a1"))
        #expect(data.album == nil)
      }
    }
  }

  @Test(arguments: TransportTests.Kind.allCases)
  func `a mutation that never left has not been carried out`(_ kind: TransportTests.Kind) async throws {
    // Nobody listens at a port that was free a moment ago.
    let url = try await TestServer.run({ _ in .album }) { try $0.url("/") }
    let client = GraphQLClient(url: url, transport: try kind.transport())
    let error = try await #require(throws: GraphQLClientError.self) {
      try await client.perform(RateMutation(id: "a1", stars: 5))
    }
    guard case .transport = error else { throw error }
  }

  @Test(arguments: TransportTests.Kind.allCases)
  func `a silent server ends a request in time, and cancelling ends it at once`(
    _ kind: TransportTests.Kind
  ) async throws {
    let handler: TestServer.Handler = { _ in
      try await Task.sleep(for: .seconds(3600))
      return .album
    }
    try await TestServer.run(handler) { server in
      let client = try GraphQLClient(url: server.url("/"), transport: kind.transport())
      let error = try await #require(throws: GraphQLClientError.self) {
        try await client.fetch(
          AlbumQuery(id: "a1"), options: GraphQLRequestOptions(timeout: .after(.milliseconds(100))))
      }
      guard case .timedOut = error else { throw error }
      // The first one has not always left in time.
      let count = server.requests.count
      let task = Task { try await client.fetch(AlbumQuery(id: "a2")) }
      while server.requests.count == count { try await Task.sleep(for: .milliseconds(1)) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}
