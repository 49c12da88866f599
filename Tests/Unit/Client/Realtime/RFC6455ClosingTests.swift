#if os(Linux)
  import ApusPlatform
  import ApusWebSocket
  import Foundation
  import Testing

  @testable import ApusClient

  /// Each MUST of RFC 6455, section 7, that binds a client, over TCP to a server that sees and sends bytes.
  @Suite struct RFC6455ClosingTests {
    @Test func `7-1-1: TCP ends after both Close frames, by the client when the server does not`()
      async throws
    {
      for isFirst in [true, false] {
        let exchange = try await RawExchange { socket in
          if isFirst { socket.close(1000) }
          let close = socket.frame()
          if !isFirst { socket.close(1000) }
          // Ends when the client has closed its end.
          return [close].compactMap { $0 } + socket.frames()
        }
        if !isFirst { exchange.connection.close(1000, "") }
        #expect(try await exchange.frames().map(\.opcode) == [8])
      }
    }

    /// The end that closes first keeps the port for minutes. A server has too many clients for that.
    @Test func `7-1-1: the server may close TCP first`() async throws {
      let waited = Locked<ContinuousClock.Duration?>(nil)
      let exchange = try await RawExchange { socket in
        let close = socket.frame()
        let start = ContinuousClock.now
        socket.close(1000)
        // Ends when the client has closed its end, which it does not do at once.
        _ = socket.frame()
        waited.withLock { $0 = .now - start }
        return [close].compactMap { $0 }
      }
      exchange.connection.close(1000, "")
      #expect(try await exchange.frames().map(\.opcode) == [8])
      #expect(try #require(waited.withLock { $0 }) > .milliseconds(100))
    }

    @Test func `7-1-1: a server that does not answer the Close frame is not waited for without end`()
      async throws
    {
      let exchange = try await RawExchange { $0.frames() }
      exchange.connection.close(1000, "")
      #expect(try await exchange.closure().code == 1006)
      #expect(try await exchange.frames().map(\.opcode) == [8])
    }

    @Test func `7-1-5: a Close frame without a code is 1005, TCP without a Close frame 1006`() async throws {
      let silent = try await RawExchange { socket in
        socket.send(0x88)
        return socket.frames()
      }
      #expect(try await silent.closure().code == 1005)
      #expect(try await silent.frames().first?.payload == [])
      let gone = try await RawExchange { _ in [] }
      #expect(try await gone.closure().code == 1006)
    }

    @Test func `7-1-6: the reason is what the server says`() async throws {
      let exchange = try await RawExchange { socket in
        socket.send(0x88, [0x11, 0x30] + Array("é: no".utf8))
        return socket.frames()
      }
      let closure = try await exchange.closure()
      #expect(closure == WebSocketClosure(code: 4400, reason: "é: no"))
    }

    @Test func `7-1-7: who fails the connection reads nothing any more, not even a Close frame`() async throws
    {
      let exchange = try await RawExchange { socket in
        socket.send("before")
        socket.send(0xC1)
        socket.send("after")
        socket.close(1000)
        return socket.frames()
      }
      let (messages, closure) = try await exchange.messages()
      #expect(messages == [Data("before".utf8)])
      #expect(closure.code == 1002)
      #expect(try await exchange.frames().map(\.opcode) == [8])
    }

    @Test func `7-1-7: who fails the connection closes TCP`() async throws {
      let exchange = try await RawExchange { socket in
        socket.send(0x83)
        // Ends when the client has closed its end; it is not answered.
        return socket.frames()
      }
      #expect(try await exchange.closure().isViolation)
      #expect(try await exchange.frames().count == 1)
    }

    @Test(
      arguments: [
        [], [0x81], [0x81, 126], [0x81, 126, 1], [0x81, 5, 65], [0x01, 1, 65], [0x89, 5, 1], [0x88, 2, 3],
      ] as [[UInt8]])
    func `7-2-1: a connection that is lost fails, wherever it breaks`(_ bytes: [UInt8]) async throws {
      for isReset in [false, true] {
        let exchange = try await RawExchange { socket in
          socket.send("before")
          _ = socket.frame()
          socket.connection.write(bytes)
          if isReset {
            usleep(10_000)
            socket.connection.reset()
          }
          return []
        }
        #expect(try await exchange.connection.receive() == Data("before".utf8))
        exchange.connection.send(Data("go on".utf8))
        let (messages, closure) = try await exchange.messages()
        #expect(messages.isEmpty)
        #expect(closure.code == 1006)
      }
    }

    @Test func `7-2-1: a handshake that is rejected fails`() async throws {
      let changes: [@Sendable (inout [String]) -> Void] = [
        { $0[1] = "Upgrade: h2c" }, { $0[2] = "Connection: close" }, { $0.remove(at: 3) },
        { $0[3] = "Sec-WebSocket-Accept: AAAA" }, { $0[4] = "Sec-WebSocket-Protocol: mqtt" },
        { $0[0] = "HTTP/2 101" }, { $0[0] = "hello" },
      ]
      for change in changes {
        let server = try RawServer { connection, _ in
          _ = RawWebSocket(connection, change)?.frames()
        }
        let error = await #expect(throws: GraphQLSubscriptionError.self) {
          try await connect(GraphQLHTTPRequest(method: .get, url: server.url))
        }
        guard case .invalidMessage = error else { throw try #require(error) }
      }
    }

    @Test func `a request that cannot open a WebSocket is invalid`() async throws {
      let requests = Tally()
      let server = try RawServer { connection, _ in
        if connection.readRequest() != nil { requests.add(1) }
      }
      for (url, headers, text) in [
        (server.url, ["X-A": "1\r\nX-B: 2"], "X-A has a line break"),
        (try #require(URL(string: "ftp://h/")), [:], "ftp://h/ is not a URL for a WebSocket"),
      ] as [(URL, GraphQLHTTPHeaders, String)] {
        let error = await #expect(throws: GraphQLClientError.self) {
          try await connect(GraphQLHTTPRequest(method: .get, url: url, headers: headers))
        }
        guard case .invalidRequest(let reason) = error else { throw try #require(error) }
        #expect(reason.contains(text))
      }
      #expect(requests.value == 0)
    }

    private func connect(_ request: GraphQLHTTPRequest) async throws -> WebSocketOpening {
      try await CurlWebSocketConnector(configuration: GraphQLCurlTransport.Configuration()).connect(
        request, subprotocols: ["graphql-transport-ws"], limits: WebSocketLimits())
    }

    @Test(arguments: [1004, 1005, 1006, 1015, 999, 5000, 0, -1, 70_000])
    func `7-4-1, 7-4-2: codes that must not be sent are not sent`(_ code: Int) async throws {
      let exchange = try await RawExchange { socket in
        let close = socket.frame()
        socket.close(1000)
        return [close].compactMap { $0 }
      }
      exchange.connection.close(code, "x")
      #expect(try await exchange.frames().map(\.payload) == [[]])
    }

    @Test(arguments: [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535])
    func `7-4-1, 7-4-2: codes that must not be sent fail the connection when they come`(_ code: Int)
      async throws
    {
      let exchange = try await RawExchange { socket in
        socket.close(code)
        return socket.frames()
      }
      let closure = try await exchange.closure()
      #expect(closure.code == 1002)
      #expect(closure.isViolation)
      #expect(try await exchange.frames().first?.code == 1002)
    }
  }
#endif
