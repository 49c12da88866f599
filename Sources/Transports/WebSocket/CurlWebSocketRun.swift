#if os(Linux)
  import ApusCurl
  import ApusHTTP
  import ApusPlatform

  /// A connection to open.
  struct CurlWebSocketOpening: Sendable {
    let connection: CurlWebSocket
    let url: URL
    let handshake: WebSocketHandshake
    /// The request that opens the connection.
    let head: Data
    let library: CurlLibrary
  }

  /// The course of one connection. Only the loop's thread uses it, and each turn does what is possible without waiting.
  final class CurlWebSocketRun {
    /// The result of a turn.
    enum Turn {
      /// The next turn is due when the socket is ready, a task has changed something, or at ``CurlWebSocketRun/due``.
      case waiting
      /// There may be more to read, after the turns of other connections.
      case again
      /// The connection has ended.
      case over
    }

    private enum Phase {
      /// libcurl opens the connection.
      case connecting
      /// The handshake is being sent: its bytes that are left.
      case greeting(Data)
      /// The response to the handshake is being read, within the limit.
      case listening(HTTPHeadReader)
      /// The body of a rejection is being read, until it has this many bytes.
      case rejected(GraphQLHTTPResponse, wanted: Int)
      case open(CurlWebSocketService)
      /// Both Close frames were exchanged. The server should close the connection first, but quickly.
      case closing
    }

    let number: Int
    /// The time of the next turn if nothing else happens; nil for never.
    private(set) var due: SteadyTime?
    private let opening: CurlWebSocketOpening
    private let input: CurlSocketInput
    private var phase = Phase.connecting
    /// The time limit of the phase.
    private var limit: SteadyTime?

    private var connection: CurlWebSocket { opening.connection }

    /// Whether libcurl is opening the connection.
    var isConnecting: Bool {
      if case .connecting = phase { return true }
      return false
    }

    /// - Returns: nil if the connection cannot be opened, which it reports.
    init?(_ opening: CurlWebSocketOpening, _ sockets: CurlWebSocketDescriptors) {
      number = opening.connection.number
      self.opening = opening
      do {
        input = try CurlSocketInput(opening, sockets)
      } catch {
        opening.connection.didNotOpen(error)
        return nil
      }
    }

    /// Does what is possible now.
    ///
    /// - Parameter ready: a socket that is ready; nil if there is none.
    func turn(_ ready: CurlSockets.Ready?, _ now: SteadyTime) -> Turn {
      if case .open(let service) = phase { return serve(service, ready != nil, now) }
      if case .closing = phase { return drain(now) }
      do {
        if connection.isAbandoned { throw CancellationError() }
        return try open(ready, now)
      } catch {
        connection.didNotOpen(error)
        return .over
      }
    }

    // MARK: - Opening

    /// Each read ends the turn: a server that keeps sending must not keep the thread.
    private func open(_ ready: CurlSockets.Ready?, _ now: SteadyTime) throws -> Turn {
      while true {
        switch phase {
        case .connecting:
          guard try input.connect(ready, now) else {
            due = input.connectionDue
            return .waiting
          }
          limit = now + SteadyTime.Interval(connection.limits.connectTimeout)
          phase = .greeting(opening.head)
        case .greeting(var rest):
          if let failure = input.send(&rest) {
            throw GraphQLConnectionError(.networkConnectionLost, failure)
          }
          guard rest.isEmpty else {
            phase = .greeting(rest)
            return try wait(read: false, write: true, now)
          }
          phase = .listening(HTTPHeadReader())
        case .listening(var reader):
          switch input.receive() {
          case .end(let reason): throw GraphQLConnectionError(.networkConnectionLost, reason)
          case .nothing:
            phase = .listening(reader)
            return try wait(read: true, write: false, now)
          case .bytes(let bytes):
            guard let (response, rest) = try reader.read(bytes) else {
              phase = .listening(reader)
              try checkLimit(now)
              return .again
            }
            return try answered(response, rest, now) ? .again : .over
          }
        case .rejected(var response, let wanted):
          if response.body.count < wanted, limit.map({ now < $0 }) ?? true {
            switch input.receive() {
            case .bytes(let bytes):
              response.body.append(contentsOf: bytes)
              phase = .rejected(response, wanted: wanted)
              return .again
            case .nothing: return try wait(read: true, write: false, now)
            case .end: break
            }
          }
          connection.wasRejected(response)
          return .over
        case .open, .closing: return .again
        }
      }
    }

    /// Waits for the socket within the limit of the phase.
    private func wait(read: Bool, write: Bool, _ now: SteadyTime) throws -> Turn {
      try checkLimit(now)
      input.watch(read: read, write: write)
      due = limit
      return .waiting
    }

    private func checkLimit(_ now: SteadyTime) throws {
      if let limit, limit <= now { throw GraphQLConnectionError(.timedOut) }
    }

    /// Decides by the response to the handshake.
    ///
    /// - Returns: false if no task waits for the connection.
    private func answered(_ response: GraphQLHTTPResponse, _ rest: Data, _ now: SteadyTime) throws -> Bool {
      guard response.status == 101 else {
        var response = response
        response.body = rest
        // Enough of the body to explain the reason.
        let wanted = response.headers["Content-Length"].flatMap { Int($0) } ?? 1 << 14
        limit = now + SteadyTime.Interval(.seconds(2))
        phase = .rejected(response, wanted: min(wanted, 1 << 16))
        return true
      }
      let subprotocol = try opening.handshake.check(response)
      guard connection.didOpen(response, subprotocol) else { return false }
      rest.withUnsafeBytes { connection.received($0) }
      phase = .open(CurlWebSocketService(connection, input, now))
      return true
    }

    // MARK: - Running

    private func serve(_ service: CurlWebSocketService, _ isReady: Bool, _ now: SteadyTime) -> Turn {
      switch service.turn(isReady, now) {
      case .waiting(let due):
        self.due = due
        return .waiting
      case .again:
        due = nil
        return .again
      case .closed:
        let now = SteadyTime.now
        limit = now + SteadyTime.Interval(Self.closingTime)
        phase = .closing
        return drain(now)
      case .lost(let reason):
        connection.ended(reason)
        return left()
      }
    }

    /// The time for the server to close the connection.
    private static let closingTime: Duration = .milliseconds(500)

    /// The number of pieces that a turn drops.
    private static let droppedPieces = 4

    /// Reads until the server closes the connection. It may keep sending instead, so that a turn only reads a few pieces.
    private func drain(_ now: SteadyTime) -> Turn {
      guard let limit, now < limit else { return left() }
      due = limit
      for _ in 0..<Self.droppedPieces {
        switch input.receive() {
        case .bytes: continue
        case .nothing:
          input.watch(read: true, write: false)
          return .waiting
        case .end: return left()
        }
      }
      return .again
    }

    private func left() -> Turn {
      connection.threadEnded()
      return .over
    }
  }
#endif
