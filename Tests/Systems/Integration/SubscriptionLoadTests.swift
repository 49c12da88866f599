import Apus
import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusClient

extension ServerTests {
  /// Many subscriptions on one connection, against servers of two makes. `APUS_SUBSCRIPTIONS` says how many: few among the other
  /// tests, a thousand on their own.
  @Suite(
    .serialized, .enabled(if: TLSServers.areAvailable, "There is no openssl, or no Python for the servers."))
  struct SubscriptionLoadTests {
    private static let servers: [SubscriptionServer] = [.handmade, .ariadne]
    private static let load =
      ProcessInfo.processInfo.environment["APUS_SUBSCRIPTIONS"].flatMap { Int($0) } ?? 50

    /// Waits until the server has nothing open; how long depends on how much there is to end.
    private func nothingIsOpen(
      _ server: SubscriptionServer, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      try await eventually("the server has neither operations nor connections") {
        let stats = try await server.stats()
        return stats.operations == 0 && stats.connections == 0
      }
    }

    @Test(arguments: servers)
    func `many subscriptions on one connection`(_ server: SubscriptionServer) async throws {
      let client = try await server.client { $0.idleTimeout = .seconds(1) }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<Self.load {
          group.addTask {
            var sum = 0
            let countdown = CountdownSubscription(start: number % 7, intervalMs: 1)
            for try await data in client.subscribe(to: countdown) { sum += data.countdown }
            return sum
          }
        }
        var total = 0
        for try await sum in group { total += sum }
        #expect(total == (0..<Self.load).map { $0 % 7 }.map { $0 * ($0 + 1) / 2 }.reduce(0, +))
      }
      #expect(try await server.stats().connections <= 1)
      try await nothingIsOpen(server)
    }

    @Test(arguments: servers)
    func `ten times as many, cancelled at random, leave nothing behind`(_ server: SubscriptionServer)
      async throws
    {
      _ = try await SubscriptionServer.numbers(server.client(), from: 0)
      try await nothingIsOpen(server)
      let before = Remains()
      let client = try await server.client { $0.idleTimeout = .milliseconds(500) }
      let ended = Locked(0)
      let tasks = (0..<Self.load * 10).map { number in
        Task {
          defer { ended.withLock { $0 += 1 } }
          let endless = CountdownSubscription(start: 100_000, intervalMs: 1000)
          for try await _ in client.subscribe(to: endless) where number % 3 == 0 { return }
        }
      }
      for (number, task) in tasks.enumerated() {
        if number % 20 == 0 { try await Task.sleep(for: .microseconds(Int.random(in: 0..<2000))) }
        task.cancel()
      }
      for task in tasks { _ = await task.result }
      #expect(ended.withLock { $0 } == tasks.count)
      try await nothingIsOpen(server)
      // What other tests of this process open and close in the meantime is little.
      try await eventually("the process holds no more than before") { Remains().isNotMore(than: before) }
    }

    @Test(arguments: servers)
    func `after a broken connection a hundred subscriptions go on, none lost and none doubled`(
      _ server: SubscriptionServer
    ) async throws {
      let client = try await server.client()
      let seen = Locked<[Int: Int]>([:])
      let tasks = waiting(client, seen)
      for round in 1...3 {
        try await eventually("all subscriptions have \(round) events") {
          seen.withLock { $0.count == 100 && $0.values.allSatisfy { $0 == round } }
        }
        #expect(try await server.stats().operations == 100)
        #expect(try await server.stats().connections == 1)
        if round < 3 { try await server.drop() }
      }
      for task in tasks { task.cancel() }
      try await nothingIsOpen(server)
    }

    @Test func `after the server's process was killed and started again, too`() async throws {
      struct Ready: Decodable, Sendable { let port: Int }
      let first = try await ServerProcess<Ready>.start("ariadne_server.py")
      let port = first.ready.port
      let url = try #require(URL(string: "http://127.0.0.1:\(port)/graphql"))
      var configuration = GraphQLWebSocketTransport.Configuration()
      // Until the new process listens.
      configuration.reconnect = GraphQLReconnectPolicy(
        maximumAttempts: 101, firstDelay: .milliseconds(100), maximumDelay: .milliseconds(200))
      let client = GraphQLClient(
        url: url, subscriptions: GraphQLWebSocketTransport(configuration: configuration),
        timeout: .seconds(3600))
      let seen = Locked<[Int: Int]>([:])
      let tasks = waiting(client, seen)
      try await eventually("all subscriptions have an event") { seen.withLock { $0.count } == 100 }
      first.kill()
      let second = try await ServerProcess<Ready>.start("ariadne_server.py", ["--port", "\(port)"])
      try await eventually("all subscriptions have two events") {
        seen.withLock { $0.values.allSatisfy { $0 == 2 } }
      }
      try await Task.sleep(for: .milliseconds(200))
      #expect(seen.withLock { $0.values.allSatisfy { $0 == 2 } })
      for task in tasks { task.cancel() }
      for task in tasks { _ = await task.result }
      second.stop()
    }

    /// A hundred subscriptions that wait after their first event; `seen` counts the events of each.
    private func waiting(_ client: GraphQLClient, _ seen: Locked<[Int: Int]>) -> [Task<Void, any Error>] {
      (0..<100).map { number in
        Task {
          let waiting = CountdownSubscription(start: number, intervalMs: -1)
          for try await data in client.subscribe(to: waiting) {
            seen.withLock { $0[data.countdown, default: 0] += 1 }
          }
        }
      }
    }
  }
}

/// What this process has open, where the system tells.
private struct Remains {
  let threads = count("task")
  let files = count("fd")

  func isNotMore(than other: Remains) -> Bool { threads <= other.threads + 6 && files <= other.files + 8 }

  private static func count(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count) ?? 0
  }
}
