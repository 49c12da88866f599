import Apus
import ApusPlatform
import ApusCurl

/// One operation, and the responses that are read for it as they arrive. If the connection is lost, it requests another response.
actor StreamedOperation<Format: StreamFormat> {
  /// A response that is being read.
  private struct Response {
    var body: GraphQLHTTPStream
    var format: Format
    /// Ends the response after a long silence; nil if there is no limit, or if only cancelling its task can end it.
    var silence: SilenceAlarm?
  }

  /// The response to the opening request.
  private enum Opening: Sendable {
    case stream(GraphQLHTTPStream, Format)
    /// A single response, from a server that rejects the operation or does not need a stream for it.
    case single(Data)
  }

  private let request: GraphQLSubscriptionRequest
  private let transport: any GraphQLStreamingTransport
  private let policy: GraphQLReconnectPolicy
  /// The maximum time without any data.
  private let maximumSilence: Duration?
  /// The identifier of the event after which the next response continues.
  private var lastIdentifier = ""
  /// The delay before reconnecting that the server requested.
  private var retryDelay: Duration?
  private var response: Response?
  /// The credentials of the first response, or their replacements.
  private let credentials = Locked<ConnectionCredentials?>(nil)
  private var events: ArraySlice<Data> = []
  private var isOver = false
  private var wasOpen = false
  /// Whether the latest response has delivered anything.
  private var wasHeard = false
  private var failureCount = 0
  /// The time when the lost response was opened; nil if none was opened since the last failure.
  private var openedAt: ContinuousClock.Instant?

  init(
    _ request: GraphQLSubscriptionRequest, _ transport: any GraphQLStreamingTransport,
    _ policy: GraphQLReconnectPolicy, maximumSilence: Duration?
  ) {
    self.request = request
    self.transport = transport
    self.policy = policy
    self.maximumSilence = maximumSilence
  }

  /// Waits for the next event; returns nil at the end.
  func next() async throws -> Data? {
    while true {
      if let event = events.popFirst() { return event }
      if isOver { return nil }
      do {
        try await readOn()
      } catch {
        response = nil
        try Task.checkCancellation()
        try await recover(from: error)
      }
    }
  }

  /// Opens a response, or reads a piece of the open one.
  private func readOn() async throws {
    guard var response else { return try await open() }
    self.response = nil
    guard let piece = try await piece(of: response) else {
      throw GraphQLSubscriptionError.incomplete(missing: Format.ending)
    }
    wasHeard = true
    events = try response.format.read(piece)[...]
    if let identifier = response.format.lastIdentifier, identifier != lastIdentifier {
      // Resuming after an event does not count as another attempt.
      (lastIdentifier, failureCount) = (identifier, 0)
    }
    retryDelay = response.format.retryDelay ?? retryDelay
    if response.format.isComplete { isOver = true } else { self.response = response }
  }

  private func piece(of response: Response) async throws -> Data? {
    let body = response.body
    guard let maximumSilence, !body.hasWaiting else { return try await body.next() }
    do {
      if let silence = response.silence { return try await silence.waiting { try await body.next() } }
      return try await TimeLimit.race(maximumSilence) { try await body.next() }
    } catch  where response.silence?.hasRung == true {
      throw GraphQLSubscriptionError.silent(for: maximumSilence)
    } catch GraphQLClientError.timedOut where response.silence == nil {
      throw GraphQLSubscriptionError.silent(for: maximumSilence)
    }
  }

  private func open() async throws {
    switch try await opening() {
    case .single(let event):
      events = [event]
      isOver = true
    case .stream(let stream, let format):
      openedAt = .now
      (wasOpen, wasHeard) = (true, false)
      let limit = maximumSilence.flatMap { $0 > .zero ? $0 : nil }
      let silence = limit.flatMap { limit in stream.end.map { SilenceAlarm(limit, end: $0) } }
      response = Response(body: stream, format: format, silence: silence)
    }
  }

  private func opening() async throws -> Opening {
    let opened = Locked<Opening?>(nil)
    var http = request.http
    http.headers["Accept"] = Format.accept
    if !lastIdentifier.isEmpty { http.headers["Last-Event-ID"] = lastIdentifier }
    let limit = http.maximumResponseBytes
    let wasRejected = Locked(false)
    let answer = try await request.open(http) { [transport, credentials, policy] request in
      let own = ConnectionCredentials(request)
      if let earlier = credentials.withLock({ $0 }), !wasRejected.withLock({ $0 }),
        !own.areOfSameUser(as: earlier, policy.user)
      {
        throw GraphQLClientError.credentialsChanged
      }
      credentials.withLock { $0 = own }
      let stream = try await transport.stream(request)
      wasRejected.withLock { $0 = 400..<500 ~= stream.status }
      opened.withLock { $0 = nil }
      let isSuccess = 200..<300 ~= stream.status
      if isSuccess, let format = Format(stream.headers, maximumBytes: limit) {
        opened.withLock { $0 = .stream(stream, format) }
        return GraphQLHTTPResponse(status: stream.status, headers: stream.headers)
      }
      return try await stream.response(maximumBytes: limit)
    }
    if let opening = opened.withLock({ $0 }), answer.isSuccess { return opening }
    if answer.mediaType != nil, answer.mayBeGraphQL, !answer.body.isEmpty { return .single(answer.body) }
    throw GraphQLSubscriptionError.rejected(GraphQLHTTPFailure(answer), advice: Format.advice)
  }

  /// Waits before the next attempt.
  ///
  /// - Throws: the error to show to callers if there is no further attempt.
  private func recover(from error: any Error) async throws {
    let cause: any Error =
      switch error {
      case GraphQLClientError.transport(let cause): cause
      default: error
      }
    if let openedAt {
      let hasProgress = wasHeard && isOfConnection(cause)
      let lasted = openedAt.duration(to: .now)
      if policy.isHealthy(lasted, wasHeard: hasProgress, afterAttempt: failureCount) { failureCount = 0 }
    }
    openedAt = nil
    guard isPassing(cause) else { throw cause is GraphQLSubscriptionError ? cause : error }
    if wasOpen, !request.resubscribes { throw GraphQLSubscriptionError.interrupted }
    // Without a network, the attempt says nothing about the server.
    if !policy.connectivity.isOnline { return try await policy.connectivity.waitUntilOnline() }
    guard failureCount + 1 < policy.maximumAttempts else {
      throw GraphQLConnectionError(cause).map(GraphQLSubscriptionError.connectionLost) ?? cause
    }
    failureCount += 1
    let delay = policy.delay(beforeAttempt: failureCount)
    try await policy.pause(max(delay, min(retryDelay ?? .zero, policy.maximumDelay)))
  }

  /// Whether the connection was lost. If the server itself ended a response without progress, it would do so again.
  private func isOfConnection(_ error: any Error) -> Bool {
    if case GraphQLSubscriptionError.silent = error { return true }
    return GraphQLConnectionError(error) != nil
  }

  /// Whether an error may be temporary.
  private func isPassing(_ error: any Error) -> Bool {
    switch error {
    // Without an identifier, the server would start again and repeat events.
    case GraphQLSubscriptionError.incomplete: !lastIdentifier.isEmpty
    case GraphQLSubscriptionError.silent: true
    case GraphQLSubscriptionError.rejected(let failure, _):
      SocketRetries.passingStatuses.contains(failure.status)
    case GraphQLClientError.timedOut: true
    default: GraphQLConnectionError(error).map(SocketRetries.isPassing) ?? false
    }
  }
}

