#if os(Linux)
  import ApusPlatform
  import ApusHTTP

  /// Runs many transfers on one multi handle of libcurl. Only one thread uses it at a time.
  final class CurlLoop {
    private let library: CurlLibrary
    private let configuration: GraphQLCurlTransport.Configuration
    private let commands: CurlCommands
    private let sockets: CurlSockets
    private let multi: CurlLibrary.Multi
    private let userAgent: String
    private let streams: CurlStreams?
    // While one of these changes, nothing that is called reads it: libcurl calls transfers, which do not know the loop.
    @exclusivity(unchecked) private var transfers: [Int: CurlTransfer] = [:]
    /// Free handles for the next transfers.
    @exclusivity(unchecked) private var idle: [CurlEasy] = []
    @exclusivity(unchecked) private var settling = CurlSettling()
    @exclusivity(unchecked) private var limit: CurlConnectionLimit
    /// The time when libcurl must act; nil while it only waits for sockets.
    private var timer: SteadyTime?
    /// The time when the thread expects the loop to act.
    private var due: SteadyTime?
    /// The shortest time for which a server keeps idle connections open; nil if none has announced one.
    private var keepAlive: Duration?
    /// Whether a connection may use TLS.
    private var hasTLS = false
    @exclusivity(unchecked) private var silence = CurlSilence()
    /// Receives new jobs once a connection may be dead, while this loop ends with its transfers; nil until then.
    private var successor: (@Sendable (CurlJob) -> Void)?
    private let makeSuccessor: @Sendable () -> @Sendable (CurlJob) -> Void

    /// The maximum number of free handles to keep.
    private static let maximumIdleHandles = 64

    /// - Parameter makeSuccessor: called when new jobs need other connections. The closure that it returns receives them.
    /// - Returns: nil if there is not enough memory for libcurl.
    init?(
      _ library: CurlLibrary, _ configuration: GraphQLCurlTransport.Configuration, _ commands: CurlCommands,
      _ sockets: CurlSockets, makeSuccessor: @escaping @Sendable () -> @Sendable (CurlJob) -> Void
    ) {
      guard let multi = library.multiInit() else { return nil }
      self.library = library
      self.configuration = configuration
      self.commands = commands
      self.sockets = sockets
      self.multi = multi
      self.makeSuccessor = makeSuccessor
      userAgent = Self.userAgent(library)
      streams = configuration.usesHTTP2 && CurlStreams.areNeeded(by: library) ? CurlStreams() : nil
      let connections = max(1, configuration.maximumConnectionsPerHost)
      limit = CurlConnectionLimit(connections, slowTime: configuration.slowRequestTime)
      library.set(multi, .maximumConnectionsPerHost, connections)
      library.set(multi, .maximumIdleConnections, connections)
      setCallbacks()
    }

    deinit { _ = library.multiCleanup(multi) }

    /// Sets the callbacks with which libcurl announces the sockets to watch and the time to wait.
    private func setCallbacks() {
      let watch: CurlLibrary.SocketCallback = { _, socket, wanted, context, _ in
        if let context {
          let sockets = Unmanaged<CurlSockets>.fromOpaque(context).takeUnretainedValue()
          sockets.watch(socket, wanted)
        }
        return 0
      }
      let wait: CurlLibrary.TimerCallback = { _, milliseconds, context in
        if let context {
          let loop = Unmanaged<CurlLoop>.fromOpaque(context).takeUnretainedValue()
          loop.timer = milliseconds < 0 ? nil : .now + SteadyTime.Interval(.milliseconds(milliseconds))
        }
        return 0
      }
      library.set(multi, .socketFunction, unsafeBitCast(watch, to: UnsafeRawPointer.self))
      library.set(multi, .socketData, UnsafeRawPointer(Unmanaged.passUnretained(sockets).toOpaque()))
      library.set(multi, .timerFunction, unsafeBitCast(wait, to: UnsafeRawPointer.self))
      library.set(multi, .timerData, UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()))
    }

    /// Executes commands and handles sockets, for the thread.
    ///
    /// - Returns: false if the thread must end.
    func turn(_ commands: [CurlCommands.Command], _ ready: [CurlSockets.Ready]) -> Bool {
      guard carryOut(commands) else {
        endAll()
        return false
      }
      for ready in ready {
        // CURL_CSELECT_IN
        if hasTLS, ready.events & 1 != 0 { silence.receivedBytes(on: ready.socket) }
        library.act(multi, ready.socket, ready.events)
      }
      goOn()
      return successor == nil || !transfers.isEmpty || settling.due != nil || !self.commands.close()
    }

    /// Sends a request on its caller's thread, if it is the only one and needs no new connection. If others are running, the thread is woken often
    /// enough, and sends several requests in one turn.
    ///
    /// - Returns: false if the request is left to the thread.
    func sendAtOnce(_ job: CurlJob) -> Bool {
      // The handle's last transfer went to the same URL, so its connection is usually still open.
      guard transfers.isEmpty, successor == nil, idle.last?.url == job.request.url else { return false }
      let send = {
        self.accept(job)
        self.goOn()
      }
      if hasTLS { CurlSignals.withoutBrokenPipes(send) } else { send() }
      return true
    }

    /// Does all work that does not wait for a socket.
    private func goOn() {
      for job in settling.takeDue() { begin(job) }
      if let timer, timer <= .now {
        self.timer = nil
        // CURL_SOCKET_TIMEOUT
        library.act(multi, -1, 0)
      }
      finishTransfers()
      relieve()
      let due = [timer, settling.due, limit.nextLook].compactMap { $0 }.min()
      if due != self.due { commands.expect(due) }
      self.due = due
    }

    private func endAll() {
      for transfer in transfers.values {
        _ = library.multiRemove(multi, transfer.easy.handle)
        transfer.end(throwing: CancellationError())
      }
      transfers = [:]
      for job in settling.takeAll() { job.receiver.fail(CancellationError()) }
      idle = []
    }

    /// Starts requests that wait because of others that hang.
    private func relieve() {
      guard let (allowed, again) = limit.look(at: transfers) else { return }
      library.set(multi, .maximumConnectionsPerHost, allowed)
      for number in again {
        guard let easy = transfers[number]?.easy else { continue }
        _ = library.multiRemove(multi, easy.handle)
        if library.multiAdd(multi, easy.handle) != 0 {
          take(number)?.end(throwing: GraphQLConnectionError(.resourceUnavailable))
        }
      }
    }

    /// - Returns: false if the thread must end.
    private func carryOut(_ commands: [CurlCommands.Command]) -> Bool {
      for command in commands {
        switch command {
        case .begin(let job): accept(job)
        case .cancel(let number, let cancellation):
          if let job = settling.take(number) { job.receiver.fail(CancellationError()) }
          if successor == nil, let transfer = transfers[number], silence.mayBeDead(transfer, cancellation) {
            successor = makeSuccessor()
          }
          guard let transfer = take(number) else { continue }
          transfer.end(throwing: CancellationError())
          keep(transfer.easy)
        case .resume(let number):
          // CURLPAUSE_CONT
          if let transfer = transfers[number] { _ = library.easyPause(transfer.easy.handle, 0) }
        case .stop: return false
        }
      }
      return true
    }

    private func accept(_ job: CurlJob) {
      if let successor { return successor(job) }
      // Below two seconds, mutations never use a kept-alive connection.
      let mayBeKept = configuration.maximumIdleTime >= .seconds(2)
      if !(mayBeKept && settling.holdsBack(job)) { begin(job) }
    }

    private func begin(_ job: CurlJob) {
      // The job was cancelled before it was added.
      guard job.receiver.isWaiting else { return }
      guard let easy = idle.popLast() ?? CurlEasy(library) else {
        return job.receiver.fail(GraphQLConnectionError(.resourceUnavailable))
      }
      let transfer = CurlTransfer(job, easy, library, streams)
      start(transfer)
    }

    private func start(_ transfer: CurlTransfer, isRepeated: Bool = false) {
      do {
        try transfer.prepare(
          configuration, userAgent: userAgent, keepAlive: keepAlive, isRepeated: isRepeated)
      } catch {
        transfer.end(throwing: error)
        return keep(transfer.easy)
      }
      if transfer.easy.isSecure { hasTLS = true }
      let code = library.multiAdd(multi, transfer.easy.handle)
      guard code == 0 else {
        return transfer.end(throwing: GraphQLConnectionError(.resourceUnavailable))
      }
      transfers[transfer.number] = transfer
    }

    private func finishTransfers() {
      while let (easy, code) = library.nextEnd(multi) {
        guard let number = CurlTransfer.of(easy, library)?.number, let transfer = take(number) else {
          continue
        }
        if transfer.canBeRepeated(after: code) {
          start(transfer, isRepeated: true)
        } else {
          if transfer.head.isComplete { silence.receivedHead(isHTTP2: transfer.head.isHTTP2) }
          if transfer.head.isComplete, !transfer.head.isHTTP2 {
            settling.answerEnded()
            if let announced = transfer.head.keepAlive {
              keepAlive = keepAlive.map { min($0, announced) } ?? announced
            }
          }
          transfer.end(code)
          // libcurl may remember in a handle that the last request was rejected, and would treat the next one as rejected, too.
          if code == 0 { keep(transfer.easy) }
        }
      }
    }

    /// Removes a transfer. This may close its connection.
    private func take(_ number: Int) -> CurlTransfer? {
      guard let transfer = transfers.removeValue(forKey: number) else { return nil }
      _ = library.multiRemove(multi, transfer.easy.handle)
      transfer.stopLog()
      return transfer
    }

    private func keep(_ easy: CurlEasy) {
      // The next transfer sets all options that point to a transfer. But libcurl counts how often a handle had to repeat a request, which it does on
      // a new connection, and gives up at five. Resetting the options resets the count.
      if !easy.reusedConnection { easy.hasSharedOptions = false }
      if idle.count < Self.maximumIdleHandles { idle.append(easy) }
    }

    /// Some servers reject requests without a user agent.
    private static func userAgent(_ library: CurlLibrary) -> String {
      let name = ProcessInfo.processInfo.processName.unicodeScalars.filter {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0))
      }
      let version = library.version.prefix { $0 != " " }
      return name.isEmpty ? String(version) : "\(String(String.UnicodeScalarView(name))) \(version)"
    }
  }
#endif
