#if os(Linux)
  import Foundation
  import FoundationNetworking

  /// A WebSocket connection over libcurl, which opens TCP and TLS, checks certificates, and passes proxies; RFC 6455 is spoken here.
  ///
  /// The handle belongs to a thread of its own (``CurlWebSocketThread``). What tasks and that thread share is here, under one lock.
  final class CurlWebSocket: WebSocketConnection {
    private struct State {
      var opening: CheckedContinuation<WebSocketOpening, any Error>?
      var session: WebSocketSession
      var subprotocol: String?
      var receiver: CheckedContinuation<[Data], any Error>?
      /// Whether nobody wants the connection any more, Close frame or not.
      var isAbandoned = false
      /// When the thread ends without the server's answer to our Close frame.
      var closeDeadline: ContinuousClock.Instant?
    }

    private let state: Locked<State>
    let limits: WebSocketLimits
    let configuration: CurlConfiguration
    let pipe: CurlWakePipe

    init(_ limits: WebSocketLimits, _ configuration: CurlConfiguration) throws {
      self.limits = limits
      self.configuration = configuration
      pipe = try CurlWakePipe()
      state = Locked(State(session: WebSocketSession(maximumMessageBytes: limits.maximumMessageBytes)))
    }

    // MARK: - The tasks' side

    /// Starts the thread, and waits for the server's answer.
    func open(_ request: GraphQLHTTPRequest, _ subprotocols: [String], _ functions: CurlSocketFunctions)
      async throws -> WebSocketOpening
    {
      let handshake = WebSocketHandshake(subprotocols: subprotocols)
      let head = try handshake.request(request)
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          state.withLock { $0.opening = continuation }
          // A cancellation that came before has found nobody.
          if Task.isCancelled { abandon() }
          let thread = CurlWebSocketThread(self, request.url, handshake, head, functions)
          Thread.detachNewThread { thread.run() }
        }
      } onCancel: {
        abandon()
      }
    }

    var subprotocol: String? { state.withLock { $0.subprotocol } }

    func send(_ text: Data) {
      state.withLock { $0.session.send(text) }
      pipe.wake()
    }

    func close(_ code: Int, _ reason: String) {
      state.withLock { state in
        state.session.sendClose(code, reason)
        if state.closeDeadline == nil { state.closeDeadline = .now + Self.closeTimeout }
      }
      pipe.wake()
    }

    /// How long the server may take to answer a Close frame.
    static let closeTimeout: Duration = .seconds(2)

    func receive() async throws -> [Data] {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let known: Result<[Data], any Error>? = state.withLock { state in
            if !state.session.messages.isEmpty { return .success(state.session.takeMessages()) }
            if let closure = state.session.closure { return .failure(closure) }
            if Task.isCancelled { return .failure(CancellationError()) }
            state.receiver = continuation
            return nil
          }
          guard let known else { return }
          // The thread may have stopped reading, since there was too much.
          if case .success(let messages) = known,
            messages.reduce(0, { $0 + $1.count }) >= limits.maximumBufferedBytes
          {
            pipe.wake()
          }
          continuation.resume(with: known)
        }
      } onCancel: {
        let receiver = state.withLock { state in
          defer { state.receiver = nil }
          return state.receiver
        }
        receiver?.resume(throwing: CancellationError())
      }
    }

    private func abandon() {
      let opening = state.withLock { state in
        state.isAbandoned = true
        defer { state.opening = nil }
        return state.opening
      }
      opening?.resume(throwing: CancellationError())
      pipe.wake()
    }

    // MARK: - The thread's side

    var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

    /// Hands over the connection.
    ///
    /// - Returns: false when nobody waits for it any more.
    func didOpen(_ response: GraphQLHTTPResponse, _ subprotocol: String?) -> Bool {
      let opening = state.withLock { state in
        state.subprotocol = subprotocol
        defer { state.opening = nil }
        return state.opening
      }
      opening?.resume(returning: .opened(self, response))
      return opening != nil
    }

    func didNotOpen(_ result: Result<WebSocketOpening, any Error>) {
      let opening = state.withLock { state in
        defer { state.opening = nil }
        return state.opening
      }
      opening?.resume(with: result)
    }

    func received(_ bytes: UnsafeRawBufferPointer) {
      update { $0.receive(bytes) }
    }

    func ended(_ reason: String) {
      update { $0.end(reason) }
    }

    func ping() { state.withLock { $0.session.ping() } }

    /// Changes the session, and hands over what came of it to the task that waits.
    private func update(_ change: (inout WebSocketSession) -> Void) {
      typealias Receiver = CheckedContinuation<[Data], any Error>
      let waiting = state.withLock { state -> (Receiver, Result<[Data], any Error>)? in
        change(&state.session)
        guard let receiver = state.receiver else { return nil }
        if !state.session.messages.isEmpty {
          state.receiver = nil
          return (receiver, .success(state.session.takeMessages()))
        }
        guard let closure = state.session.closure else { return nil }
        state.receiver = nil
        return (receiver, .failure(closure))
      }
      if let (receiver, result) = waiting { receiver.resume(with: result) }
    }

    func takeOutput() -> Data { state.withLock { $0.session.takeOutput() } }

    /// What the thread has to know before it sleeps.
    struct Standing {
      var mayRead: Bool
      var hasOutput: Bool
      var hasEnded: Bool
      var closeDeadline: ContinuousClock.Instant?
    }

    func standing() -> Standing {
      state.withLock { state in
        Standing(
          mayRead: state.session.messageBytes < limits.maximumBufferedBytes || state.session.hasSentClose,
          hasOutput: state.session.hasOutput, hasEnded: state.session.closure != nil,
          closeDeadline: state.closeDeadline)
      }
    }
  }

  /// Opens connections over libcurl.
  struct CurlWebSocketConnector: WebSocketConnector {
    let configuration: CurlConfiguration
    /// Nil where there is no libcurl.
    var functions = CurlSocketFunctions.shared

    func connect(
      _ request: GraphQLHTTPRequest, subprotocols: [String], limits: WebSocketLimits
    ) async throws -> WebSocketOpening {
      guard let functions else {
        throw GraphQLSubscriptionError.unavailable(
          """
          WebSockets need \(CurlLibrary.advice); on Linux EventStreamTransport and MultipartTransport need it, too
          """)
      }
      return try await CurlWebSocket(limits, configuration).open(request, subprotocols, functions)
    }
  }
#endif
