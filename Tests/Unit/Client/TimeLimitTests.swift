import Apus
import ApusPlatform
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusClient

@Suite(.timeLimit(.minutes(15))) struct TimeLimitTests {
  private func expectTimeout(
    _ expected: Duration, _ client: GraphQLClient, _ options: GraphQLRequestOptions = GraphQLRequestOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let error = await clientError { _ = try await client.fetch(HelloQuery(), options: options) }
    guard case .timedOut(let timeout)? = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
    #expect(timeout == expected, sourceLocation: sourceLocation)
  }

  @Test func `each alarm rings, those that wait for another one and those set after it`() async throws {
    let clock = AlarmClock()
    let rung = Locked<[String]>([])
    func set(_ name: String, _ duration: Duration) -> Int {
      clock.set(for: duration) { rung.withLock { $0.append(name) } }
    }
    func wait(for count: Int) async throws {
      try await eventually("\(count) alarms have rung") { rung.withLock { $0.count } >= count }
    }
    _ = set("later", .milliseconds(300))
    let removed = set("removed", .milliseconds(30))
    _ = set("sooner", .milliseconds(10))
    clock.remove(removed)
    try await wait(for: 2)
    _ = set("after both", .milliseconds(10))
    try await wait(for: 3)
    #expect(rung.withLock { Set($0) } == ["sooner", "later", "after both"])
  }

  @Test func `a timeout holds for every transport`() async {
    let client = GraphQLClient(
      url: endpoint, transport: GraphQLScriptedTransport([.silence]), timeout: .milliseconds(50))
    await expectTimeout(.milliseconds(50), client)
  }

  @Test func `also for one that ignores its cancellation`() async {
    let hung = AsyncStream<Void>.makeStream()
    let deaf = GraphQLScriptedTransport.Step.perform { _ in
      await Task.detached { for await _ in hung.stream {} }.value
      throw CancellationError()
    }
    let client = GraphQLClient(
      url: endpoint, transport: GraphQLScriptedTransport([deaf]), timeout: .milliseconds(50))
    await expectTimeout(.milliseconds(50), client)
    hung.continuation.finish()
  }

  @Test func `a deadline ends an attempt that has no timeout`() async {
    let client = GraphQLClient(url: endpoint, transport: GraphQLScriptedTransport([.silence]), timeout: nil)
      .with {
        $0.deadline = .milliseconds(50)
      }
    await expectTimeout(.milliseconds(50), client)
  }

  @Test func `a deadline is one for all attempts`() async throws {
    let server = GraphQLScriptedTransport([.status(503), .status(503), .json(world)])
    let client = GraphQLClient(
      url: endpoint, transport: server, interceptors: [GraphQLRetryInterceptor(firstDelay: .zero)]
    ).with { $0.deadline = .seconds(3600) }
    _ = try await client.fetch(HelloQuery())
    #expect(server.requests.count == 3)
    #expect(Set(server.requests.map(\.deadline)).count == 1)
    #expect(server.requests.allSatisfy { $0.deadline != nil })
  }

  @Test func `a pause that would end after the deadline is not made`() async throws {
    let server = GraphQLScriptedTransport([.status(503, headers: ["Retry-After": "3600"]), .json(world)])
    let client = GraphQLClient(
      url: endpoint, transport: server, interceptors: [GraphQLRetryInterceptor(maximumDelay: .seconds(7200))]
    ).with { $0.deadline = .seconds(1800) }
    let error = try await inTime("the end of the request") {
      await clientError { _ = try await client.fetch(HelloQuery()) }
    }
    guard case .status? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(server.requests.count == 1)
  }

  @Test func `a deadline is for a token, too`() async {
    let authentication = GraphQLAuthenticationInterceptor {
      try await Task.sleep(for: .seconds(3600))
      return nil
    } refresh: { _ in
      ""
    }
    let client = GraphQLClient(
      url: endpoint, transport: GraphQLScriptedTransport([]), timeout: nil, interceptors: [authentication]
    ).with { $0.deadline = .milliseconds(50) }
    await expectTimeout(.milliseconds(50), client)
  }

  @Test func `options tell as the client from none`() async throws {
    let server = GraphQLScriptedTransport([.json(world)], repeatsLast: true)
    let client = GraphQLClient(url: endpoint, transport: server)
    let timeouts: [GraphQLTimeout?] = [
      nil, .unlimited, .seconds(20), .milliseconds(30_500), .after(.zero + .seconds(40)),
    ]
    for timeout in timeouts {
      _ = try await client.fetch(HelloQuery(), options: GraphQLRequestOptions(timeout: timeout))
    }
    let expected: [Duration?] = [.seconds(60), nil, .seconds(20), .milliseconds(30_500), .seconds(40)]
    #expect(server.requests.map(\.timeout) == expected)
    #expect(server.requests.allSatisfy { $0.deadline == nil })
    _ = try await client.fetch(HelloQuery(), options: GraphQLRequestOptions(deadline: .seconds(50)))
    #expect(server.requests.last?.deadline != nil)
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .seconds(1e15), .seconds(-1), .zero])
  func `extremes are clamped`(_ duration: Duration) async throws {
    let server = GraphQLScriptedTransport([.status(503), .json(world)], repeatsLast: true)
    let client = GraphQLClient(
      url: endpoint, transport: server, timeout: duration,
      interceptors: [
        GraphQLRetryInterceptor(maximumAttempts: 80, firstDelay: duration, maximumDelay: .milliseconds(1))
      ]
    ).with { $0.deadline = duration }
    if duration > .zero {
      #expect(try await client.fetch(HelloQuery()).hello == "world")
    } else {
      await expectTimeout(duration, client)
      #expect(server.requests.isEmpty)
    }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, .greatestFiniteMagnitude])
  func `seconds that no duration holds are clamped`(_ seconds: Double) {
    guard case .after(let duration) = GraphQLTimeout.seconds(seconds) else { return }
    #expect(duration >= .zero)
  }

  @Test func `what ends before it waits needs no alarm, and no other thread`() async throws {
    let clock = AlarmClock()
    let alarms = try await TimeLimit.race(.seconds(3600), on: clock) { clock.count }
    #expect(alarms == 0)
  }

  @Test func `what ended in time leaves no alarm`() async throws {
    let clock = AlarmClock()
    try await TimeLimit.race(.seconds(3600), on: clock) {}
    await #expect(throws: URLError.self) {
      try await TimeLimit.race(.seconds(3600), on: clock) { throw URLError(.badURL) }
    }
    #expect(clock.count == 0)
  }

  @Test func `work whose time is over is cancelled`() async throws {
    let isCancelled = Locked(false)
    await #expect(throws: GraphQLClientError.self) {
      try await TimeLimit.race(.milliseconds(20)) {
        try await withTaskCancellationHandler {
          try await Task.sleep(for: .seconds(3600))
        } onCancel: {
          isCancelled.withLock { $0 = true }
        }
      }
    }
    #expect(isCancelled.withLock { $0 })
  }

  @Test func `work of a task that was cancelled before does not begin`() async throws {
    let hasBegun = Locked(false)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await TimeLimit.race(.seconds(3600)) { hasBegun.withLock { $0 = true } }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!hasBegun.withLock { $0 })
  }
}
