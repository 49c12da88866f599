import Apus
import Foundation
import Testing

@testable import ApusClient

extension ServerTests {
  /// Subscriptions against a server that was written by hand: `Tests/IntegrationServer/subscriptions.py`.
  @Suite(
    .serialized, .enabled(if: TLSServers.areAvailable, "There is no openssl, or no Python for the server."))
  struct SecondServerTests {
    private struct Ready: Decodable, Sendable {
      let port: Int
      let tls: Int
      let authority: String
    }

    private struct Stats: Decodable, Sendable {
      let connections: Int
      let operations: Int
      let last: [[Frame]]

      enum Frame: Decodable, Equatable {
        case opcode(Int)
        case payload(String)

        init(from decoder: any Decoder) throws {
          let container = try decoder.singleValueContainer()
          if let opcode = try? container.decode(Int.self) {
            self = .opcode(opcode)
          } else {
            self = .payload(try container.decode(String.self))
          }
        }
      }
    }

    private static let running = Task.detached { try await ServerProcess<Ready>.start("subscriptions.py") }

    /// How many subscriptions are active at once: few among the other tests, as many as the environment says on their own.
    private static let load =
      ProcessInfo.processInfo.environment["APUS_SUBSCRIPTIONS"].flatMap { Int($0) } ?? 50

    private func url(_ path: String, isSecure: Bool = false) async throws -> URL {
      let ready = try await Self.running.value.ready
      let base = isSecure ? "https://localhost:\(ready.tls)" : "http://127.0.0.1:\(ready.port)"
      return try #require(URL(string: base + path))
    }

    private func client(
      _ path: String = "/graphql", isSecure: Bool = false,
      _ configure: (inout WebSocketTransport.Configuration) -> Void = { _ in }
    ) async throws -> GraphQLClient {
      var configuration = WebSocketTransport.Configuration()
      configuration.idleTimeout = .zero
      configuration.reconnect = GraphQLReconnectPolicy(firstDelay: .milliseconds(20))
      #if os(Linux)
        configuration.curl.certificateAuthorities = URL(
          fileURLWithPath: try await Self.running.value.ready.authority)
      #endif
      configure(&configuration)
      return GraphQLClient(
        url: try await url(path, isSecure: isSecure),
        subscriptions: WebSocketTransport(configuration: configuration), timeout: .seconds(20))
    }

    private func stats() async throws -> Stats {
      let request = GraphQLHTTPRequest(method: .get, url: try await url("/stats"))
      return try JSONDecoder().decode(Stats.self, from: await URLSessionTransport().send(request).body)
    }

    private func eventually(
      _ condition: () async throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      for _ in 0..<200 {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(50))
      }
      Issue.record("it did not come about", sourceLocation: sourceLocation)
    }

    private func numbers(_ client: GraphQLClient, from start: Int) async throws -> [Int] {
      var numbers: [Int] = []
      for try await data in client.subscribe(to: CountdownSubscription(start: start)) {
        numbers.append(data.countdown)
      }
      return numbers
    }

    @Test func `fragments, pings and pieces, in both protocols`() async throws {
      #expect(try await numbers(client(), from: 5) == [5, 4, 3, 2, 1, 0])
      #expect(try await numbers(client("/legacy"), from: 2) == [2, 1, 0])
    }

    #if os(Linux)
      @Test func `over TLS, with a certificate that is checked`() async throws {
        #expect(try await numbers(client(isSecure: true), from: 3) == [3, 2, 1, 0])
        let strict = try await client(isSecure: true) { $0.curl.certificateAuthorities = nil }
        do {
          _ = try await numbers(strict, from: 1)
          Issue.record("nothing was thrown")
        } catch GraphQLSubscriptionError.connectionLost(let error) {
          #expect((error as? URLError)?.code == .serverCertificateUntrusted)
        }
      }
    #endif

    @Test func `event streams and parts in unusual forms`() async throws {
      for subscriptions in [EventStreamTransport(), MultipartTransport()]
        as [any GraphQLSubscriptionTransport]
      {
        var client = try await client()
        client.subscriptions = subscriptions
        #expect(try await numbers(client, from: 4) == [4, 3, 2, 1, 0], "\(subscriptions)")
      }
    }

