import Apus
import ApusPlatform

/// A response that is read while it arrives.
struct IncrementalExchange<Operation: GraphQLSingleResponseOperation>: Sendable {
  /// The response to the request.
  private enum Answer: Sendable {
    /// An incremental response.
    case parts(GraphQLHTTPStream?, IncrementalReader, ResponseOrigin)
    /// Any other response, from a server that does not defer or that rejects the operation.
    case single(GraphQLHTTPResponse)
  }

  private let operation: Operation
  private var body: GraphQLHTTPStream?
  private var reader: IncrementalReader?
  private var origin = ResponseOrigin()
  /// A response that arrived as a whole.
  private var single: GraphQLResponse<Operation.Data>?
  /// Receives each state before the caller does.
  private let onDecoding: DecodedBodyHandler?
  /// The operation, if the client is observed. It ends with this value.
  private let observed: ObservedOperations?
  private let isQuery: Bool
  /// The time limits of the response: the deadline, and the duration to report.
  private let limits: [(end: ContinuousClock.Instant, after: Duration)]

  /// Sends the operation.
  init(
    _ operation: Operation, _ client: GraphQLClient, _ options: GraphQLRequestOptions
  ) async throws {
    self.operation = operation
    let deadline = options.deadline.resolved(client.deadline)
    let now = ContinuousClock.now
    var limits: [(end: ContinuousClock.Instant, after: Duration)] = []
    if let deadline { limits.append((now + deadline.asTimeout, deadline)) }
    let answer = try await client.beforeDeadline(options) { options in
      try await Self.answer(to: operation, client, options)
    }
    if let timeout = options.timeout.resolved(client.timeout) {
      limits.append((ContinuousClock.now + timeout.asTimeout, timeout))
    }
    self.limits = limits
    isQuery = operation.sentDescription.kind == .query
    onDecoding = options.onDecoding
    observed = options.observed
    switch answer {
    case .parts(let body, let reader, let origin):
      (self.body, self.reader, self.origin) = (body, reader, origin)
    case .single(let http):
      let (json, response) = try operation.decoding(
        http, maximumParts: options.maximumParts ?? client.maximumParts)
      try await note(GraphQLDecodedBody(json, response, headers: http.headers), response)
      single = response
    }
  }

  /// Returns the next state of the response; nil after the last one.
  mutating func next() async throws -> GraphQLResponse<Operation.Data>? {
    do {
      let response = try await nextState()
      if response == nil { observed?.end(nil) }
      return response
    } catch {
      observed?.end(error)
      throw error
    }
  }

  private mutating func nextState() async throws -> GraphQLResponse<Operation.Data>? {
    if let single {
      self.single = nil
      return single
    }
    // The reader must not be copied, because each part would then copy everything before it.
    while reader?.isOver == false {
      guard try reader?.advance() == true || isStateDue, let json = try reader?.state() else {
        let bytes = try await piece()
        try reader?.read(bytes)
        continue
      }
      let isLast = reader?.isOver == true
      if isLast { body = nil }
      var response: GraphQLResponse<Operation.Data>
      do {
        response = try operation.decoded {
          try operation.response(json: json)
        } orFailing: {
          .decoding($0)
        }
      } catch GraphQLClientError.decoding where !isLast {
        // An early state may lack parts that arrive later. If they are still missing at the end, that is an error.
        continue
      }
      response.origin = origin
      try await note(GraphQLDecodedBody(Data(json), response), response)
      return response
    }
    return nil
  }

  /// Gives a state to the cache and the observer.
  private func note(
    _ body: @autoclosure () -> GraphQLDecodedBody, _ response: GraphQLResponse<Operation.Data>
  ) async throws {
    guard onDecoding != nil || observed != nil else { return }
    var body = body()
    body.operation = observed?.numbers.first
    try await onDecoding?(body)
    observed?.receive(body.json, response.errors)
  }

  /// Whether to deliver a state now: the parts read so far changed the response, and no more bytes are waiting.
  private var isStateDue: Bool {
    guard let body else { return false }
    return reader?.hasUnseenParts == true && !body.hasWaiting
  }

