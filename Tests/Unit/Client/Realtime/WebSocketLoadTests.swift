#if os(Linux)
  import ApusPlatform
  import ApusWebSocket
  import Foundation
  import TestSupport
  import Testing

  @testable import ApusClient

  /// Messages and servers that are long, slow, or stand still.
  @Suite struct WebSocketLoadTests {
    private static let sixteen = 16 << 20

    @Test(arguments: [1, 3, 1000])
    func `a message of sixteen megabytes in so many frames, with pings between them`(_ count: Int)
      async throws
    {
      let exchange = try await RawExchange { socket in
        let size = (Self.sixteen + count - 1) / count
        for number in 0..<count {
          let payload = [UInt8](repeating: 97, count: min(size, Self.sixteen - number * size))
          socket.send((number == count - 1 ? 0x80 : 0) | (number == 0 ? 1 : 0), payload)
          if number < count - 1 { socket.send(0x89, [UInt8(number & 0xFF)]) }
        }
        socket.close(1000)
        return socket.frames()
      }
      let messages = try await exchange.messages().0
      #expect(messages.map(\.count) == [Self.sixteen])
      #expect(messages.first == Data(repeating: 97, count: Self.sixteen))
    }

    @Test func `two hundred open connections share a thread`() async throws {
      let end = Locked(false)
      let server = try RawServer { connection, _ in
        guard RawWebSocket(connection) != nil else { return }
        blockThread { end.withLock { $0 } }
      }
      defer { end.withLock { $0 = true } }
      let connector = CurlWebSocketConnector(configuration: GraphQLCurlTransport.Configuration())
      let request = GraphQLHTTPRequest(method: .get, url: server.url)
      var connections: [any WebSocketConnection] = []
      for _ in 0..<200 {
        let opening = try await connector.connect(
          request, subprotocols: ["graphql-transport-ws"], limits: WebSocketLimits())
        guard case .opened(let connection, _) = opening else { throw URLError(.badServerResponse) }
        connections.append(connection)
      }
      let folder = "/proc/self/task"
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
        try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8)
      }
      let own = names.filter { $0.hasPrefix("Apus WebSocket") }
      // Another test's last connection may just have ended with the thread before.
      #expect(1...2 ~= own.count)
      for connection in connections { connection.close(1000, "") }
    }

    @Test func `frames of which each byte comes alone`() async throws {
      let exchange = try await RawExchange { socket in
        let text = Array("é🦊".utf8)
        let bytes =
          WebSocketFrameTests.frame(0x01, Array(text.prefix(1))) + WebSocketFrameTests.frame(0x89, [1])
          + WebSocketFrameTests.frame(0x80, Array(text.dropFirst()))
          + WebSocketFrameTests.frame(0x81, [UInt8](repeating: 98, count: 300))
        for byte in bytes {
          socket.connection.write([byte])
          usleep(200)
        }
        socket.close(1000)
        return socket.frames()
      }
      let expected = [Data("é🦊".utf8), Data(repeating: 98, count: 300)]
      #expect(try await exchange.messages().0 == expected)
      #expect(try await exchange.frames().map(\.opcode) == [10, 8])
    }

    @Test func `a message of sixteen megabytes goes to the server, too`() async throws {
      let exchange = try await RawExchange { socket in
        let frame = socket.frame()
        socket.close(1000)
        return [frame].compactMap { $0 } + socket.frames()
      }
      exchange.connection.send(Data(repeating: 99, count: Self.sixteen))
      #expect(try await exchange.closure().code == 1000)
      #expect(try await exchange.frames().first?.bytes.count == Self.sixteen)
    }

    @Test func `a server that neither reads nor speaks is given up`() async throws {
      var limits = WebSocketLimits()
      limits.keepAlive = .milliseconds(100)
      let end = Locked(false)
      let exchange = try await RawExchange(limits: limits) { _ in
        blockThread { end.withLock { $0 } }
        return []
      }
      // More than the system takes for a peer that does not read.
      for _ in 0..<16 { exchange.connection.send(Data(repeating: 99, count: 1 << 20)) }
      let closure = try await exchange.closure()
      end.withLock { $0 = true }
      #expect(closure.code == 1006)
      #expect(closure.reason.contains("silent"))
    }

    @Test func `a server that speaks without reading is heard`() async throws {
      let exchange = try await RawExchange { socket in
        for number in 0..<1000 {
          socket.send(0x89, [UInt8](repeating: 1, count: 125))
          socket.send("\(number)")
        }
        socket.close(1000)
        return socket.frames()
      }
      for _ in 0..<16 { exchange.connection.send(Data(repeating: 99, count: 1 << 20)) }
      let messages = try await exchange.messages().0
      #expect(messages.map { String(decoding: $0, as: UTF8.self) } == (0..<1000).map(String.init))
      // Pings that could not be answered in time are answered by one pong; the messages went before it.
      #expect(try await exchange.frames().filter { $0.opcode == 10 }.count <= 1000)
    }

    @Test func `while nobody receives, the server has to wait, and nothing is lost`() async throws {
      let (count, size) = (400, 1 << 18)
      let written = Tally()
      let exchange = try await RawExchange { socket in
        for _ in 0..<count {
          socket.send(0x81, [UInt8](repeating: 97, count: size))
          written.add(1)
        }
        socket.close(1000)
        return socket.frames()
      }
      // Wait until the server does not get on any more.
      var last = -1
      while written.value != last || last == 0 {
        last = written.value
        try await Task.sleep(for: .milliseconds(300))
      }
      // What the client holds, and what the system does on both ends: far less than the 100 megabytes.
      #expect(last < count / 2)
      let messages = try await exchange.messages().0
      #expect(messages.count == count)
      #expect(messages.allSatisfy { $0.count == size })
    }
  }
#endif
