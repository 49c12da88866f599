#if os(Linux)
  import ApusCurl
  import ApusPlatform
  import ApusHTTP

  /// The thread of one connection. Only this thread uses the handle, and it sleeps in `poll`, outside of Swift's thread pool.
  final class CurlWebSocketThread: Sendable {
    private let connection: CurlWebSocket
    private let url: URL
    private let handshake: WebSocketHandshake
    private let head: Data
    private let functions: CurlSocketFunctions

    init(
      _ connection: CurlWebSocket, _ url: URL, _ handshake: WebSocketHandshake, _ head: Data,
      _ functions: CurlSocketFunctions
    ) {
      self.connection = connection
      self.url = url
      self.handshake = handshake
      self.head = head
      self.functions = functions
    }

    /// Opens the connection, and runs it until it ends.
    func run() {
      Self.blockBrokenPipeSignal()
      guard let easy = CurlEasy(functions.library) else {
        return connection.didNotOpen(GraphQLConnectionError(.unknown))
      }
      do {
        let socket = try connect(easy)
        var input = CurlSocketInput(easy, functions, connection, socket, isPlain: isPlain)
        if let rest = try shakeHands(&input) {
          serve(&input, rest)
          connection.threadEnded()
        }
      } catch {
        connection.didNotOpen(error)
      }
    }

    /// TLS libraries write to a socket that the server has closed, and the resulting signal would end the process.
    private static func blockBrokenPipeSignal() {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Lets libcurl connect.
    private func connect(_ easy: CurlEasy) throws -> Int32 {
      easy.reset()
      guard easy.set(.url, url.absoluteString) else { throw GraphQLConnectionError(.badURL) }
      easy.set(.connectOnly, 1)
      easy.set(.noSignal, 1)
      // Otherwise libcurl may offer HTTP/2 to the server.
      easy.set(.httpVersion, Self.http11)
      // A proxy only forwards unknown protocols through a tunnel.
      easy.set(.httpProxyTunnel, 1)
      easy.set(.suppressConnectHeaders, 1)
      easy.set(.tcpKeepAlive, 1)
      try connection.apply(easy)
      easy.set(.noProgress, 0)
      let callback: @convention(c) (UnsafeMutableRawPointer?, Int, Int, Int, Int) -> Int32 = {
        context, _, _, _, _ in
        guard let context else { return 0 }
        return Unmanaged<CurlWebSocket>.fromOpaque(context).takeUnretainedValue().isAbandoned ? 1 : 0
      }
      easy.set(.progressFunction, unsafeBitCast(callback, to: UnsafeRawPointer.self))
      // The connection outlives the handle, because this thread retains both.
      easy.set(.progressData, UnsafeRawPointer(Unmanaged.passUnretained(connection).toOpaque()))
      let code = functions.perform(easy.handle)
      guard code == 0 else { throw GraphQLConnectionError(curl: code, easy.text(of: code), url: url) }
      guard let socket = functions.socket(easy.handle) else {
        throw GraphQLConnectionError(.cannotConnectToHost)
      }
      return socket
    }

    /// Whether TLS is used neither for the server nor for a proxy.
    private var isPlain: Bool {
      let proxies = ["http_proxy", "all_proxy", "ALL_PROXY"]
      return url.scheme?.lowercased() == "http" && !connection.usesProxy
        && !proxies.contains { ProcessInfo.processInfo.environment[$0] != nil }
    }

    /// CURL_HTTP_VERSION_1_1
    private static let http11 = 2

    /// Sends the handshake and reads the response.
    ///
    /// - Returns: the first bytes after the response; nil if there is no connection to run.
    private func shakeHands(_ input: inout CurlSocketInput) throws -> Data? {
      let deadline = SteadyTime.now + SteadyTime.Interval(connection.limits.connectTimeout)
      try input.sendAll(head, until: deadline)
      var reader = HTTPHeadReader()
      while true {
        guard let piece = try input.receive(until: deadline) else {
          throw GraphQLConnectionError(.networkConnectionLost)
        }
        guard let (response, rest) = try piece.withUnsafeBytes({ try reader.read($0) }) else { continue }
        // 100 and 103 precede the final response.
        if 100..<200 ~= response.status, response.status != 101 {
          reader = HTTPHeadReader()
          if let next = try rest.withUnsafeBytes({ try reader.read($0) }) {
            return try finish(next.0, next.rest, &input)
          }
          continue
        }
        return try finish(response, rest, &input)
      }
    }

    private func finish(
      _ response: GraphQLHTTPResponse, _ rest: Data, _ input: inout CurlSocketInput
    ) throws -> Data? {
      guard response.status == 101 else {
        var response = response
        response.body = input.body(of: response, beginningWith: rest)
        connection.wasRefused(response)
        return nil
      }
      let subprotocol = try handshake.check(response)
      return connection.didOpen(response, subprotocol) ? rest : nil
    }

    /// Transfers bytes between the server and the session, until both are done.
    private func serve(_ input: inout CurlSocketInput, _ first: Data) {
      first.withUnsafeBytes { connection.received($0) }
      var output = Data()
      var now = SteadyTime.now
      var watch = SilenceWatch(connection.limits, now)
      // The socket does not report bytes that TLS has already read, so the thread only sleeps after a read that found nothing.
      var mayHaveInput = true
      while true {
        var state = connection.threadState()
        if state.hasUndelivered {
          // Deliver the messages that are left by the tasks that took over from this thread.
          connection.deliver()
          state = connection.threadState()
        }
        if state.hasOutput || !output.isEmpty {
          if let failure = input.send(&output, { connection.takeOutput() }) {
            return connection.ended(failure)
          }
          state = connection.threadState()
        }
        if state.hasEnded, output.isEmpty, !state.hasOutput {
          // Both Close frames were exchanged. The server should close the connection first, but quickly.
          input.drain(for: .milliseconds(500))
          return
        }
        let mayRead = state.mayRead || state.hasEnded
        // If this side has stopped reading, the server cannot send, so it is not silent.
        if !mayRead { watch.heard(now) }
        switch watch.due(now) {
        case .nothing: break
        case .ping:
          connection.ping()
          continue
        case .giveUp: return connection.ended("the server was silent for too long")
        }
        if let deadline = state.closeDeadline, deadline <= now {
          return connection.ended("the server did not respond to the Close frame")
        }
        if !(mayRead && mayHaveInput) {
          var deadline = watch.deadline
          if let close = state.closeDeadline { deadline = deadline.map { min($0, close) } ?? close }
          if input.wait(read: mayRead, write: !output.isEmpty, until: deadline, from: now) {
            mayHaveInput = true
          }
        }
        var wasHeard = false
        if mayRead && mayHaveInput {
          switch input.receive({ connection.received($0) }) {
          case .all(let hadBytes):
            wasHeard = hadBytes
            mayHaveInput = false
          case .more: wasHeard = true
          case .end: return connection.ended("the server has closed the connection")
          }
        }
        now = .now
        if wasHeard { watch.heard(now) }
      }
    }
  }

  /// Decides when to ping a silent server, and when the connection counts as lost.
  struct SilenceWatch {
    enum Due {
      case nothing
      case ping
      case giveUp
    }

    /// The time before a ping, and between pings; nil for no pings.
    private let interval: SteadyTime.Interval?
    /// The time to wait after the first ping.
    private let timeout: SteadyTime.Interval
    private var nextPing: SteadyTime?
    /// The time when the connection counts as lost; nil before a ping.
    private var end: SteadyTime?

    init(_ limits: WebSocketLimits, _ now: SteadyTime) {
      let timeout = limits.keepAlive.map { max($0, .milliseconds(10)) }
      interval = timeout.map {
        SteadyTime.Interval(min(max(limits.pingInterval ?? $0, .milliseconds(10)), $0))
      }
      self.timeout = SteadyTime.Interval(timeout ?? .zero)
      heard(now)
    }

    /// The time of the next action; nil for never.
    var deadline: SteadyTime? {
      guard let nextPing else { return nil }
      return end.map { min($0, nextPing) } ?? nextPing
    }

    /// Records that the server has sent something.
    mutating func heard(_ now: SteadyTime) {
      nextPing = interval.map { now + $0 }
      end = nil
    }

    mutating func due(_ now: SteadyTime) -> Due {
      if let end, end <= now { return .giveUp }
      guard let interval, let nextPing, nextPing <= now else { return .nothing }
      self.nextPing = now + interval
      if end == nil { end = now + timeout }
      return .ping
    }
  }
#endif
