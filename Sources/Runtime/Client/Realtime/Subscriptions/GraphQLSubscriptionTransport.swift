import Apus
import ApusPlatform

/// Carries operations with more than one response.
///
/// ```swift
/// struct MyTransport: GraphQLSubscriptionTransport {
///   func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
///     let lines = try await bus.open(…)
///     return GraphQLEvents { try await lines.next() }
///   }
/// }
/// ```
public protocol GraphQLSubscriptionTransport: Sendable {
  /// Starts an operation.
  ///
  /// The operation ends when the task that reads the events is cancelled, and when the events are released.
  ///
  /// - Throws: a ``GraphQLSubscriptionError``, ``GraphQLClientError`` or `CancellationError` is passed on unchanged,
  ///   anything else becomes ``GraphQLClientError/transport(_:)``. That holds for the events, too.
  func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents
}

/// An operation to start.
public struct GraphQLSubscriptionRequest: Sendable {
  /// The server's URL, the header fields, the caller's context, and the operation: as the body of a request by POST.
  public var http: GraphQLHTTPRequest
  /// The handling of events that arrive faster than they are read.
  public var buffer: GraphQLSubscriptionBuffer
  /// The behavior when the connection breaks.
  public var onReconnect: GraphQLReconnectBehavior

  let interceptors: [any GraphQLInterceptor]
  let transport: (any GraphQLTransport)?
  /// Identifies the client of the ``interceptors``; nil if there are none.
  var interceptorIdentity: PartIdentity?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - http: the server's URL, the header fields, and the operation as the body of a request by POST.
  ///   - buffer: what happens to events that come faster than they are read.
  ///   - onReconnect: what happens when the connection breaks.
  ///   - interceptors: what sees the opening request.
  ///   - transport: what carries the client's other requests.
  public init(
    http: GraphQLHTTPRequest, buffer: GraphQLSubscriptionBuffer = .suspend(),
    onReconnect: GraphQLReconnectBehavior = .resubscribe, interceptors: [any GraphQLInterceptor] = [],
    transport: (any GraphQLTransport)? = nil
  ) {
    self.http = http
    self.buffer = buffer
    self.onReconnect = onReconnect
    self.interceptors = interceptors
    self.transport = transport
  }

  /// The operation as JSON: `{"query":…,"operationName":…,"variables":…}`.
  public var body: Data {
    if case .bytes(let data) = http.body { data } else { Data() }
  }

  /// Runs the client's interceptors around an opening request.
  ///
  /// - Parameters:
  ///   - request: the request to send.
  ///   - send: sends it, and returns the status and header fields of the response, and the body of a rejection. It may be
  ///     called several times.
  public func open(_ request: GraphQLHTTPRequest, _ send: @escaping GraphQLNext) async throws
    -> GraphQLHTTPResponse
  {
    try await InterceptorChain(interceptors: interceptors, transport: Opener(body: send)).send(request)
  }

  private struct Opener: GraphQLTransport {
    let body: GraphQLNext
    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse { try await body(request) }
  }
}

/// The responses to an operation, one after the other, each as JSON. They can be read once, by one task at a time: the program ends with a
/// message if two tasks wait for an event.
public struct GraphQLEvents: AsyncSequence, Sendable {
  public typealias Element = Data

  private let nextEvent: @Sendable () async throws -> Data?
  /// Whether a task waits for an event. Transports rely on a single task.
  private let isRead = Locked(false)

  /// Events that are asked for one after the other.
  ///
  /// - Parameter next: waits for the next response; nil at the end. It throws `CancellationError` when its task is cancelled. The
  ///   operation has to end then, and when the last copy of the closure is released.
  public init(next: @escaping @Sendable () async throws -> Data?) { nextEvent = next }

  /// Events that a stream has.
  public init(_ stream: AsyncThrowingStream<Data, any Error>) {
    nextEvent = {
      // Iterators of one stream take from the same events.
      var iterator = stream.makeAsyncIterator()
      let event = try await iterator.next()
      if event == nil { try Task.checkCancellation() }
      return event
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(events: self) }

  fileprivate func next() async throws -> Data? {
    let isFirst = isRead.withLock { isRead in
      defer { isRead = true }
      return !isRead
    }
    if !isFirst {
      fatalError(
        "GraphQLEvents are read by two tasks at the same time. Each task needs a subscription of its own.")
    }
    defer { isRead.withLock { $0 = false } }
    return try await nextEvent()
  }

  /// Goes through the events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let events: GraphQLEvents

    public mutating func next() async throws -> Data? { try await events.next() }
  }
}
