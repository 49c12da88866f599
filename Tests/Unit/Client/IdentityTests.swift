import Apus
import ApusPlatform
import ApusTesting
import Foundation
import TestSupport
import Testing

import ApusClient

/// Identity is everything that decides a response.
@Suite(.timeLimit(.minutes(15))) struct IdentityTests {
  private enum User: GraphQLContextKey {
    static var defaultValue: String { "nobody" }
  }

  private enum Screen: GraphQLContextKey {
    /// A value that cannot be compared.
    struct Value: Sendable {}
    static var defaultValue: Value { Value() }
  }

  /// Turns a value of the context into a header field.
  private struct UserField: GraphQLInterceptor {
    func intercept(
      _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
    ) async throws -> GraphQLHTTPResponse {
      var request = request
      request.headers["X-User"] = request.context[User.self]
      return try await next(request)
    }
  }

  /// Greets the user in a header field or, like a transport that makes one of it, in the context, once `count` requests are under way.
  private static func server(waitingFor count: Int) -> GraphQLScriptedTransport {
    let meeting = Meeting(of: count)
    let step = GraphQLScriptedTransport.Step.perform { request in
      await meeting.arrive()
      let name = request.headers["Authorization"] ?? request.headers["X-User"] ?? request.context[User.self]
      return GraphQLHTTPResponse(status: 200, body: Data(#"{"data":{"hello":"\#(name)"}}"#.utf8))
    }
    return GraphQLScriptedTransport([step], repeatsLast: true)
  }

  private func options(_ user: String) -> GraphQLRequestOptions {
    var options = GraphQLRequestOptions()
    options.context[User.self] = user
    return options
  }

  @Test(arguments: [true, false])
  func `users do not share a response, whatever the order of interceptors`(_ isFirst: Bool) async throws {
    let tokens = Locked(["alice", "bob"])
    let authentication = GraphQLAuthenticationInterceptor {
      tokens.withLock { $0.popLast() }
    } refresh: {
      $0
    }
    let interceptors: [any GraphQLInterceptor] = [GraphQLDeduplicationInterceptor(), authentication]
    let client = GraphQLClient(
      url: endpoint, transport: Self.server(waitingFor: 2),
      interceptors: isFirst ? interceptors : interceptors.reversed())
    async let first = client.fetch(HelloQuery()).hello
    async let second = client.fetch(HelloQuery()).hello
    #expect(try await Set([first, second]) == ["Bearer alice", "Bearer bob"])
  }

  @Test(arguments: [true, false])
  func `a value of the context counts, whether an interceptor or the transport reads it`(
    _ isInterceptor: Bool
  ) async throws {
    let client = GraphQLClient(
      url: endpoint, transport: Self.server(waitingFor: 2),
      interceptors: [GraphQLDeduplicationInterceptor()] + (isInterceptor ? [UserField()] : []))
    async let alice = client.fetch(HelloQuery(), options: options("alice")).hello
    async let bob = client.fetch(HelloQuery(), options: options("bob")).hello
    #expect(try await [alice, bob] == ["alice", "bob"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `equal values of the context share a response`() async throws {
    let (hasLeft, mayAnswer) = (Locked(0), Locked(false))
    let server = GraphQLScriptedTransport([
      .perform { _ in
        while !mayAnswer.withLock({ $0 }) { await Task.yield() }
        return GraphQLHTTPResponse(status: 200, body: Data(world.utf8))
      }
    ])
    let client = GraphQLClient(
      url: endpoint, transport: server,
      interceptors: [GraphQLDeduplicationInterceptor(), Counting(hasLeft: hasLeft)])
    let executor = HeldExecutor()
    let tasks = (0..<2).map { _ in
      Task(executorPreference: executor) {
        try await client.fetch(HelloQuery(), options: options("alice")).hello
      }
    }
    // The second one then waits for the response to the first one.
    try await eventually("both requests have come to the end of the chain") {
      executor.runUntilAllWait()
      return hasLeft.withLock { $0 } == 2
    }
    mayAnswer.withLock { $0 = true }
    executor.release()
    for task in tasks { #expect(try await task.value == "world") }
    #expect(server.requests.count == 1)
  }

  private struct Counting: GraphQLInterceptor {
    let hasLeft: Locked<Int>

    func intercept(
      _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
    ) async throws -> GraphQLHTTPResponse {
      async let response = next(request)
      hasLeft.withLock { $0 += 1 }
      return try await response
    }
  }

  @Test func `contexts are compared by their values`() {
    func context(_ change: (inout GraphQLContext) -> Void = { _ in }) -> GraphQLContext {
      var context = GraphQLContext()
      change(&context)
      return context
    }
    let alice = context { $0[User.self] = "alice" }
    #expect(context().isEqual(to: context()))
    #expect(alice.isEqual(to: context { $0[User.self] = "alice" }))
    #expect(!alice.isEqual(to: context { $0[User.self] = "bob" }))
    #expect(!alice.isEqual(to: context()) && !context().isEqual(to: alice))
    #expect(alice.isEqual(to: context(), apartFrom: User.self))
    let screen = context { $0[Screen.self] = Screen.Value() }
    #expect(!screen.isEqual(to: screen))
  }

  @Test func `clients with other transports do not share a response`() async throws {
    let deduplication = GraphQLDeduplicationInterceptor()
    let meeting = Meeting(of: 2)
    func client(_ name: String) -> GraphQLClient {
      let server = GraphQLScriptedTransport([
        .perform { _ in
          await meeting.arrive()
          return GraphQLHTTPResponse(status: 200, body: Data(#"{"data":{"hello":"\#(name)"}}"#.utf8))
        }
      ])
      return GraphQLClient(url: endpoint, transport: server, interceptors: [deduplication])
    }
    async let first = client("one").fetch(HelloQuery()).hello
    async let second = client("two").fetch(HelloQuery()).hello
    #expect(try await [first, second] == ["one", "two"])
  }

  @Test func `everything that decides what a client sends is part of its identity`() {
    let client = GraphQLClient(url: endpoint, transport: GraphQLScriptedTransport([]))
    let changes: [(String, (inout GraphQLClient) -> Void)] = [
      ("url", { $0.url = URL(fileURLWithPath: "/other") }), ("headers", { $0.headers["X-User"] = "bob" }),
      ("transport", { $0.transport = GraphQLScriptedTransport([]) }),
      ("subscriptions", { $0.subscriptions = GraphQLHTTPSubscriptionTransport(.eventStream) }),
      ("interceptors", { $0.interceptors = [GraphQLRetryInterceptor()] }),
      ("timeout", { $0.timeout = .seconds(1) }),
      ("deadline", { $0.deadline = .seconds(1) }), ("limit", { $0.maximumResponseBytes = 1 }),
      ("parts", { $0.maximumParts = 1 }), ("forwarded", { $0.forwardedHeaders = ["X-User"] }),
      ("documents", { $0.documents = .trusted }), ("method", { $0.queryMethod = .get }),
      ("onError", { $0.onError = .null }), ("checks", { $0.checks = [.userErrors()] }),
    ]
    for (name, change) in changes {
      var other = client
      change(&other)
      #expect(other.identity != client.identity, "\(name)")
      #expect(other.identity == other.identity, "\(name)")
      let copy = other
      #expect(copy.identity == other.identity, "\(name)")
    }
    // Another client that is made the same way.
    let same = GraphQLClient(url: endpoint, transport: client.transport)
    #expect(same.identity == client.identity)
  }
}
