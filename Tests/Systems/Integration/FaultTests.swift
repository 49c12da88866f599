import ApusClient
import Foundation
import TestSupport
import Testing

extension ServerTests {
  /// Answers that go wrong.
  @Suite struct FaultTests {
    private func failure(_ path: String, timeout: Duration = .seconds(20)) async throws -> GraphQLClientError
    {
      try await clientError {
        _ = try await client("/fault/" + path)
          .fetch(HelloQuery(), options: GraphQLRequestOptions(timeout: .after(timeout)))
      }
    }

    @Test func `503 is tried again after as long as the server says`() async throws {
      try await reset()
      var client = try await client("/fault/503?key=retry&times=1")
      client.interceptors = [GraphQLRetryInterceptor()]
      let start = ContinuousClock.now
      #expect(try await client.fetch(HelloQuery()).hello == "after 2")
      #expect(start.duration(to: .now) >= .seconds(1))
    }

    @Test func `503 to a mutation is final`() async throws {
      try await reset()
      let log = RequestLog()
      var client = try await client("/fault/503?key=mutation&times=1")
      client.interceptors = [GraphQLRetryInterceptor(), log]
      let mutation = AddReviewMutation(input: ReviewInput(mediaId: "m1"))
      let error = try await clientError { [client] in _ = try await client.perform(mutation) }
      guard case .status(let failure) = error else { throw error }
      #expect(failure.status == 503)
      #expect(failure.excerpt == "busy")
      #expect(failure.headers["retry-after"] == "1")
      #expect(await log.requests.count == 1)
    }

    @Test(arguments: ["Basic", "Bearer"])
    func `401 does not wait for a password`(_ scheme: String) async throws {
      let error = try await failure("401?scheme=\(scheme)")
      guard case .status(let failure) = error else { throw error }
      #expect(failure.status == 401)
      #expect(failure.errors.map(\.message) == ["unauthenticated"])
    }

    @Test func `a gateway's page`() async throws {
      guard case .status(let failure) = try await failure("html") else { throw Unexpected() }
      #expect(failure.status == 502)
      #expect(failure.excerpt == "<html>gateway</html>")
    }

    @Test(arguments: ["truncated", "empty", "echo"])
    func `a success that is no response`(_ kind: String) async throws {
      guard case .notGraphQL(let failure) = try await failure(kind) else { throw Unexpected() }
      #expect(failure.status == 200)
      #expect(failure.reason != nil)
    }

    @Test func `text is no response`() async throws {
      guard case .notGraphQL(let failure) = try await failure("trickle?n=1&s=0") else { throw Unexpected() }
      #expect(failure.excerpt == "chunk 0\n")
    }

    @Test func `a fraction of a second is a timeout, and no more than that`() async throws {
      let start = ContinuousClock.now
      guard case .timedOut(let timeout) = try await failure("slow?s=5", timeout: .milliseconds(300)) else {
        throw Unexpected()
      }
      #expect(timeout == .milliseconds(300))
      #expect(start.duration(to: .now) >= .milliseconds(300))
    }

    @Test func `a timeout with a fraction does not end a request that is in time`() async throws {
      let client = try await client("/fault/slow?s=0.3")
      let options = GraphQLRequestOptions(timeout: .milliseconds(4500))
      #expect(try await client.fetch(HelloQuery(), options: options).hello == "late")
    }

    @Test func `a timeout is for the whole answer, also when bytes keep coming`() async throws {
      let error = try await failure("trickle?n=100&s=0.1", timeout: .milliseconds(500))
      guard case .timedOut = error else { throw error }
    }

    @Test func `a redirect keeps the operation`() async throws {
      let data = try await client("/fault/redirect").fetch(HelloQuery(name: "again"))
      #expect(data.hello == "hello again")
    }

    @Test func `a cancelled task throws CancellationError, and the server learns of it`() async throws {
      let before = try await stats().cancelled_streams
      let client = try await client("/fault/trickle?n=200&s=0.1")
      let task = Task { try await client.fetch(HelloQuery()) }
      try await eventually("the server streams") { try await stats().open_streams > 0 }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await eventually("the server's stream is cancelled") {
        try await stats().cancelled_streams == before + 1
      }
    }

    @Test func `a timeout reaches the server, too`() async throws {
      let before = try await stats().cancelled_streams
      _ = try await failure("trickle?n=200&s=0.1", timeout: .milliseconds(300))
      try await eventually("the server's stream is cancelled") {
        try await stats().cancelled_streams == before + 1
      }
    }

    @Test func `more than six requests at once`() async throws {
      // None of them is answered before all are there.
      let client = try await client("/fault/meet?n=24")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<24 { group.addTask { _ = try await client.fetch(HelloQuery()) } }
        try await group.waitForAll()
      }
    }

    @Test func `nobody listens`() async throws {
      var client = try await client()
      client.url = try #require(URL(string: "http://127.0.0.1:1/graphql"))
      guard case .transport = try await clientError({ [client] in _ = try await client.fetch(HelloQuery()) })
      else { throw Unexpected() }
    }
  }

  private struct Unexpected: Error {}
}
