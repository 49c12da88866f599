import Apus
import ApusPlatform
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusClient

@Suite(.timeLimit(.minutes(15))) struct AuthenticationInterceptorTests {
  /// Who is signed in.
  private actor Session {
    var token: String?
    var rejected: [String] = []
    init(_ token: String?) { self.token = token }
    func signIn(_ token: String?) { self.token = token }
    func refresh(_ rejected: String) -> String {
      self.rejected.append(rejected)
      token = "new"
      return "new"
    }
  }

  private struct Rejected: Error {}

  /// A server that takes one token.
  ///
  /// - Parameter count: how many requests are under way before the first is rejected.
  private static func server(_ token: String, rejectingAfter count: Int = 1) -> GraphQLScriptedTransport {
    let meeting = Meeting(of: count)
    let step = GraphQLScriptedTransport.Step.perform { request in
      await meeting.arrive()
      let isGood = request.headers["Authorization"] == "Bearer \(token)"
      return GraphQLHTTPResponse(
        status: isGood ? 200 : 401, headers: ["Content-Type": "application/json"], body: .init(world.utf8))
    }
    return GraphQLScriptedTransport([step], repeatsLast: true)
  }

  private func client(
    _ server: GraphQLScriptedTransport, _ session: Session, timeout: Duration? = .seconds(3600),
    refreshTimeout: Duration = .seconds(600),
    refresh: (@Sendable (String) async throws -> String)? = nil
  ) -> GraphQLClient {
    let interceptor = GraphQLAuthenticationInterceptor(refreshTimeout: refreshTimeout) {
      await session.token
    } refresh: { rejected in
      guard let refresh else { return await session.refresh(rejected) }
      return try await refresh(rejected)
    }
    return GraphQLClient(url: endpoint, transport: server, timeout: timeout, interceptors: [interceptor])
  }

  /// The results of as many requests at the same time.
  private func results(_ count: Int, _ client: GraphQLClient) async -> [Result<String, any Error>] {
    await withTaskGroup(of: Result<String, any Error>.self) { group in
      for _ in 0..<count {
        group.addTask {
          do { return .success(try await client.fetch(HelloQuery()).hello) } catch { return .failure(error) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func `one new token for 200 requests`() async throws {
    let session = Session("old")
    let server = Self.server("new", rejectingAfter: 200)
    for result in await results(200, client(server, session)) { #expect(try result.get() == "world") }
    #expect(await session.rejected == ["old"])
    #expect(server.requests.count == 400)
  }

  @Test func `the token is that of the user who is signed in now`() async throws {
    let session = Session("one")
    let server = GraphQLScriptedTransport([.json(world)], repeatsLast: true)
    let client = client(server, session)
    for token in ["one", "two", nil, "three"] {
      await session.signIn(token)
      _ = try await client.fetch(HelloQuery())
    }
    let sent = server.requests.map { $0.headers["Authorization"] }
    #expect(sent == ["Bearer one", "Bearer two", nil, "Bearer three"])
    #expect(await session.rejected == [])
  }

  @Test func `without a token the answer is final`() async throws {
    let session = Session(nil)
    let server = Self.server("new")
    let error = await clientError { _ = try await client(server, session).fetch(HelloQuery()) }
    guard case .status(let failure)? = error else { throw Rejected() }
    #expect(failure.status == 401)
    #expect(server.requests.count == 1)
    #expect(await session.rejected == [])
  }

  @Test func `a user who signs in or out while a request is rejected`() async throws {
    for (next, status) in [("new", 200), (nil, 401)] {
      let session = Session("old")
      let server = GraphQLScriptedTransport([
        .perform { _ in
          await session.signIn(next)
          return GraphQLHTTPResponse(status: 401)
        }, .json(world),
      ])
      let error = await clientError { _ = try await client(server, session).fetch(HelloQuery()) }
      if status == 200 { #expect(error == nil) } else { #expect(error?.description.contains("401") == true) }
      #expect(server.requests.count == (next == nil ? 1 : 2))
      #expect(await session.rejected == [])
    }
  }

  @Test func `a new token is kept where the closure goes on saying the old one`() async throws {
    let server = Self.server("new")
    let interceptor = GraphQLAuthenticationInterceptor {
      "old"
    } refresh: { _ in
      "new"
    }
    let client = GraphQLClient(
      url: endpoint, transport: server, timeout: .seconds(3600), interceptors: [interceptor])
    for _ in 0..<3 { _ = try await client.fetch(HelloQuery()) }
    #expect(server.requests.count == 4)
  }

  @Test func `a new token that is rejected, too, ends it`() async throws {
    let session = Session("old")
    let server = Self.server("other")
    let error = await clientError { _ = try await client(server, session).fetch(HelloQuery()) }
    guard case .status(let failure)? = error else { throw Rejected() }
    #expect(failure.status == 401)
    #expect(server.requests.count == 2)
  }

  @Test func `a refresh that fails is one for 200 requests, and the next request tries again`() async throws {
    let session = Session("old")
    let refreshes = Counter()
    let meeting = Meeting(of: 200)
    let late = GraphQLScriptedTransport.Step.perform { request in
      if request.headers["Authorization"] == "Bearer new" {
        return GraphQLHTTPResponse(status: 200, body: .init(world.utf8))
      }
      await meeting.arrive()
      // The rejections come one after the other, most of them when the refresh has failed already.
      try await Task.sleep(for: .milliseconds(.random(in: 0...100)))
      return GraphQLHTTPResponse(status: 401)
    }
    let client = client(GraphQLScriptedTransport([late], repeatsLast: true), session) { rejected in
      await refreshes.increment()
      if await refreshes.count == 1 { throw Rejected() }
      return await session.refresh(rejected)
    }
    for result in await results(200, client) { #expect(throws: Rejected.self) { try result.get() } }
    #expect(await refreshes.count == 1)
    #expect(try await client.fetch(HelloQuery()).hello == "world")
    #expect(await refreshes.count == 2)
  }

  @Test func `who is cancelled leaves a refresh that hangs, and the refresh ends for the others`()
    async throws
  {
    let session = Session("old")
    let begun = Counter()
    let gate = AsyncStream<Void>.makeStream()
    let client = client(Self.server("new", rejectingAfter: 2), session) { rejected in
      await begun.increment()
      for await _ in gate.stream {}
      return await session.refresh(rejected)
    }
    let leaving = Task { try await client.fetch(HelloQuery()) }
    let staying = Task { try await client.fetch(HelloQuery()) }
    try await eventually("the refresh has begun") { await begun.count > 0 }
    leaving.cancel()
    await #expect(throws: CancellationError.self) { try await leaving.value }
    gate.continuation.finish()
    #expect(try await staying.value.hello == "world")
    #expect(await begun.count == 1)
  }

  @Test func `a timeout covers a refresh that ignores its cancellation`() async throws {
    let hung = AsyncStream<Void>.makeStream()
    let client = client(Self.server("new"), Session("old"), timeout: .milliseconds(300)) { _ in
      // Nobody ever yields: this ends with the test.
      for await _ in hung.stream {}
      return "late"
    }
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .timedOut(after: .milliseconds(300))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    hung.continuation.finish()
  }

  @Test func `a refresh that hangs is given up, and a later request tries again`() async throws {
    let session = Session("old")
    let refreshes = Counter()
    let client = client(Self.server("new"), session, timeout: nil, refreshTimeout: .seconds(10)) {
      rejected in
      await refreshes.increment()
      if await refreshes.count == 1 { try await Task.sleep(for: .seconds(3600)) }
      return await session.refresh(rejected)
    }
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .timedOut(after: .seconds(10))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await client.fetch(HelloQuery()).hello == "world")
  }

  @Test func `an error's code means the same as status 401`() async throws {
    let session = Session("old")
    let rejection = GraphQLError(message: "sign in", extensions: ["code": "UNAUTHENTICATED"])
    let server = GraphQLScriptedTransport([.errors(rejection), .json(world)])
    #expect(try await client(server, session).fetch(HelloQuery()).hello == "world")
    #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer old", "Bearer new"])
  }

  @Test func `data that has the code's text is no rejection`() async throws {
    let server = GraphQLScriptedTransport([.json(#"{"data":{"hello":"UUNAUTHENTICATED"}}"#)])
    #expect(try await client(server, Session("old")).fetch(HelloQuery()).hello == "UUNAUTHENTICATED")
  }

  // MARK: - Signing out

  @Test(arguments: [nil, "bob"])
  func `a token that comes after its user has signed out is not sent`(_ next: String?) async throws {
    let session = Session("old")
    let server = Self.server("new", rejectingAfter: 20)
    let refreshes = Counter()
    let client = client(server, session) { _ in
      await refreshes.increment()
      await session.signIn(next)
      return "new"
    }
    for result in await results(20, client) {
      let error = #expect(throws: GraphQLClientError.self) { try result.get() }
      guard case .status(let failure)? = error else { throw Rejected() }
      #expect(failure.status == 401)
    }
    #expect(server.requests.map { $0.headers["Authorization"] } == Array(repeating: "Bearer old", count: 20))
    #expect(await refreshes.count == 1)
  }

  @Test func `a request that is rejected after the next user has signed in is not sent as theirs`()
    async throws
  {
    let session = Session("old")
    let (both, isFirstOver) = (Meeting(of: 2), Meeting(of: 2))
    let count = Locked(0)
    let step = GraphQLScriptedTransport.Step.perform { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      await both.arrive()
      if number == 2 { await isFirstOver.arrive() }
      return GraphQLHTTPResponse(status: 401, body: .init(world.utf8))
    }
    let server = GraphQLScriptedTransport([step], repeatsLast: true)
    let client = client(server, session) { _ in
      await session.signIn("bob")
      return "new"
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask { _ = try? await client.fetch(HelloQuery()) }
      }
      await group.next()
      await isFirstOver.arrive()
    }
    #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer old", "Bearer old"])
  }

  @Test func `a late request is not sent as the next user's, also when that one has a new token since`()
    async throws
  {
    let said = Locked("a1")
    let tokens = Tokens(current: .immediately { said.withLock { $0 } }) { $0 == "a1" ? "a2" : "b2" }
    let late = try #require(try await tokens.current(within: nil))
    #expect(try await tokens.replacement(of: late)?.token == "a2")
    said.withLock { $0 = "b1" }
    let next = try #require(try await tokens.current(within: nil))
    #expect(try await tokens.replacement(of: next)?.token == "b2")
    #expect(try await tokens.replacement(of: late) == nil)
  }

  @Test func `signing out ends the requests that wait for a token, and the next user has none of it`()
    async throws
  {
    let session = Session("old")
    let server = Self.server("new of bob")
    let begun = Counter()
    let gate = AsyncStream<Void>.makeStream()
    let client = client(server, session) { rejected in
      await begun.increment()
      // Cancelling it does nothing.
      await Task.detached { for await _ in gate.stream {} }.value
      return "new of \(rejected)"
    }
    let waiting = Task { try await client.fetch(HelloQuery()) }
    try await eventually("the refresh has begun") { await begun.count > 0 }
    await session.signIn("bob")
    client.close()
    let error = await clientError { _ = try await waiting.value }
    guard case .status(let failure)? = error else { throw Rejected() }
    #expect(failure.status == 401)
    gate.continuation.finish()
    #expect(try await client.fetch(HelloQuery()).hello == "world")
    let sent = server.requests.map { $0.headers["Authorization"] }
    #expect(sent == ["Bearer old", "Bearer bob", "Bearer new of bob"])
  }

  @Test func `a request of a user who has signed out is not repeated for the next`() async throws {
    let session = Session("old")
    let holder = Locked<GraphQLClient?>(nil)
    let server = GraphQLScriptedTransport([
      .perform { _ in
        await session.signIn("new")
        holder.withLock { $0 }?.close()
        return GraphQLHTTPResponse(status: 401)
      }, .json(world),
    ])
    let client = client(server, session)
    holder.withLock { $0 = client }
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .status? = error else { throw Rejected() }
    #expect(server.requests.count == 1)
  }

  @Test func `a refresh that returns the rejected token is an error at once`() async throws {
    let refreshes = Counter()
    let server = Self.server("new", rejectingAfter: 50)
    let client = client(server, Session("old")) { rejected in
      await refreshes.increment()
      return rejected
    }
    for result in await results(50, client) {
      #expect(throws: UnchangedTokenError.self) { try result.get() }
    }
    #expect(await refreshes.count == 1)
    #expect(server.requests.count == 50)
  }
}
