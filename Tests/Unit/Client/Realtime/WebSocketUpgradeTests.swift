#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import ApusClient
  @testable import ApusWebSocket

  /// What comes before a WebSocket is open, from a server over TCP.
  @Suite(.timeLimit(.minutes(15))) struct WebSocketUpgradeTests {
    private func opening(_ script: @escaping @Sendable (RawConnection) -> Void) async throws
      -> WebSocketOpening
    {
      let server = try RawServer { connection, _ in script(connection) }
      return try await CurlWebSocketConnector(configuration: GraphQLCurlTransport.Configuration()).connect(
        GraphQLHTTPRequest(method: .get, url: server.url), subprotocols: ["graphql-transport-ws"],
        limits: WebSocketLimits(keepAlive: nil, connectTimeout: .seconds(3600)))
    }

    @Test(arguments: [true, false])
    func `an early hint precedes the answer`(_ isInOnePiece: Bool) async throws {
      let opening = try await opening { connection in
        let socket = RawWebSocket(connection) { lines in
          let early = ["HTTP/1.1 103 Early Hints", "Link: </a>", ""]
          if isInOnePiece {
            lines = early + lines
          } else {
            connection.write(early.joined(separator: "\r\n") + "\r\n")
            usleep(50_000)
          }
        }
        socket?.send("hello")
        connection.waitForEnd()
      }
      guard case .opened(let connection, let response) = opening else {
        Issue.record("\(opening)")
        return
      }
      #expect(response.status == 101 && response.headers["Link"] == nil)
      #expect(try await connection.receive() == Data("hello".utf8))
      connection.close(1000, "")
    }

    @Test func `a server that sends nothing but interim responses breaks the rules`() async throws {
      let error = await #expect(throws: GraphQLSubscriptionError.self) {
        _ = try await opening { connection in
          _ = connection.readHead()
          while connection.write(String(repeating: "HTTP/1.1 100\r\n\r\n", count: 4096)) {}
        }
      }
      guard case .invalidMessage(let reason) = error else { throw try #require(error) }
      #expect(reason.contains("interim"))
    }

    @Test func `a rejection without a length has the body up to the end`() async throws {
      let opening = try await opening { connection in
        _ = connection.readHead()
        connection.write("HTTP/1.1 403 Forbidden\r\nX-Why: token\r\n\r\nnot ")
        usleep(50_000)
        connection.write("today")
      }
      guard case .rejected(let response) = opening else {
        Issue.record("\(opening)")
        return
      }
      #expect(response.status == 403 && response.headers["X-Why"] == "token")
      #expect(String(decoding: response.body, as: UTF8.self) == "not today")
    }

    @Test func `a rejection with a length is not waited for beyond it`() async throws {
      let opening = try await opening { connection in
        _ = connection.readHead()
        connection.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 3\r\n\r\nnot")
        connection.waitForEnd()
      }
      guard case .rejected(let response) = opening else {
        Issue.record("\(opening)")
        return
      }
      #expect(String(decoding: response.body, as: UTF8.self) == "not")
    }

    @Test func `a server that leaves without an answer has broken the connection`() async throws {
      for text in ["", "HTTP/1.1 101 Switching"] {
        let error = await #expect(throws: GraphQLConnectionError.self) {
          _ = try await opening { connection in
            _ = connection.readHead()
            connection.write(text)
          }
        }
        #expect(error?.code == .networkConnectionLost)
      }
    }

    @Test func `opening ends at once when it is cancelled`() async throws {
      let asked = Tally()
      let task = Task {
        _ = try await opening { connection in
          _ = connection.readHead()
          asked.add(1)
          connection.waitForEnd()
        }
      }
      try await eventually("the server has the request") { asked.value == 1 }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a reader who is cancelled before is not kept waiting`() async throws {
      let exchange = try await RawExchange { $0.frames() }
      let connection = exchange.connection
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        return try await connection.receive()
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      connection.close(1000, "")
    }
  }
#endif