  /// Waits for the next bytes within the limits; returns nil at the end.
  private func piece() async throws -> Data? {
    guard let body else { return nil }
    do {
      guard let limit = limits.min(by: { $0.end < $1.end }) else { return try await body.next() }
      do {
        return try await TimeLimit.race(ContinuousClock.now.duration(to: limit.end)) { try await body.next() }
      } catch GraphQLClientError.timedOut {
        throw GraphQLClientError.timedOut(after: limit.after)
      }
    } catch let error as GraphQLClientError {
      throw error
    } catch {
      try Task.checkCancellation()
      // The response had already begun.
      throw isQuery ? GraphQLClientError.transport(error) : .outcomeUnknown(error)
    }
  }

  // MARK: - The request

  private static func answer(
    to operation: Operation, _ client: GraphQLClient, _ options: GraphQLRequestOptions
  ) async throws -> Answer {
    switch client.documents {
    case .text: return try await send(operation, .document, client, options)
    case .trusted: return try await send(operation, .identifier, client, options)
    case .automaticallyPersisted:
      var options = options
      options.sent = SentRequests()
      let answer = try await send(operation, .hash, client, options)
      guard case .single(let http) = answer,
        let form = GraphQLClient.formToSend(
          after: http.graphQLErrors(), hasData: http.execution == .executed)
      else { return answer }
      options.sent?.noteRejection()
      return try await send(operation, form, client, options)
    }
  }

  private static func send(
    _ operation: Operation, _ form: GraphQLDocumentForm, _ client: GraphQLClient,
    _ options: GraphQLRequestOptions
  ) async throws -> Answer {
    var request = try client.request(for: operation, form, options)
    request.context[IsStreamed.self] = true
    let maximumParts = options.maximumParts ?? client.maximumParts
    let opener = IncrementalOpener(
      transport: client.transport, maximumParts: maximumParts, parts: Operation._parts)
    let chain = InterceptorChain(
      interceptors: client.interceptors + options.interceptors, transport: opener,
      observed: options.observed)
    let http = try await chain.send(request, after: options.sent)
    if http.isSuccess, let (body, reader) = opener.takeOpened() {
      return .parts(body, reader, ResponseOrigin(http))
    }
    // The transport returns complete responses, or an interceptor has one.
    let limit = request.maximumResponseBytes
    if http.isSuccess,
      var reader = IncrementalReader(
        http.headers, maximumBytes: limit, maximumParts: maximumParts, parts: Operation._parts)
    {
      try reader.read(http.body)
      return .parts(nil, reader, ResponseOrigin(http))
    }
    return .single(http)
  }
}

/// Sends a request and keeps the body of an incremental response for later. Interceptors see its status and header fields.
private final class IncrementalOpener: GraphQLTransport {
  typealias Opened = (body: GraphQLHTTPStream, reader: IncrementalReader)

  private let transport: any GraphQLTransport
  private let maximumParts: Int
  private let parts: [String: String]
  private let opened = Locked<Opened?>(nil)

  init(transport: any GraphQLTransport, maximumParts: Int, parts: [String: String]) {
    self.transport = transport
    self.maximumParts = maximumParts
    self.parts = parts
  }

  func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    opened.withLock { $0 = nil }
    guard let transport = transport as? any GraphQLStreamingTransport else {
      return try await transport.send(request)
    }
    let stream = try await transport.stream(request)
    let limit = request.maximumResponseBytes
    if 200..<300 ~= stream.status,
      let reader = IncrementalReader(
        stream.headers, maximumBytes: limit, maximumParts: maximumParts, parts: parts)
    {
      opened.withLock { $0 = (stream, reader) }
      return GraphQLHTTPResponse(status: stream.status, headers: stream.headers)
    }
    return try await stream.response(maximumBytes: limit)
  }

  /// Returns the body of the last response, if it is incremental.
  func takeOpened() -> Opened? {
    opened.withLock { opened in
      defer { opened = nil }
      return opened
    }
  }
}
