#if !os(Linux)
  import ApusWebSocket
  import ApusPlatform

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// A WebSocket connection with `URLSession`, on Apple systems.
  final class URLSessionWebSocket: NSObject, WebSocketConnection, URLSessionWebSocketDelegate, Sendable {
    private struct State {
      var opening: CheckedContinuation<WebSocketOpening, any Error>?
      var subprotocol: String?
      var closure: WebSocketClosure?
      var task: URLSessionWebSocketTask?
      var session: URLSession?
      var keepAlive: Task<Void, Never>?
      var receiver: (any WebSocketReceiver)?
      var lastHeard = ContinuousClock.now
      var longestSilence = Duration.zero
    }

    private let state = Locked(State())
    private let limits: WebSocketLimits

    init(_ limits: WebSocketLimits) { self.limits = limits }

    func open(_ request: GraphQLHTTPRequest, _ subprotocols: [String]) async throws -> WebSocketOpening {
      var components = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
      components?.scheme = request.url.scheme?.lowercased() == "https" ? "wss" : "ws"
      guard let url = components?.url else { throw GraphQLConnectionError(.badURL) }
      var urlRequest = URLRequest(url: url)
      urlRequest.timeoutInterval = limits.connectTimeout / .seconds(1)
      for field in request.headers.fields { urlRequest.addValue(field.value, forHTTPHeaderField: field.name) }
      // With a `URLRequest`, the subprotocols must be one of its header fields.
      urlRequest.setValue(subprotocols.joined(separator: ", "), forHTTPHeaderField: "Sec-WebSocket-Protocol")
      let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
      let task = session.webSocketTask(with: urlRequest)
      // Foundation's default limit is one megabyte.
      task.maximumMessageSize = limits.maximumMessageBytes
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          state.withLock { state in
            state.opening = continuation
            state.task = task
            state.session = session
          }
          task.resume()
          if Task.isCancelled { end(throwing: CancellationError()) }
        }
      } onCancel: {
        end(throwing: CancellationError())
      }
    }

    var subprotocol: String? { state.withLock { $0.subprotocol } }

    func send(_ text: Data) {
      let task = state.withLock { $0.task }
      // Reading the connection reports the failure.
      task?.send(.string(String(decoding: text, as: UTF8.self))) { _ in }
    }

    func receive() async throws -> Data {
      while true {
        guard let task = state.withLock({ $0.task }) else {
          throw closure(GraphQLConnectionError(.networkConnectionLost))
        }
        do {
          if let message = Self.data(of: try await task.receive()) { return message }
        } catch {
          try Task.checkCancellation()
          throw closure(error)
        }
      }
    }

    private static func data(of message: URLSessionWebSocketTask.Message) -> Data? {
      switch message {
      case .string(let text): Data(text.utf8)
      case .data(let data): data
      @unknown default: nil
      }
    }

    func deliver(to receiver: any WebSocketReceiver) {
      state.withLock { $0.receiver = receiver }
      readOn()
    }

    /// Asks the system for the next message. There is only one pending call at a time.
    private func readOn() {
      let (task, receiver) = state.withLock { ($0.task, $0.receiver) }
      guard let receiver else { return }
      guard let task else { return end(receiver, GraphQLConnectionError(.networkConnectionLost)) }
      task.receive { [self] result in
        switch result {
        case .success(let message):
          heard()
          guard let data = Self.data(of: message) else { return readOn() }
          receiver.receive(data)
          readOn()
        case .failure(let error): end(receiver, error)
        }
      }
    }

    private func end(_ receiver: any WebSocketReceiver, _ error: any Error) {
      state.withLock { $0.receiver = nil }
      receiver.end(closure(error))
    }

    func close(_ code: Int, _ reason: String) {
      let (task, session, keepAlive) = take()
      keepAlive?.cancel()
      let code = URLSessionWebSocketTask.CloseCode(rawValue: code) ?? .normalClosure
      task?.cancel(with: code, reason: Data(reason.utf8.prefix(123)))
      session?.finishTasksAndInvalidate()
    }

    private func take() -> (URLSessionWebSocketTask?, URLSession?, Task<Void, Never>?) {
      state.withLock { state in
        defer {
          state.task = nil
          state.session = nil
          state.keepAlive = nil
        }
        return (state.task, state.session, state.keepAlive)
      }
    }

    /// The reason why the connection ended, as far as it is known.
    private func closure(_ error: any Error) -> WebSocketClosure {
      let (known, task) = state.withLock { ($0.closure, $0.task) }
      if let known { return known }
      if let task, task.closeCode != .invalid {
        let reason = String(decoding: task.closeReason ?? Data(), as: UTF8.self)
        return WebSocketClosure(code: task.closeCode.rawValue, reason: reason)
      }
      return .abnormal(error.localizedDescription)
    }

    private func end(throwing error: any Error) {
      let opening = state.withLock { state in
        defer { state.opening = nil }
        return state.opening
      }
      guard let opening else { return }
      opening.resume(throwing: error)
      close(1000, "")
    }

    /// Pings a silent server, and closes the connection if it does not respond.
    private func keepAlive(_ task: URLSessionWebSocketTask) {
      guard let limit = limits.keepAlive else { return }
      let interval = min(limits.pingInterval ?? limit, limit)
      let keepAlive = Task { [weak self] in
        while true {
          do {
            try await Task.sleep(for: interval)
            try await TimeLimit.run(limit) {
              try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                task.sendPing { error in
                  if let error { continuation.resume(throwing: error) } else { continuation.resume() }
                }
              }
            }
            self?.heard()
          } catch {
            if !Task.isCancelled { self?.giveUp() }
            return
          }
        }
      }
      state.withLock { $0.keepAlive = keepAlive }
    }

    private func heard() {
      state.withLock { state in
        let now = ContinuousClock.now
        state.longestSilence = max(state.longestSilence, state.lastHeard.duration(to: now))
        state.lastHeard = now
      }
    }

    var silence: WebSocketSilence {
      state.withLock { state in
        WebSocketSilence(current: state.lastHeard.duration(to: .now), longest: state.longestSilence)
      }
    }

    private func giveUp() {
      state.withLock { $0.closure = .abnormal("the server was silent for too long") }
      close(1000, "")
    }

    // MARK: - The session's side

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol subprotocol: String?
    ) {
      let opening = state.withLock { state in
        state.subprotocol = subprotocol
        state.lastHeard = .now
        defer { state.opening = nil }
        return state.opening
      }
      opening?.resume(returning: .opened(self, GraphQLHTTPResponse(status: 101)))
      keepAlive(webSocketTask)
    }

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
      didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
      let text = String(decoding: reason ?? Data(), as: UTF8.self)
      state.withLock { $0.closure = WebSocketClosure(code: closeCode.rawValue, reason: text) }
    }

    /// `SocketOpener` follows redirects, and only within the same origin.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      let opening = state.withLock { state in
        defer { state.opening = nil }
        return state.opening
      }
      session.finishTasksAndInvalidate()
      guard let opening else { return }
      if let response = task.response as? HTTPURLResponse, response.statusCode != 101 {
        let answer = GraphQLHTTPResponse(response, body: Data())
        opening.resume(returning: .rejected(answer))
      } else {
        let failure = (error as? URLError).map(GraphQLConnectionError.init) ?? error
        opening.resume(throwing: failure ?? GraphQLConnectionError(.badServerResponse))
      }
    }
  }

  /// Opens connections with `URLSession`.
  struct URLSessionWebSocketConnector: WebSocketConnector {
    func connect(
      _ request: GraphQLHTTPRequest, subprotocols: [String], limits: WebSocketLimits
    ) async throws -> WebSocketOpening {
      try await URLSessionWebSocket(limits).open(request, subprotocols)
    }
  }
#endif
