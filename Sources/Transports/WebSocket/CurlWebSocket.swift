#if os(Linux)
  import ApusCurl
  import ApusPlatform
  import ApusHTTP

  /// A WebSocket connection over libcurl, which handles TCP, TLS, certificates and proxies. RFC 6455 is implemented here.
  ///
  /// One thread runs all connections (``CurlWebSocketLoop``). This class contains the state that tasks and that thread share, protected by one lock.
  package final class CurlWebSocket: WebSocketConnection {
    private struct State {
      var opening: CheckedContinuation<GraphQLHTTPResponse, any Error>?
      var session: WebSocketSession
      var subprotocol: String?
      /// The task that waits in ``CurlWebSocket/receive()``.
      var reader: CheckedContinuation<Data, any Error>?
      var receiver: (any WebSocketReceiver)?
      /// Whether a thread is delivering messages. Only one does at a time, so that they keep their order.
      var isDelivering = false
      /// Whether the thread stopped reading because the buffer is full.
      var isReadingStopped = false
      /// Whether the thread has left the connection, so that the current delivery has to include all messages.
      var isThreadOver = false
      /// Whether opening the connection was cancelled.
      var isAbandoned = false
      /// The time when the server last sent something, and the longest silence before that.
      var lastHeard = SteadyTime.now
      var longestSilence = SteadyTime.Interval.zero
      /// The time when the thread stops waiting for the server's Close frame.
      var closeDeadline: SteadyTime?
    }

    private let state: Locked<State>
    let limits: WebSocketLimits
    /// The time limit for the name lookup, TCP and TLS, which ``apply`` sets, too.
    let connectTimeout: Duration
    /// Whether the user's configuration names a proxy.
    let usesProxy: Bool
    /// Sets the options of a handle that depend on the user's configuration.
    let apply: @Sendable (CurlEasy) throws -> Void
    /// Identifies the connection in the loop.
    let number: Int

    package init(
      _ limits: WebSocketLimits, connectTimeout: Duration, usesProxy: Bool,
      apply: @escaping @Sendable (CurlEasy) throws -> Void
    ) {
      self.limits = limits
      self.connectTimeout = connectTimeout
      self.usesProxy = usesProxy
      self.apply = apply
      number = CurlWebSocketLoop.shared.newNumber()
      state = Locked(State(session: WebSocketSession(maximumMessageBytes: limits.maximumMessageBytes)))
    }

    // MARK: - The tasks' side

    /// Opens the connection, and waits for the server's response. The connection is open if the status is 101.
    ///
    /// - Parameter url: a URL with the scheme `http` or `https`.
    /// - Throws: ``WebSocketRequestError``, ``WebSocketViolation``, `GraphQLConnectionError`, `CancellationError`, and the error of the
    ///   configuration.
    package func open(
      _ url: URL, _ fields: [GraphQLHTTPHeaders.Field], _ subprotocols: [String],
      _ library: CurlLibrary
    ) async throws -> GraphQLHTTPResponse {
      let handshake = WebSocketHandshake(subprotocols: subprotocols)
      let head = try handshake.request(url, fields)
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          state.withLock { $0.opening = continuation }
          // If the task was cancelled earlier, there was nobody to resume, so check again.
          if Task.isCancelled { abandon() }
          let opening = CurlWebSocketOpening(
            connection: self, url: url, handshake: handshake, head: head, library: library)
          if !CurlWebSocketLoop.shared.run(opening) {
            didNotOpen(GraphQLConnectionError(.resourceUnavailable))
          }
        }
      } onCancel: {
        abandon()
      }
    }

    package var subprotocol: String? { state.withLock { $0.subprotocol } }

    package func send(_ text: Data) {
      state.withLock { $0.session.send(text) }
      wake()
    }

    package func close(_ code: Int, _ reason: String) {
      state.withLock { state in
        state.receiver = nil
        state.session.sendClose(code, reason)
        if state.closeDeadline == nil { state.closeDeadline = .now + Self.closeInterval }
      }
      wake()
    }

    package var silence: WebSocketSilence {
      state.withLock { state in
        WebSocketSilence(
          current: (SteadyTime.now - state.lastHeard).duration, longest: state.longestSilence.duration)
      }
    }

    /// The time limit for the server to respond to a Close frame.
    static let closeTimeout: Duration = .seconds(2)
    private static let closeInterval = SteadyTime.Interval(closeTimeout)

    package func receive() async throws -> Data {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let known: Result<Data, any Error>? = state.withLock { state in
            if let known = takeMessage(&state) { return known.mapError { $0 } }
            if Task.isCancelled { return .failure(CancellationError()) }
            state.reader = continuation
            return nil
          }
          if let known { continuation.resume(with: known) }
        }
      } onCancel: {
        let reader = state.withLock { state in
          defer { state.reader = nil }
          return state.reader
        }
        reader?.resume(throwing: CancellationError())
      }
    }

    /// The next message, or the end after the last one; nil if neither has arrived.
    private func takeMessage(_ state: inout State) -> Result<Data, WebSocketClosure>? {
      guard let message = state.session.takeMessage() else {
        return state.session.closure.map { .failure($0) }
      }
      // Resume only when half of the buffer is free, rather than after each message.
      if state.isReadingStopped, state.session.messages.byteCount <= limits.maximumBufferedBytes / 2 {
        state.isReadingStopped = false
        wake()
      }
      return .success(message)
    }

    package func deliver(to receiver: any WebSocketReceiver) {
      state.withLock { $0.receiver = receiver }
      // Deliver earlier messages here: the thread may be asleep, or have ended.
      deliver(atMost: Self.messagesOfReader)
    }

    /// The number of messages that a task delivers when it starts reading. The thread delivers the rest, unless it has ended.
    private static let messagesOfReader = 64

    /// Delivers the messages that have arrived, at most `limit`. Returns immediately if another thread is delivering.
    func deliver(atMost limit: Int = .max) {
      deliver(state.withLock { firstDelivery(&$0) }, atMost: limit)
    }

    /// A message or the end, and its receiver.
    private typealias Handover = (any WebSocketReceiver, Result<Data, WebSocketClosure>)

    private func deliver(_ first: Handover?, atMost limit: Int) {
      var next = first
      var count = 0
      while let (receiver, result) = next {
        switch result {
        case .success(let message): receiver.receive(message)
        case .failure(let closure): return receiver.end(closure)
        }
        count += 1
        next = state.withLock { nextDelivery(&$0, isLast: count == limit) }
      }
    }

    /// The first thing to deliver; nil if another thread delivers.
    private func firstDelivery(_ state: inout State) -> Handover? {
      if state.isDelivering { return nil }
      state.isDelivering = true
      return nextDelivery(&state, isLast: false)
    }

    /// The next thing to deliver; nil to stop.
    ///
    /// - Parameter isLast: whether the thread has to do the rest.
    private func nextDelivery(_ state: inout State, isLast: Bool) -> Handover? {
      if isLast, !state.isThreadOver {
        state.isDelivering = false
        wake()
        return nil
      }
      guard let receiver = state.receiver, let next = takeMessage(&state) else {
        state.isDelivering = false
        return nil
      }
      if case .failure = next {
        state.isDelivering = false
        state.receiver = nil
      }
      return (receiver, next)
    }

    private func wake() { CurlWebSocketLoop.shared.wake(number) }

    /// Gives up opening the connection.
    func abandon() {
      state.withLock { $0.isAbandoned = true }
      didNotOpen(CancellationError())
      wake()
    }

    // MARK: - The thread's side

    var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

    /// Delivers the open connection.
    ///
    /// - Returns: false if no task is waiting for it.
    func didOpen(_ response: GraphQLHTTPResponse, _ subprotocol: String?) -> Bool {
      state.withLock { state in
        state.subprotocol = subprotocol
        state.lastHeard = .now
      }
      let opening = takeOpening()
      opening?.resume(returning: response)
      return opening != nil
    }

    func wasRejected(_ response: GraphQLHTTPResponse) { takeOpening()?.resume(returning: response) }

    func didNotOpen(_ error: any Error) { takeOpening()?.resume(throwing: error) }

    private func takeOpening() -> CheckedContinuation<GraphQLHTTPResponse, any Error>? {
      state.withLock { state in
        defer { state.opening = nil }
        return state.opening
      }
    }

    func received(_ bytes: UnsafeRawBufferPointer) {
      if bytes.isEmpty { return }
      update { state in
        state.session.receive(bytes)
        if state.session.closure != nil { return }
        let now = SteadyTime.now
        state.longestSilence = max(state.longestSilence, now - state.lastHeard)
        state.lastHeard = now
      }
    }

    func ended(_ reason: String) {
      update { $0.session.end(reason) }
    }

    /// Records that the thread has left the connection, and delivers the remaining messages.
    func threadEnded() {
      state.withLock { $0.isThreadOver = true }
      deliver()
    }

    func ping() { state.withLock { $0.session.ping() } }

    /// Changes the session, and passes the resulting message or end to the waiting task or to the receiver.
    private func update(_ change: (inout State) -> Void) {
      typealias Reader = CheckedContinuation<Data, any Error>
      let (first, waiting) = state.withLock {
        state -> (Handover?, (Reader, Result<Data, WebSocketClosure>)?) in
        change(&state)
        if state.session.messages.byteCount >= limits.maximumBufferedBytes { state.isReadingStopped = true }
        guard let reader = state.reader, let result = takeMessage(&state) else {
          return (state.receiver == nil ? nil : firstDelivery(&state), nil)
        }
        state.reader = nil
        return (nil, (reader, result))
      }
      if let (reader, result) = waiting { reader.resume(with: result) }
      deliver(first, atMost: .max)
    }

    func takeOutput() -> Data { state.withLock { $0.session.takeOutput() } }

    /// The state that the thread needs before it sleeps.
    struct ThreadState {
      var mayRead: Bool
      var hasOutput: Bool
      var hasEnded: Bool
      /// Whether there are messages for the receiver that no thread is delivering.
      var hasUndelivered: Bool
      var closeDeadline: SteadyTime?
    }

    func threadState() -> ThreadState {
      state.withLock { state in
        ThreadState(
          mayRead: !state.isReadingStopped || state.session.hasSentClose,
          hasOutput: state.session.hasOutput, hasEnded: state.session.closure != nil,
          hasUndelivered: state.receiver != nil && !state.isDelivering
            && (!state.session.messages.isEmpty || state.session.closure != nil),
          closeDeadline: state.closeDeadline)
      }
    }
  }
#endif
