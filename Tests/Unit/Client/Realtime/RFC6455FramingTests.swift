#if os(Linux)
  import ApusPlatform
  import ApusWebSocket
  import Foundation
  import Testing

  @testable import ApusClient

  /// Each MUST of RFC 6455, section 5, that binds a client, over TCP to a server that sees and sends bytes.
  @Suite struct RFC6455FramingTests {
    /// Sends bytes, and returns how the client ended the connection, and its frames.
    private func fail(
      _ bytes: [UInt8], limits: WebSocketLimits = WebSocketLimits(keepAlive: nil)
    ) async throws -> (WebSocketClosure, [RawWebSocket.Frame]) {
      let exchange = try await RawExchange(limits: limits) { socket in
        socket.connection.write(bytes)
        return socket.frames()
      }
      return (try await exchange.closure(), try await exchange.frames())
    }

    /// Checks that bytes make the client fail the connection with a code, told in a Close frame.
    private func expectFailure(
      _ bytes: [UInt8], _ code: Int = 1002, limits: WebSocketLimits = WebSocketLimits(keepAlive: nil),
      sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      let (closure, frames) = try await fail(bytes, limits: limits)
      #expect(closure.code == code, sourceLocation: sourceLocation)
      #expect(closure.isViolation, sourceLocation: sourceLocation)
      #expect(frames.map(\.opcode) == [8], sourceLocation: sourceLocation)
      #expect(frames.first?.code == code, sourceLocation: sourceLocation)
    }

    private static func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
      WebSocketFrameTests.frame(first, payload)
    }

    /// The frames of a client that sends a text, a pong, a ping and a Close frame.
    private func framesOfAllKinds() async throws -> [RawWebSocket.Frame] {
      var limits = WebSocketLimits()
      // Long enough that a busy machine answers in time.
      limits.keepAlive = .seconds(2)
      let exchange = try await RawExchange(limits: limits) { socket in
        socket.send(0x89, [1])
        var frames: [RawWebSocket.Frame] = []
        while Set(frames.map(\.opcode)) != [1, 9, 10], let frame = socket.frame() {
          frames.append(frame)
          if frame.opcode == 9 { socket.send(0x8A, frame.payload) }
        }
        socket.close(1000)
        return frames + socket.frames()
      }
      exchange.connection.send(Data("hello".utf8))
      _ = try await exchange.closure()
      return try await exchange.frames()
    }

    @Test func `5-1: a client masks all frames that it sends`() async throws {
      let frames = try await framesOfAllKinds()
      #expect(Set(frames.map(\.opcode)) == [1, 8, 9, 10])
      #expect(frames.allSatisfy { $0.isMasked })
    }

    @Test func `5-1: a client closes the connection when a frame is masked`() async throws {
      try await expectFailure([0x81, 0x81, 0, 0, 0, 0, 65])
    }

    @Test func `5-2: reserved bits are 0 in what a client sends`() async throws {
      let frames = try await framesOfAllKinds()
      #expect(frames.allSatisfy { $0.first & 0x70 == 0 })
    }

    @Test(arguments: [0xC1, 0xA1, 0x91] as [UInt8])
    func `5-2: a reserved bit fails the connection, since no extension was agreed upon`(_ first: UInt8)
      async throws
    {
      try await expectFailure([first, 0])
    }

    @Test(arguments: [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] as [UInt8])
    func `5-2: an unknown opcode fails the connection`(_ opcode: UInt8) async throws {
      try await expectFailure([0x80 | opcode, 0])
    }

    @Test(arguments: [(0, 0), (125, 0), (126, 2), (65535, 2), (65536, 8)])
    func `5-2: a length has the fewest bytes, in network byte order`(_ count: Int, _ lengthBytes: Int)
      async throws
    {
      let exchange = try await RawExchange { socket in
        let frame = socket.frame()
        socket.close(1000)
        return [frame].compactMap { $0 } + socket.frames()
      }
      exchange.connection.send(Data(repeating: 97, count: count))
      _ = try await exchange.closure()
      let frame = try #require(try await exchange.frames().first)
      #expect(frame.lengthBytes == lengthBytes)
      #expect(frame.payload == [UInt8](repeating: 97, count: count))
    }

    @Test func `5-2: the highest bit of a length is 0, or the connection fails`() async throws {
      try await expectFailure([0x81, 127, 0x80, 0, 0, 0, 0, 0, 0, 1])
    }

    @Test(arguments: [[0x81, 126, 0, 1], [0x81, 127, 0, 0, 0, 0, 0, 0, 1, 0]] as [[UInt8]])
    func `5-2: a length with more bytes than it needs fails the connection`(_ bytes: [UInt8]) async throws {
      try await expectFailure(bytes)
    }

    @Test func `5-3: each frame has a fresh masking key that nobody can foresee`() async throws {
      let count = 400
      let exchange = try await RawExchange { socket in
        let frames = (0..<count).compactMap { _ in socket.frame() }
        socket.close(1000)
        _ = socket.frames()
        return frames
      }
      for _ in 0..<count { exchange.connection.send(Data("same".utf8)) }
      _ = try await exchange.closure()
      let keys = try await exchange.frames().map(\.key)
      #expect(keys.count == count)
      // Of 400 keys of 32 bits, two are equal once in 54,000 runs, three never.
      #expect(Set(keys).count >= count - 1)
      // Each bit is set in half of the keys: 400 throws of a coin leave 120...280 once in 10^15.
      for bit in 0..<32 {
        let ones = keys.count { $0[bit / 8] >> (bit % 8) & 1 == 1 }
        #expect(120...280 ~= ones, "bit \(bit)")
      }
      // Nor does a key follow from the one before: their differences are not the same.
      let differences = Set(
        zip(keys, keys.dropFirst()).map { pair in zip(pair.0, pair.1).map { $0.0 &- $0.1 } })
      #expect(differences.count >= count - 3)
    }

    @Test func `5-3: a payload is masked byte by byte, whatever its length`() async throws {
      let texts = (0..<20).map { String("é🦊abcdefghijklmnopqrstuvwxyz".prefix($0)) }
      let exchange = try await RawExchange { socket in
        let frames = texts.compactMap { _ in socket.frame() }
        socket.close(1000)
        _ = socket.frames()
        return frames
      }
      for text in texts { exchange.connection.send(Data(text.utf8)) }
      _ = try await exchange.closure()
      #expect(try await exchange.frames().map(\.text) == texts)
    }

    @Test func `5-4: fragments come together in the order in which they were sent, of text and of bytes`()
      async throws
    {
      let exchange = try await RawExchange { socket in
        socket.send(0x81, Array("whole".utf8))
        socket.send(0x01, Array("a".utf8))
        for letter in "bcdefgh".utf8 { socket.send(0x00, [letter]) }
        socket.send(0x80, Array("i".utf8))
        socket.send(0x02, [0xFF])
        socket.send(0x80, [0xFE])
        socket.close(1000)
        return socket.frames()
      }
      let messages = try await exchange.messages().0
      #expect(messages == [Data("whole".utf8), Data("abcdefghi".utf8), Data([0xFF, 0xFE])])
    }

    @Test func `5-4: control frames are handled in the middle of a fragmented message, at once`() async throws
    {
      let exchange = try await RawExchange { socket in
        socket.send(0x01, [0xC3])
        socket.send(0x89, Array("now".utf8))
        // The rest of the message comes only after the pong.
        guard let pong = socket.frame() else { return [] }
        socket.send(0x00)
        socket.send(0x8A)
        socket.send(0x80, [0xA9])
        socket.close(1000)
        return [pong] + socket.frames()
      }
      #expect(try await exchange.messages().0 == [Data("é".utf8)])
      let frames = try await exchange.frames()
      #expect(frames.map(\.opcode) == [10, 8])
      #expect(frames.first?.text == "now")
    }

    @Test(arguments: [0x08, 0x09, 0x0A] as [UInt8])
    func `5-4: a control frame in fragments fails the connection`(_ first: UInt8) async throws {
      try await expectFailure([first, 0])
    }

    @Test func `5-4: a client's control frames are not fragmented`() async throws {
      let frames = try await framesOfAllKinds().filter { $0.opcode >= 8 }
      #expect(frames.allSatisfy { $0.first & 0x80 != 0 })
    }

    @Test(arguments: [0x01, 0x02, 0x81, 0x82] as [UInt8])
    func `5-4: fragments of two messages are not mixed`(_ first: UInt8) async throws {
      try await expectFailure(Self.frame(0x01, [65]) + Self.frame(first, [66]))
    }

    @Test(arguments: [0x00, 0x80] as [UInt8])
    func `5-4: a continuation belongs to a message`(_ first: UInt8) async throws {
      try await expectFailure([first, 0])
    }

    @Test(arguments: [0x88, 0x89, 0x8A] as [UInt8])
    func `5-5: a control frame of more than 125 bytes fails the connection`(_ first: UInt8) async throws {
      try await expectFailure([first, 126, 0, 126])
    }

    @Test func `5-5: a client's control frames have 125 bytes at most`() async throws {
      let exchange = try await RawExchange { socket in
        socket.send(0x89, [UInt8](repeating: 7, count: 125))
        guard let pong = socket.frame(), let close = socket.frame() else { return [] }
        socket.close(1000)
        return [pong, close] + socket.frames()
      }
      // The Close frame follows the pong, so that the pong is not left out.
      _ = try? await TimeLimit.run(.milliseconds(300)) { try await exchange.connection.receive() }
      exchange.connection.close(1000, String(repeating: "é", count: 200))
      let frames = try await exchange.frames()
      #expect(frames.map(\.opcode) == [10, 8])
      #expect(frames.allSatisfy { $0.payload.count <= 125 && $0.lengthBytes == 0 })
      #expect(
        String(bytes: frames[1].payload.dropFirst(2), encoding: .utf8) == String(repeating: "é", count: 61))
    }

    @Test func `5-5-1: a Close frame with half a code fails the connection`() async throws {
      try await expectFailure([0x88, 1, 3])
    }

    @Test func `5-5-1: the reason of a Close frame is UTF-8`() async throws {
      try await expectFailure(Self.frame(0x88, [0x03, 0xE8, 0xC3]), 1007)
    }

    @Test func `5-5-1: a Close frame begins with the code, in network byte order`() async throws {
      let exchange = try await RawExchange { socket in
        let frame = socket.frame()
        socket.close(4004)
        return [frame].compactMap { $0 }
      }
      exchange.connection.close(4004, "why")
      let frame = try #require(try await exchange.frames().first)
      #expect(frame.payload == [0x0F, 0xA4] + Array("why".utf8))
    }

    @Test func `5-5-1: nothing is sent after a Close frame`() async throws {
      let exchange = try await RawExchange { socket in
        let first = socket.frame()
        socket.send(0x89, [1])
        socket.close(1000)
        return [first].compactMap { $0 } + socket.frames()
      }
      exchange.connection.close(1000, "")
      exchange.connection.send(Data("late".utf8))
      exchange.connection.close(1001, "again")
      #expect(try await exchange.frames().map(\.opcode) == [8])
    }

    @Test(arguments: [1000, 1001, 1011, 3000, 4400, 4999])
    func `5-5-1: a Close frame is answered by one with the same code`(_ code: Int) async throws {
      let exchange = try await RawExchange { socket in
        socket.close(code)
        return socket.frames()
      }
      #expect(try await exchange.closure().code == code)
      let frames = try await exchange.frames()
      #expect(frames.map(\.opcode) == [8])
      #expect(frames.first?.code == code)
    }

    @Test func `5-5-2, 5-5-3: a ping is answered by a pong with the same bytes`() async throws {
      for payload in [[], [0], Array("Hello".utf8), [UInt8](0..<125)] as [[UInt8]] {
        let exchange = try await RawExchange { socket in
          socket.send(0x89, payload)
          let pong = socket.frame()
          socket.close(1000)
          return [pong].compactMap { $0 } + socket.frames()
        }
        _ = try await exchange.closure()
        let frames = try await exchange.frames()
        #expect(frames.map(\.opcode) == [10, 8])
        #expect(frames.first?.payload == payload)
      }
    }

    @Test func `5-5-2: after a Close frame a ping is not answered`() async throws {
      let exchange = try await RawExchange { socket in
        socket.connection.write(Self.frame(0x88, [0x03, 0xE8]) + Self.frame(0x89, [1]))
        return socket.frames()
      }
      _ = try await exchange.closure()
      #expect(try await exchange.frames().map(\.opcode) == [8])
    }

    @Test func `5-5-3: a pong that nobody asked for needs no answer`() async throws {
      let exchange = try await RawExchange { socket in
        socket.send(0x8A, [1, 2, 3])
        socket.send("text")
        socket.close(1000)
        return socket.frames()
      }
      #expect(try await exchange.messages().0 == [Data("text".utf8)])
      #expect(try await exchange.frames().map(\.opcode) == [8])
    }

    @Test(
      arguments: [
        [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
      ] as [[UInt8]])
    func `5-6, 8-1: a text that is not UTF-8 fails the connection with 1007`(_ payload: [UInt8]) async throws
    {
      try await expectFailure(Self.frame(0x81, payload), 1007)
      try await expectFailure(
        Self.frame(0x01, Array(payload.prefix(1))) + Self.frame(0x80, Array(payload.dropFirst())), 1007)
    }

    @Test func `5-6: a fragment of a text may end within a character`() async throws {
      let exchange = try await RawExchange { socket in
        let bytes = Array("é€🦊".utf8)
        for (index, byte) in bytes.enumerated() {
          let isLast = index == bytes.count - 1
          socket.send((isLast ? 0x80 : 0) | (index == 0 ? 1 : 0), [byte])
        }
        socket.close(1000)
        return socket.frames()
      }
      #expect(try await exchange.messages().0 == [Data("é€🦊".utf8)])
    }

    @Test func `5-8: no extension is offered, and none is accepted`() async throws {
      let request = Locked<String?>(nil)
      let server = try RawServer { connection, _ in
        let socket = RawWebSocket(connection) { $0.append("Sec-WebSocket-Extensions: permessage-deflate") }
        request.withLock { $0 = socket?.request.head }
        _ = socket?.frames()
      }
      await #expect(throws: GraphQLSubscriptionError.self) {
        try await CurlWebSocketConnector(configuration: GraphQLCurlTransport.Configuration()).connect(
          GraphQLHTTPRequest(method: .get, url: server.url), subprotocols: ["graphql-transport-ws"],
          limits: WebSocketLimits())
      }
      #expect(request.withLock { $0 }?.lowercased().contains("extensions") == false)
    }
  }
#endif