    @Test func `a connection that breaks within a frame is made again`() async throws {
      #expect(try await numbers(client("/half"), from: 0) == [1, 2])
    }

    @Test func `a server that does not acknowledge`() async throws {
      let client = try await client("/silent") { configuration in
        configuration.acknowledgementTimeout = .milliseconds(50)
        configuration.reconnect = .never
      }
      do {
        _ = try await numbers(client, from: 0)
        Issue.record("nothing was thrown")
      } catch GraphQLSubscriptionError.notAcknowledged {}
      try await eventually { try await stats().connections == 0 }
    }

    @Test(arguments: [
      ("81027878", 4004), ("c100", 1002), ("8100 8100", 4004), ("810080", 1002), ("8300", 1002),
      ("0900", 1002), ("8180 00000000", 1002), ("8001 41", 1002), ("8101 ff", 1007), ("8801 03", 1002),
      ("8802 03ed", 1002), ("817f 0000000100000000", 1009), ("817e 0001 41", 1002),
    ])
    func `bytes against the rules close the connection by the code of the rule`(_ hex: String, _ code: Int)
      async throws
    {
      let text = hex.replacingOccurrences(of: " ", with: "")
      let client = try await client("/raw?hex=\(text)") { $0.reconnect = .never }
      do {
        _ = try await numbers(client, from: 0)
        Issue.record("nothing was thrown")
      } catch GraphQLSubscriptionError.invalidMessage {}
      try await eventually { try await stats().connections == 0 }
      let digits = String(code, radix: 16)
      let close = try await stats().last.first { $0.first == .opcode(0x88) }
      guard case .payload(let payload) = close?.last else {
        Issue.record("there was no Close frame")
        return
      }
      #expect(payload.hasPrefix(String(repeating: "0", count: 4 - digits.count) + digits))
    }

    @Test func `many subscriptions on one connection, and many more cancelled at random`() async throws {
      let client = try await client { $0.idleTimeout = .seconds(1) }
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
      let tasks = (0..<Self.load * 10).map { number in
        Task {
          let endless = CountdownSubscription(start: 100_000, intervalMs: 1000)
          for try await _ in client.subscribe(to: endless) where number % 3 == 0 { return }
        }
      }
      for (number, task) in tasks.enumerated() {
        if number % 20 == 0 { try await Task.sleep(for: .microseconds(Int.random(in: 0..<2000))) }
        task.cancel()
      }
      for task in tasks { _ = await task.result }
      try await eventually { try await stats().operations == 0 }
      try await eventually { try await stats().connections == 0 }
    }

    @Test func `after a restart a hundred subscriptions go on, none lost and none doubled`() async throws {
      let client = try await client()
      let seen = Locked<[Int: Int]>([:])
      let tasks = (0..<100).map { number in
        Task {
          let waiting = CountdownSubscription(start: number, intervalMs: -1)
          for try await data in client.subscribe(to: waiting) {
            seen.withLock { $0[data.countdown, default: 0] += 1 }
          }
        }
      }
      try await eventually { seen.withLock { $0.values.reduce(0, +) } == 100 }
      for round in 2...3 {
        _ = try await URLSessionTransport().send(
          GraphQLHTTPRequest(method: .get, url: try await url("/drop")))
        try await eventually { seen.withLock { $0.values.allSatisfy { $0 == round } } }
        #expect(try await stats().operations == 100)
        #expect(try await stats().connections == 1)
      }
      for task in tasks { task.cancel() }
      try await eventually { try await stats().operations == 0 }
      try await eventually { try await stats().connections == 0 }
    }

    #if os(Linux)
      @Test func `nothing is left behind`() async throws {
        func count(_ folder: String) -> Int {
          (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count) ?? 0
        }
        _ = try await numbers(client(), from: 0)
        try await eventually { try await stats().connections == 0 }
        let (threads, files) = (count("task"), count("fd"))
        for _ in 0..<20 { _ = try await numbers(client(), from: 0) }
        // What other tests of this process open and close in the meantime is little.
        try await eventually { count("task") <= threads + 6 && count("fd") <= files + 8 }
      }
    #endif
  }
}
