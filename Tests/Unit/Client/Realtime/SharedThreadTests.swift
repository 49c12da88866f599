#if os(Linux)
  import ApusCurl
  import ApusPlatform
  import Foundation
  import TestSupport
  import Testing

  @testable import ApusClient
  @testable import ApusWebSocket

  /// Connections that could keep the thread from the others.
  @Suite(.serialized, .timeLimit(.minutes(15))) struct SharedThreadTests {
    private func echo() async throws -> RawExchange {
      try await RawExchange { socket in
        while let frame = socket.frame(), frame.opcode == 1 { socket.send(frame.text) }
        return []
      }
    }

    /// Shows that the thread has time for another connection.
    private func expectProgress(_ exchange: RawExchange) async throws {
      for number in 0..<10 {
        let text = Data("\(number)".utf8)
        exchange.connection.send(text)
        let answer = try await inTime("the answer to another connection") {
          try await exchange.connection.receive()
        }
        #expect(answer == text)
      }
    }

    private func open(
      _ url: URL, _ library: CurlLibrary, connectTimeout: Duration = .seconds(3600)
    ) async throws -> any WebSocketConnection {
      let opening = try await CurlWebSocketConnector(
        configuration: GraphQLCurlTransport.Configuration(), library: library
      ).connect(
        GraphQLHTTPRequest(method: .get, url: url), subprotocols: ["graphql-transport-ws"],
        limits: WebSocketLimits(keepAlive: nil, connectTimeout: connectTimeout))
      guard case .opened(let connection, _) = opening else { throw URLError(.badServerResponse) }
      return connection
    }

    @Test func `a server that sends on after both Close frames`() async throws {
      let library = try #require(ReplacedCurl.Flood.library)
      let hasEnded = Locked(false)
      let server = try RawServer { connection, _ in
        guard let socket = RawWebSocket(connection) else { return }
        blockThread { ReplacedCurl.Flood.isOn.withLock { $0 } }
        socket.close(1000)
        connection.waitForEnd()
        hasEnded.withLock { $0 = true }
      }
      let other = try await echo()
      let connection = try await open(server.url, library)
      ReplacedCurl.Flood.isOn.withLock { $0 = true }
      defer { ReplacedCurl.Flood.isOn.withLock { $0 = false } }
      let closure = await #expect(throws: WebSocketClosure.self) { try await connection.receive() }
      #expect(closure?.code == 1000)
      try await expectProgress(other)
      try await eventually("the connection is closed") { hasEnded.withLock { $0 } }
      other.connection.close(1000, "")
    }

    /// libcurl waits for them when a connection is closed; versions before 7.87 always do.
    @Test func `name lookups that do not end`() async throws {
      typealias Lookup = ReplacedCurl.Lookup
      defer { Lookup.isOver.withLock { $0 = true } }
      let other = try await echo()
      let url = try #require(URL(string: "http://server.example/"))
      for hasQuickExit in [true, false] {
        let library = try #require(Lookup.library(hasQuickExit: hasQuickExit))
        let (begun, waits) = (Lookup.begun.value, Lookup.waits.value)
        let task = Task { _ = try await open(url, library) }
        try await eventually("the lookup has begun") { Lookup.begun.value > begun }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        if !hasQuickExit {
          try await eventually("a thread waits for it") { Lookup.waits.value == waits + 1 }
        }
        try await expectProgress(other)
        #expect(Lookup.waits.value == waits + (hasQuickExit ? 0 : 1))
        if hasQuickExit { continue }
        // libcurl's own time limit would wait for the lookup, too.
        let error = await #expect(throws: GraphQLConnectionError.self) {
          _ = try await inTime("the end of its time") {
            try await open(url, library, connectTimeout: .milliseconds(20))
          }
        }
        #expect(error?.code == .timedOut)
        try await eventually("a thread waits for this one, too") { Lookup.waits.value == waits + 2 }
        try await expectProgress(other)
      }
      #expect(Lookup.closed.value == 1)
      Lookup.isOver.withLock { $0 = true }
      try await eventually("all are closed") { Lookup.closed.value == 3 }
      other.connection.close(1000, "")
    }
  }
#endif
