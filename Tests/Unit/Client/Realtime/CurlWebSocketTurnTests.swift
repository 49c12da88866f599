#if os(Linux)
  import ApusCurl
  import ApusPlatform
  import Foundation
  import TestSupport
  import Testing

  @testable import ApusClient
  @testable import ApusWebSocket

  /// The turns of connections, which a test takes in place of their thread.
  @Suite(.timeLimit(.minutes(15))) struct CurlWebSocketTurnTests {
    private static func opening(
      _ url: URL, _ limits: WebSocketLimits = WebSocketLimits(keepAlive: nil),
      _ library: CurlLibrary? = .shared, proxy: URL? = nil
    ) throws -> CurlWebSocketOpening {
      let connection = CurlWebSocket(limits, connectTimeout: .seconds(3600), usesProxy: proxy != nil) {
        easy in
        if let proxy { easy.set(.proxy, proxy.absoluteString) }
      }
      let handshake = WebSocketHandshake(subprotocols: [])
      return CurlWebSocketOpening(
        connection: connection, url: url, handshake: handshake, head: try handshake.request(url, []),
        library: try #require(library))
    }

    /// Takes turns until a condition holds.
    private static func repeatedly(
      _ sockets: CurlSockets, _ turn: ([CurlSockets.Ready]) throws -> Bool
    ) throws {
      var ready: [CurlSockets.Ready] = []
      for _ in 0..<12_000 {
        if try turn(ready) { return }
        ready = sockets.wait(milliseconds: 10)
      }
      throw WaitedInVain(description: "the sockets are not ready")
    }

    /// A connection over TCP, without a handshake.
    private final class Link {
      let sockets: CurlSockets
      let descriptors: CurlWebSocketDescriptors
      let connection: CurlWebSocket
      private(set) var input: CurlSocketInput?

      init(_ url: URL, keepAlive: Duration? = nil) throws {
        let opening = try CurlWebSocketTurnTests.opening(url, WebSocketLimits(keepAlive: keepAlive))
        sockets = try #require(CurlSockets())
        descriptors = CurlWebSocketDescriptors(sockets)
        connection = opening.connection
        let input = try CurlSocketInput(opening, descriptors)
        self.input = input
        try CurlWebSocketTurnTests.repeatedly(sockets) { ready in
          for ready in ready { if try input.connect(ready, .now) { return true } }
          return try input.connect(nil, .now)
        }
      }

      func service(_ start: SteadyTime) throws -> CurlWebSocketService {
        CurlWebSocketService(connection, try #require(input), start)
      }

      func waitUntilReady() throws { try CurlWebSocketTurnTests.repeatedly(sockets) { !$0.isEmpty } }

      func close() {
        descriptors.release(connection.number)
        input = nil
      }
    }

    private func after(_ start: SteadyTime, _ seconds: Double) -> SteadyTime {
      start + SteadyTime.Interval(.seconds(seconds))
    }

    /// `epoll` reports 64 sockets at once, so that a turn may be due before its socket is reported.
    @Test(arguments: [true, false])
    func `a pong that waits in the socket counts, although its time is over`(_ isReported: Bool) throws {
      let isFirstTurnOver = DispatchSemaphore(value: 0)
      let server = try RawServer { connection, _ in
        // The first ping is answered, the second is not.
        _ = connection.readBytes(6)
        isFirstTurnOver.wait()
        connection.write([0x8A, 0])
        connection.waitForEnd()
      }
      let link = try Link(server.url, keepAlive: .seconds(10))
      let start = SteadyTime.now
      let service = try link.service(start)
      let first = service.turn(true, after(start, 11))
      isFirstTurnOver.signal()
      guard case .waiting = first else { throw WaitedInVain(description: "\(first)") }
      try link.waitUntilReady()
      let second = service.turn(isReported, after(start, 10_000))
      guard case .waiting = second else { throw WaitedInVain(description: "\(second)") }
      let third = service.turn(false, after(start, 20_000))
      guard case .lost(let reason) = third else { throw WaitedInVain(description: "\(third)") }
      #expect(reason.contains("silent"))
    }

    @Test(arguments: [true, false])
    func `a Close frame that waits in the socket counts, although its time is over`(_ isReported: Bool) throws
    {
      let isFirstTurnOver = DispatchSemaphore(value: 0)
      let server = try RawServer { connection, _ in
        _ = connection.readBytes(8)
        isFirstTurnOver.wait()
        connection.write([0x88, 2, 0x03, 0xE8])
        connection.waitForEnd()
      }
      let link = try Link(server.url)
      let service = try link.service(.now)
      link.connection.close(1000, "")
      let first = service.turn(true, .now)
      isFirstTurnOver.signal()
      guard case .waiting = first else { throw WaitedInVain(description: "\(first)") }
      try link.waitUntilReady()
      let second = service.turn(isReported, after(.now, 10_000))
      guard case .closed = second else { throw WaitedInVain(description: "\(second)") }
    }

    @Test func `a server that keeps sending without a Close frame is left`() throws {
      let message = WebSocketFrameTests.frame(0x82, [UInt8](repeating: 1, count: 1 << 20))
      let server = try RawServer { connection, _ in while connection.write(message) {} }
      let link = try Link(server.url)
      let service = try link.service(.now)
      link.connection.close(1000, "")
      for _ in 0..<1000 {
        switch service.turn(true, after(.now, 10_000)) {
        case .again: continue
        case .lost(let reason):
          #expect(reason.contains("Close"))
          return
        case let turn: throw WaitedInVain(description: "\(turn)")
        }
      }
      Issue.record("it is not left")
    }

    @Test func `each read of the response ends a turn, and its time limit counts`() throws {
      typealias Trickle = ReplacedCurl.Trickle
      let server = try RawServer { connection, _ in connection.waitForEnd() }
      let sockets = try #require(CurlSockets())
      let opening = try Self.opening(server.url, WebSocketLimits(keepAlive: nil), Trickle.library)
      let run = try #require(CurlWebSocketRun(opening, CurlWebSocketDescriptors(sockets)))
      func isReading(_ turn: CurlWebSocketRun.Turn) throws -> Bool {
        switch turn {
        case .waiting: return false
        case .again: return true
        case .over: throw WaitedInVain(description: "the opening has ended")
        }
      }
      try Self.repeatedly(sockets) { try isReading(run.turn($0.first, .now)) }
      #expect(Trickle.reads.value == 1)
      for count in 2..<10 {
        #expect(try isReading(run.turn(nil, .now)))
        #expect(Trickle.reads.value == count)
      }
      let last = run.turn(nil, after(.now, 10_000))
      guard case .over = last else { throw WaitedInVain(description: "\(last)") }
    }

    /// Like a process that was started while the connection was open.
    @Test func `a socket that is closed is no longer waited for, although another process has it`() throws {
      let isClosed = Locked(false)
      let server = try RawServer { connection, _ in
        blockThread { isClosed.withLock { $0 } }
        connection.write("late")
        connection.waitForEnd()
      }
      let link = try Link(server.url)
      link.input?.watch(read: true, write: false)
      let copy = dup(try #require(link.descriptors.owners.keys.first))
      defer { close(copy) }
      link.close()
      isClosed.withLock { $0 = true }
      var poll = pollfd(fd: copy, events: Int16(POLLIN), revents: 0)
      #expect(Foundation.poll(&poll, 1, 120_000) == 1)
      #expect(link.sockets.wait(milliseconds: 0).isEmpty)
    }

    /// Each step may be one of TLS, which takes milliseconds.
    @Test func `of the connections that open, one continues in each turn`() throws {
      typealias Counting = ReplacedCurl.Counting
      let (answers, requests) = (Locked(false), Tally())
      let proxy = try RawServer { connection, _ in
        _ = connection.readHead()
        requests.add(1)
        blockThread { answers.withLock { $0 } }
        // The start of a response.
        connection.write("HTTP/1.1 ")
        connection.waitForEnd()
      }
      defer { answers.withLock { $0 = true } }
      let url = try #require(URL(string: "http://server.example/"))
      let openings = try (0..<10).map { _ in
        try Self.opening(url, WebSocketLimits(keepAlive: nil), Counting.library, proxy: proxy.url)
      }
      let sockets = try #require(CurlSockets())
      let runs = CurlWebSocketRuns(sockets)
      var opening = openings
      try Self.repeatedly(sockets) { ready in
        runs.turn(opening, [], ready)
        opening = []
        return ready.isEmpty && requests.value == 10
      }
      answers.withLock { $0 = true }
      try Self.repeatedly(sockets) { $0.count == 10 }
      for _ in 0..<10 {
        let earlier = Counting.sockets.value
        runs.turn([], [], sockets.wait(milliseconds: 0))
        #expect(Counting.sockets.value == earlier + 1)
      }
      #expect(sockets.wait(milliseconds: 0).isEmpty)
    }

    @Test func `connections that have ended own no socket`() throws {
      // libcurl waits for the proxy, which does not answer.
      let proxy = try RawServer { connection, _ in connection.waitForEnd() }
      let url = try #require(URL(string: "http://server.example/"))
      let openings = try (0..<20).map { _ in try Self.opening(url, proxy: proxy.url) }
      let sockets = try #require(CurlSockets())
      let runs = CurlWebSocketRuns(sockets)
      var opening = openings
      try Self.repeatedly(sockets) { ready in
        runs.turn(opening, [], ready)
        opening = []
        return runs.sockets.owners.count == 20
      }
      for opening in openings.dropFirst() { opening.connection.abandon() }
      runs.turn([], Set(openings.map(\.connection.number)), [])
      #expect(Array(runs.sockets.owners.values) == [openings[0].connection.number])
    }
  }
#endif