extension StreamedOperation {
  /// Starts an operation with the transport that the caller specified, or the client's.
  static func events(
    for request: GraphQLSubscriptionRequest, _ settings: GraphQLHTTPSubscriptionTransport
  ) throws -> GraphQLEvents {
    let carrier = settings.transport ?? request.transport
    guard let transport = carrier as? any GraphQLStreamingTransport else {
      throw GraphQLSubscriptionError.unavailable(wholeAnswers(of: carrier))
    }
    var request = request
    if let url = settings.url { request.http.url = url }
    let operation = StreamedOperation(
      request, transport, settings.reconnect, maximumSilence: settings.maximumSilence)
    let events = GraphQLEvents { try await operation.next() }
    guard case .newest = request.buffer else { return events }
    return events.pumped(request.buffer)
  }

  /// The message for a transport that only returns complete responses, and what to do about it.
  private static func wholeAnswers(of transport: (any GraphQLTransport)?) -> String {
    #if os(Linux)
      if CurlLibrary.shared == nil { return "subscriptions over HTTP need \(CurlLibrary.advice)" }
      let other = "a GraphQLCurlTransport"
    #else
      let other = "a GraphQLURLSessionTransport"
    #endif
    let name = transport.map { "\(type(of: $0))" } ?? "no transport"
    return """
      subscriptions over HTTP need responses that are read as they arrive, and the client has \(name), which only returns \
      complete responses: pass `over:` \(other) to the subscription transport
      """
  }
}

extension GraphQLEvents {
  /// The events. They are read without waiting for the consumer, so that old ones can be dropped.
  fileprivate func pumped(_ buffer: GraphQLSubscriptionBuffer) -> GraphQLEvents {
    let task = Locked<Task<Void, Never>?>(nil)
    let mailbox = EventMailbox(buffer) { task.withLock { $0 }?.cancel() }
    task.withLock { task in
      task = Task {
        do {
          while let event = try await next() { mailbox.put(event) }
          mailbox.finish()
        } catch {
          mailbox.finish(.failure(error))
        }
      }
    }
    return mailbox.events()
  }
}
