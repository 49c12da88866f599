#if os(Linux)
  import ApusPlatform
  import ApusWebSocket
  import Foundation
  import TestSupport
  import Testing

  @testable import ApusClient

  /// Which thread delivers a connection's messages, and that none is lost or delivered twice.
  @Suite(.timeLimit(.minutes(15))) struct WebSocketDeliveryTests {
    private final class Receiver: WebSocketReceiver {
      struct Seen {
        var texts: [String] = []
        /// How many messages came on the thread that the receiver was made on.
        var ownCount = 0
        var closure: WebSocketClosure?
      }

      let seen = Locked(Seen())
      private let thread = pthread_self()

      func receive(_ message: Data) {
        let isOwn = pthread_equal(thread, pthread_self()) != 0
        seen.withLock { seen in
          seen.texts.append(String(decoding: message, as: UTF8.self))
          if isOwn { seen.ownCount += 1 }
        }
      }

      func end(_ closure: WebSocketClosure) { seen.withLock { $0.closure = closure } }
    }

    private static let texts = (0..<200).map(String.init)

    /// A connection that has received all messages when `hasReceived` is true.
    private func exchange(_ hasReceived: Locked<Bool>, staysOpen: Bool) async throws -> RawExchange {
      try await RawExchange { socket in
        for text in Self.texts { socket.send(text) }
        // The client answers a ping after it has read everything before it.
        socket.send(0x89)
        guard let pong = socket.frame() else { return [] }
        hasReceived.withLock { $0 = true }
        if staysOpen { return [pong] + socket.frames() }
        socket.close(1001)
        return socket.frames()
      }
    }

    /// Without an await, so that the receiver is made on the thread that delivers.
    private func deliver(from connection: any WebSocketConnection) -> Receiver {
      let receiver = Receiver()
      connection.deliver(to: receiver)
      return receiver
    }

    @Test func `a task that begins to read delivers 64 messages, and the connection's thread the rest`()
      async throws
    {
      let hasReceived = Locked(false)
      let exchange = try await exchange(hasReceived, staysOpen: true)
      try await eventually("the first message is received") { hasReceived.withLock { $0 } }
      let receiver = deliver(from: exchange.connection)
      try await eventually("all messages are delivered") {
        receiver.seen.withLock { $0.texts.count >= Self.texts.count }
      }
      let seen = receiver.seen.withLock { $0 }
      #expect(seen.texts == Self.texts)
      #expect(seen.ownCount == 64)
      #expect(seen.closure == nil)
      exchange.connection.close(1000, "")
    }

    @Test func `after the connection has ended, the task delivers everything, and the end`() async throws {
      let hasReceived = Locked(false)
      let exchange = try await exchange(hasReceived, staysOpen: false)
      // The server's script ends when the client has closed its end.
      _ = try await exchange.frames()
      let receiver = deliver(from: exchange.connection)
      try await eventually("the end is delivered") { receiver.seen.withLock { $0.closure != nil } }
      let seen = receiver.seen.withLock { $0 }
      #expect(seen.texts == Self.texts)
      #expect(seen.closure?.code == 1001)
    }

    @Test func `a receiver gets nothing after its connection is closed`() async throws {
      let isClosed = Locked(false)
      let exchange = try await RawExchange { socket in
        socket.send("before")
        blockThread { isClosed.withLock { $0 } }
        socket.send("after")
        return socket.frames()
      }
      let receiver = deliver(from: exchange.connection)
      try await eventually("the first message is delivered") { receiver.seen.withLock { !$0.texts.isEmpty } }
      exchange.connection.close(1000, "")
      isClosed.withLock { $0 = true }
      #expect(try await exchange.frames().map(\.opcode) == [8])
      #expect(receiver.seen.withLock { $0.texts } == ["before"])
      #expect(receiver.seen.withLock { $0.closure } == nil)
    }
  }
#endif
