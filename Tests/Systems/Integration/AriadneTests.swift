import Apus
import ApusClient
import ApusPlatform
import Foundation
import TestSupport
import Testing

extension ServerTests {
  /// Subscriptions against a server of other make: `Tests/Systems/IntegrationServer/ariadne_server.py`.
  @Suite(
    .serialized, .enabled(if: TLSServers.areAvailable, "There is no openssl, or no Python for the server."))
  struct AriadneTests {
    private static let server = SubscriptionServer.ariadne

    /// Clients by all that the server speaks.
    private func clients() async throws -> [GraphQLClient] {
      var stream = try await Self.server.client()
      stream.subscriptions = GraphQLHTTPSubscriptionTransport(.eventStream)
      return [try await Self.server.client(), try await Self.server.client("/legacy"), stream]
    }

    @Test func `events, by each protocol`() async throws {
      for client in try await clients() {
        #expect(try await SubscriptionServer.numbers(client, from: 4) == [4, 3, 2, 1, 0])
      }
    }

    @Test func `errors of a stream, by each protocol`() async throws {
      for client in try await clients() {
        var numbers: [Int] = []
        let error = try await clientError {
          for try await data in client.subscribe(to: FailsAfterSubscription(count: 2)) {
            numbers.append(data.failsAfter)
          }
        }
        #expect(numbers == [0, 1])
        guard case .graphQL(let failure) = error else { throw error }
        #expect(failure.errors.map(\.message) == ["the stream failed"])
      }
    }

    @Test func `a document that the server does not know, by each protocol`() async throws {
      for client in try await clients() {
        let error = try await clientError {
          for try await _ in client.subscribe(to: MediaTicksSubscription()) {}
        }
        guard case .graphQL(let failure) = error else { throw error }
        #expect(failure.errors.first?.message.contains("mediaTicks") == true)
      }
    }

    @Test func `leaving the loop and cancelling the task end the server's stream, by each protocol`()
      async throws
    {
      for client in try await clients() {
        let endless = CountdownSubscription(start: 100_000, intervalMs: 1)
        for try await data in client.subscribe(to: endless) where data.countdown < 99_997 { break }
        try await eventually("the server has no operation") { try await Self.server.stats().operations == 0 }
        let waiting = CountdownSubscription(start: 1, intervalMs: -1)
        let task = Task { for try await _ in client.subscribe(to: waiting) {} }
        try await eventually("the server has one operation") { try await Self.server.stats().operations == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await eventually("the server has no operation") { try await Self.server.stats().operations == 0 }
        try await eventually("the server has no connection") {
          try await Self.server.stats().connections == 0
        }
      }
    }

    @Test func `sixteen megabytes, and a slow reader, by each protocol`() async throws {
      for client in try await clients() {
        var sizes: [Int] = []
        for try await data in client.subscribe(to: BigMessageSubscription(bytes: 16 << 20)) {
          sizes.append(data.bigMessage.utf8.count)
        }
        #expect(sizes == [16 << 20])
        var count = 0
        for try await data in client.subscribe(to: BigMessageSubscription(bytes: 1 << 18, count: 20)) {
          if count < 3 { try await Task.sleep(for: .milliseconds(50)) }
          count += data.bigMessage.utf8.count >> 18
        }
        #expect(count == 20)
      }
    }

    @Test(arguments: ["/graphql", "/legacy"])
    func `queries and mutations over the socket, beside a subscription`(_ path: String) async throws {
      var client = try await Self.server.client(path) { $0.idleTimeout = .seconds(1) }
      client.transport = try #require(client.subscriptions as? GraphQLWebSocketTransport)
      let copy = client
      let event = Task {
        for try await data in copy.subscribe(to: ReviewAddedSubscription(media: .value("m5"))) {
          return data.reviewAdded
        }
        throw CancellationError()
      }
      try await eventually("the server has one operation") { try await Self.server.stats().operations == 1 }
      #expect(try await client.fetch(HelloQuery(name: "socket")).hello == "hello socket")
      _ = try await client.perform(AddReviewMutation(input: ReviewInput(mediaId: "m5", text: .value("é"))))
      #expect(try await event.value.media.id == "m5")
      #expect(try await Self.server.stats().connections == 1)
      try await eventually("the server has no connection") { try await Self.server.stats().connections == 0 }
    }

    @Test(arguments: ["/graphql", "/legacy"], [1000, 1001, 1012, 1013, 1014, 4408])
    func `after these codes of the server subscriptions go on`(_ path: String, _ code: Int) async throws {
      let client = try await Self.server.client(path)
      let events = Locked(0)
      let task = Task {
        let waiting = CountdownSubscription(start: 1, intervalMs: -1)
        for try await _ in client.subscribe(to: waiting) { events.withLock { $0 += 1 } }
      }
      try await eventually("the first event has come") { events.withLock { $0 } == 1 }
      try await Self.server.drop(code)
      try await eventually("the second event has come") { events.withLock { $0 } == 2 }
      task.cancel()
      _ = await task.result
      try await eventually("the server has no connection") { try await Self.server.stats().connections == 0 }
    }

    @Test(
      arguments: ["/graphql", "/legacy"],
      [1002, 1003, 1008, 1011, 3000, 4400, 4401, 4403, 4406, 4409, 4429, 4500])
    func `after these codes of the server subscriptions fail`(_ path: String, _ code: Int) async throws {
      let client = try await Self.server.client(path)
      let events = Locked(0)
      let task = Task {
        let waiting = CountdownSubscription(start: 1, intervalMs: -1)
        for try await _ in client.subscribe(to: waiting) { events.withLock { $0 += 1 } }
      }
      try await eventually("the first event has come") { events.withLock { $0 } == 1 }
      try await Self.server.drop(code)
      do {
        try await task.value
        Issue.record("nothing was thrown")
      } catch GraphQLSubscriptionError.closed(let closedWith, let reason) {
        #expect(closedWith == code)
        #expect(reason == "dropped")
      }
      #expect(events.withLock { $0 } == 1)
    }

    @Test func `a payload that came too late (4408) is sent again`() async throws {
      let attempts = Locked<[Int]>([])
      let events = Locked(0)
      var client = try await Self.server.client()
      var configuration = GraphQLWebSocketTransport.Configuration()
      configuration.reconnect = GraphQLReconnectPolicy(firstDelay: .milliseconds(20))
      client.subscriptions = GraphQLWebSocketTransport(configuration: configuration) { initialization in
        attempts.withLock { $0.append(initialization.attempt) }
        // The first payload is made before there is a connection that could wait for it.
        if initialization.attempt == 2 { try await Task.sleep(for: .seconds(4)) }
        return ["token": "x"]
      }
      let task = Task { [client] in
        let waiting = CountdownSubscription(start: 1, intervalMs: -1)
        for try await _ in client.subscribe(to: waiting) { events.withLock { $0 += 1 } }
      }
      try await eventually("the first event has come") { events.withLock { $0 } == 1 }
      try await Self.server.drop(1012)
      try await eventually("the second event has come") { events.withLock { $0 } == 2 }
      task.cancel()
      #expect(attempts.withLock { $0 } == [1, 2, 3])
    }
  }
}
