import Apus
import ApusClient
import Foundation
import TestSupport
import Testing

extension ServerTests {
  @Suite struct SubscriptionTests {
    private func client(_ configure: (inout GraphQLWebSocketTransport.Configuration) -> Void = { _ in })
      async throws
      -> GraphQLClient
    {
      var configuration = GraphQLWebSocketTransport.Configuration()
      configuration.idleTimeout = .milliseconds(200)
      configure(&configuration)
      var client = try await ServerTests.client()
      client.subscriptions = GraphQLWebSocketTransport(configuration: configuration)
      return client
    }

    @Test func `with no set-up`() async throws {
      var numbers: [Int] = []
      let client = try await ServerTests.client()
      for try await data in client.subscribe(to: CountdownSubscription(start: 3)) {
        numbers.append(data.countdown)
      }
      #expect(numbers == [3, 2, 1, 0])
    }

    @Test func `leaving the loop ends the server's stream`() async throws {
      try await ServerTests.reset()
      let client = try await client()
      let endless = CountdownSubscription(start: 100_000, intervalMs: 1)
      var count = 0
      for try await _ in client.subscribe(to: endless) {
        count += 1
        if count == 5 { break }
      }
      try await eventually("the server's stream is cancelled") {
        let stats = try await ServerTests.stats()
        return stats.open_streams == 0 && stats.cancelled_streams == 1
      }
    }

    @Test func `errors of a stream`() async throws {
      let client = try await client()
      var numbers: [Int] = []
      let error = try await clientError {
        for try await data in client.subscribe(to: FailsAfterSubscription(count: 2)) {
          numbers.append(data.failsAfter)
        }
      }
      #expect(numbers == [0, 1])
      guard case .graphQL(let failure) = error else { throw error }
      #expect(failure.errors.map(\.code) == ["STREAM"])
      var ticks: [GraphQLResponse<MediaTicksSubscription.Data>] = []
      for try await response in client.responses(to: MediaTicksSubscription(count: 2)) {
        ticks.append(response)
      }
      #expect(ticks.map { $0.data?.mediaTicks.id } == ["m1", "m2"])
      #expect(ticks.allSatisfy { !$0.errors.isEmpty })
    }

    @Test func `a mutation's event, by queries and mutations over the same connection`() async throws {
      var client = try await client()
      client.transport = try #require(client.subscriptions as? GraphQLWebSocketTransport)
      let copy = client
      let event = Task {
        for try await data in copy.subscribe(to: ReviewAddedSubscription(media: .value("m5"))) {
          return data.reviewAdded
        }
        throw CancellationError()
      }
      try await eventually("the server has one stream") { try await ServerTests.stats().open_streams == 1 }
      _ = try await client.perform(AddReviewMutation(input: ReviewInput(mediaId: "m5", text: .value("é"))))
      #expect(try await event.value.media.id == "m5")
      #expect(try await client.fetch(HelloQuery(name: "socket")).hello == "hello socket")
    }

    @Test func `a message of sixteen megabytes, and one that is longer than allowed`() async throws {
      let client = try await client()
      for try await data in client.subscribe(to: BigMessageSubscription(bytes: 16 << 20)) {
        #expect(data.bigMessage.utf8.count == 16 << 20)
      }
      let small = try await self.client { $0.maximumMessageBytes = 1000 }
      await #expect(throws: GraphQLSubscriptionError.self) {
        for try await _ in small.subscribe(to: BigMessageSubscription(bytes: 2000)) {}
      }
    }

    @Test func `a slow reader within the limit of its buffer loses nothing`() async throws {
      let client = try await client()
      let options = GraphQLSubscriptionOptions(buffer: .suspend(maximumBytes: 64 << 20))
      var count = 0
      let subscription = BigMessageSubscription(bytes: 1 << 20, count: 30)
      for try await data in client.subscribe(to: subscription, options: options) {
        if count < 5 { try await Task.sleep(for: .milliseconds(50)) }
        count += data.bigMessage.utf8.count >> 20
      }
      #expect(count == 30)
    }

