import Apus
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusClient

@Suite(.timeLimit(.minutes(15))) struct ConnectivityTests {
  /// Turns the network off, and on again as soon as somebody waits for it.
  private func interrupt(_ connectivity: GraphQLConnectivity) {
    connectivity.update(isOnline: false)
    Task {
      try await eventually("somebody waits for the network") {
        connectivity.state.withLock { !$0.waiters.isEmpty }
      }
      connectivity.update(isOnline: true)
    }
  }

  private func policy(_ connectivity: GraphQLConnectivity, attempts: Int = 1) -> GraphQLReconnectPolicy {
    var policy = GraphQLReconnectPolicy(
      maximumAttempts: attempts + 1, clock: PausingClock { _ in await Task.yield() })
    policy.connectivity = connectivity
    return policy
  }

  @Test func `those who wait go on when there is a network`() async throws {
    let connectivity = GraphQLConnectivity(isOnline: false)
    #expect(!connectivity.isOnline)
    let waiting = (0..<10).map { _ in Task { try await connectivity.waitUntilOnline() } }
    let leaving = Task { try await connectivity.waitUntilOnline() }
    leaving.cancel()
    await #expect(throws: CancellationError.self) { try await leaving.value }
    connectivity.update(isOnline: false)
    connectivity.update(isOnline: true)
    for task in waiting { try await task.value }
    try await connectivity.waitUntilOnline()
    #expect(connectivity.isOnline)
  }

  @Test func `a subscription waits for the network, and attempts without one do not count`() async throws {
    let connectivity = GraphQLConnectivity(isOnline: false)
    let connector = ScriptedConnector { [self] attempt in
      if attempt < 10 {
        return { _ in
          interrupt(connectivity)
          throw URLError(.notConnectedToInternet)
        }
      }
      return ScriptedConnector.acknowledging { id, _, socket in
        socket.say(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    var configuration = GraphQLWebSocketTransport.Configuration.unhurried
    configuration.reconnect = policy(connectivity)
    let socket = GraphQLWebSocketTransport(configuration, connector)
    let client = GraphQLClient(url: endpoint, subscriptions: socket, timeout: .seconds(3600))
    let task = Task { for try await _ in client.subscribe(to: HelloSubscription()) {} }
    for await state in socket.states {
      if case .waitingForNetwork = state { break }
    }
    #expect(connector.requests.isEmpty)
    connectivity.update(isOnline: true)
    try await task.value
    #expect(connector.requests.count == 11)
  }

  @Test func `a subscription that waits for the network can be left`() async throws {
    let connector = ScriptedConnector { _ in ScriptedConnector.acknowledging() }
    var configuration = GraphQLWebSocketTransport.Configuration.unhurried
    configuration.reconnect = policy(GraphQLConnectivity(isOnline: false))
    let socket = GraphQLWebSocketTransport(configuration, connector)
    let client = GraphQLClient(url: endpoint, subscriptions: socket, timeout: .seconds(3600))
    let task = Task { for try await _ in client.subscribe(to: HelloSubscription()) {} }
    var isWaiting = false
    for await state in socket.states {
      if case .waitingForNetwork = state {
        isWaiting = true
        task.cancel()
      }
      if isWaiting, case .closed = state { break }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(connector.requests.isEmpty)
  }

  @Test func `event streams wait for the network`() async throws {
    let connectivity = GraphQLConnectivity()
    let server = StreamScript { [self] number, _ in
      if number < 10 {
        interrupt(connectivity)
        return (503, [:], [])
      }
      return (200, ["Content-Type": "text/event-stream"], ["event: complete\n\n"])
    }
    var client = GraphQLClient(url: endpoint, transport: server, timeout: .seconds(3600))
    client.subscriptions = GraphQLHTTPSubscriptionTransport(.eventStream, reconnect: policy(connectivity))
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    #expect(server.requests.count == 11)
  }

  @Test func `retries wait for the network, and attempts without one do not count`() async throws {
    let connectivity = GraphQLConnectivity()
    let failing = GraphQLScriptedTransport.Step.perform { [self] _ in
      interrupt(connectivity)
      throw URLError(.notConnectedToInternet)
    }
    let steps = Array(repeating: failing, count: 10) + [.json(world)]
    let server = GraphQLScriptedTransport(steps)
    var client = client(server)
    client.interceptors = [
      GraphQLRetryInterceptor(maximumAttempts: 2, firstDelay: .zero, connectivity: connectivity)
    ]
    #expect(try await client.fetch(HelloQuery()).hello == "world")
    #expect(server.requests.map(\.attempt) == Array(repeating: 1, count: 11))
  }

  @Test func `a mutation is not sent again, network or not`() async throws {
    let connectivity = GraphQLConnectivity(isOnline: false)
    let server = GraphQLScriptedTransport([.failure(URLError(.networkConnectionLost))], repeatsLast: true)
    var client = client(server)
    client.interceptors = [GraphQLRetryInterceptor(connectivity: connectivity)]
    await #expect(throws: GraphQLClientError.self) { _ = try await client.perform(SendMutation()) }
    #expect(server.requests.count == 1)
  }

  @Test func `a deadline ends the waiting for the network`() async throws {
    let server = GraphQLScriptedTransport([.failure(URLError(.notConnectedToInternet))], repeatsLast: true)
    var client = client(server)
    client.deadline = .seconds(1)
    client.interceptors = [GraphQLRetryInterceptor(connectivity: GraphQLConnectivity(isOnline: false))]
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .timedOut(after: .seconds(1)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(server.requests.count <= 1)
  }
}
