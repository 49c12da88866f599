#if os(Linux)
  import Apus
  import ApusClient
  import ApusPlatform
  import Foundation
  import Testing

  /// Connections over HTTP/2 that die without a word: `Tests/Systems/IntegrationServer/freezer.py` in front of `tls.py`.
  @Suite(
    .serialized, .enabled(if: TLSServers.areAvailable, "There is no Python for the servers, or no openssl."),
    .timeLimit(.minutes(15)))
  struct FrozenConnectionTests {
    private struct Ready: Decodable, Sendable {
      let port: Int
      let control: Int
    }

    /// A transport, and the way to its server, which can be frozen.
    private struct Route {
      let process: ServerProcess<Ready>
      let transport: GraphQLCurlTransport

      init() async throws {
        let port = try #require(try await TLSServers.url(\.good).port)
        process = try await ServerProcess<Ready>.start("freezer.py", ["--to", "\(port)"])
        transport = try GraphQLCurlTransport(
          GraphQLCurlTransport.Configuration(certificateAuthorities: try await TLSServers.authority()))
      }

      func url(_ path: String = "/") throws -> URL {
        try #require(URL(string: "https://localhost:\(process.ready.port)\(path)"))
      }

      /// Sends a request that must be answered within a second.
      func send(_ path: String = "/", size: Int = 2, timeout: Duration = .seconds(1)) async throws -> Int {
        let body = GraphQLHTTPBody.bytes(Data(repeating: 1, count: size))
        let request = GraphQLHTTPRequest(
          url: try url(path), body: body, timeout: timeout, isIdempotent: true)
        return try JSONDecoder().decode(Answer.self, from: await transport.send(request).body).connection
      }

      func freeze() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(process.ready.control)/"))
        _ = try await GraphQLCurlTransport()?.send(GraphQLHTTPRequest(method: .get, url: url))
      }
    }

    private struct Answer: Decodable { let connection: Int }

    private func expectTimeout(_ send: () async throws -> Int) async {
      let error = await #expect(throws: GraphQLClientError.self) { try await send() }
      guard case .timedOut? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test(arguments: [2, 300_000])
    func `a connection on which nothing comes gets no more requests`(_ size: Int) async throws {
      let route = try await Route()
      defer { route.process.stop() }
      let first = try await route.send(timeout: .seconds(60))
      try await route.freeze()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { await expectTimeout { try await route.send(size: size) } } }
      }
      for _ in 0..<8 {
        #expect(try await route.send(size: size, timeout: .seconds(60)) != first)
      }
    }

    @Test func `a connection whose server never returns the flow control gets no more requests`() async throws
    {
      let route = try await Route()
      defer { route.process.stop() }
      let first = try await route.send(timeout: .seconds(60))
      await expectTimeout { try await route.send("/hoard", size: 300_000) }
      #expect(try await route.send(size: 100_000, timeout: .seconds(60)) != first)
    }

    @Test func `a slow response costs no connection on which others come`() async throws {
      let route = try await Route()
      defer { route.process.stop() }
      let first = try await route.send(timeout: .seconds(60))
      let isOver = Locked(false)
      let slow = Task {
        await expectTimeout { try await route.send("/silent", timeout: .seconds(2)) }
        isOver.withLock { $0 = true }
      }
      while !isOver.withLock({ $0 }) { #expect(try await route.send(timeout: .seconds(60)) == first) }
      await slow.value
      #expect(try await route.send(timeout: .seconds(60)) == first)
    }

    @Test func `an event stream on which nothing comes is opened on another connection`() async throws {
      let route = try await Route()
      defer { route.process.stop() }
      var client = GraphQLClient(url: try route.url("/events"), transport: route.transport)
      client.subscriptions = GraphQLHTTPSubscriptionTransport(
        .eventStream, reconnect: GraphQLReconnectPolicy(firstDelay: .milliseconds(10)),
        maximumSilence: .seconds(1))
      var connections: [Int] = []
      for try await data in client.subscribe(to: CountdownSubscription(start: 1)) {
        connections.append(data.countdown)
        if connections.count == 2 { break }
        try await route.freeze()
      }
      #expect(Set(connections).count == 2)
    }
  }
#endif