    @Test func `a token that is refused`() async throws {
      var client = try await ServerTests.client()
      client.subscriptions = GraphQLWebSocketTransport { initialization in
        ["authorization": initialization.wasRejected ? "Bearer good" : "Bearer bad"]
      }
      var count = 0
      for try await _ in client.subscribe(to: CountdownSubscription(start: 1)) { count += 1 }
      #expect(count == 2)
      client.subscriptions = GraphQLWebSocketTransport { _ in ["authorization": "Bearer bad"] }
      await #expect(throws: GraphQLSubscriptionError.self) {
        for try await _ in client.subscribe(to: CountdownSubscription()) {}
      }
    }

    @Test(arguments: [1001, 1012, 4400, 4403, 4409, 4500])
    func `codes by which a server closes`(_ code: Int) async throws {
      var client = try await ServerTests.client("/ws/close/\(code)")
      var configuration = GraphQLWebSocketTransport.Configuration()
      configuration.reconnect = GraphQLReconnectPolicy(maximumAttempts: 2, firstDelay: .milliseconds(10))
      client.subscriptions = GraphQLWebSocketTransport(configuration: configuration)
      let isPassing = code < 2000
      var events = 0
      do {
        for try await _ in client.responses(to: CountdownSubscription()) {
          events += 1
          if events == 5 { break }
        }
        #expect(isPassing)
      } catch GraphQLSubscriptionError.closed(let closedWith, _) {
        #expect(closedWith == code)
      }
      // Each connection brings an event, so none of them uses an attempt up; nothing that had arrived is lost.
      #expect(events == (isPassing ? 5 : 1))
    }

    @Test func `servers without a WebSocket`() async throws {
      for path in ["/nowhere", "/stats"] {
        let client = try await ServerTests.client(path)
        do {
          for try await _ in client.subscribe(to: CountdownSubscription()) {}
          Issue.record("nothing was thrown")
        } catch let error as GraphQLSubscriptionError {
          #expect("\(error)".contains("GraphQLHTTPSubscriptionTransport(.eventStream)"))
        }
      }
    }

    /// Subscriptions over HTTP, by each transport that streams.
    private func httpClients() async throws -> [GraphQLClient] {
      var clients: [GraphQLClient] = []
      for subscriptions in [
        GraphQLHTTPSubscriptionTransport(.eventStream), GraphQLHTTPSubscriptionTransport(.multipart),
      ]
        as [any GraphQLSubscriptionTransport]
      {
        var client = try await ServerTests.client()
        client.subscriptions = subscriptions
        clients.append(client)
      }
      return clients
    }

    @Test func `over HTTP`() async throws {
      for client in try await httpClients() {
        var numbers: [Int] = []
        for try await data in client.subscribe(to: CountdownSubscription(start: 4)) {
          numbers.append(data.countdown)
        }
        #expect(numbers == [4, 3, 2, 1, 0], "\(client.subscriptions)")
        let error = try await clientError {
          for try await _ in client.subscribe(to: FailsAfterSubscription(count: 1)) {}
        }
        guard case .graphQL(let failure) = error else { throw error }
        #expect(failure.errors.map(\.code) == ["STREAM"])
      }
    }

    @Test func `over HTTP, leaving the loop ends the server's stream, and cancelling the task does`()
      async throws
    {
      for client in try await httpClients() {
        try await ServerTests.reset()
        let endless = CountdownSubscription(start: 100_000, intervalMs: 1)
        for try await data in client.subscribe(to: endless) where data.countdown < 99_997 { break }
        try await eventually("the server has no stream") { try await ServerTests.stats().open_streams == 0 }
        let task = Task { for try await _ in client.subscribe(to: endless) {} }
        try await eventually("the server has one stream") { try await ServerTests.stats().open_streams == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await eventually("the server has no stream") { try await ServerTests.stats().open_streams == 0 }
      }
    }

    @Test func `over HTTP, a slow reader loses nothing`() async throws {
      for client in try await httpClients() {
        var count = 0
        for try await data in client.subscribe(to: BigMessageSubscription(bytes: 1 << 18, count: 20)) {
          if count < 3 { try await Task.sleep(for: .milliseconds(50)) }
          count += data.bigMessage.utf8.count >> 18
        }
        #expect(count == 20, "\(client.subscriptions)")
      }
    }
  }
}
