import Apus
import ApusPlatform

/// A transport for operations with more than one response.
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
  /// The operation ends when the task that reads the events is cancelled, or when the events are released.
  ///
  /// - Throws: a ``GraphQLSubscriptionError``, ``GraphQLClientError`` or `CancellationError` is passed on unchanged. Any other error becomes
  ///   ``GraphQLClientError/transport(_:)``. The same applies to errors of the events.
  func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents

  /// The transport that receives the operations of this one, for example if this one only counts them; `nil`, the default, if this one sends them
  /// itself. The client closes and reconnects the last one of such a chain, and a socket that also sends queries only once.
  var base: (any GraphQLSubscriptionTransport)? { get }

  /// Closes all connections, for ``GraphQLClient/close()``. Operations that use them fail with ``GraphQLSubscriptionError/closedByClient``. The next
  /// operation opens a new connection. The default closes the ``base``, if there is one.
  func close()

  /// Closes all connections and opens them again immediately, with newly requested header fields and payload, for ``GraphQLClient/reconnect()``.
  /// Active subscriptions are sent again, unless ``GraphQLSubscriptionOptions/resubscribes`` is false. The default reconnects the ``base``, if there is one.
  func reconnect()
}

extension GraphQLSubscriptionTransport {
  public var base: (any GraphQLSubscriptionTransport)? { nil }
  public func close() { base?.close() }
  public func reconnect() { base?.reconnect() }

  /// The transport that sends the operations: the last ``base``.
  package var sender: any GraphQLSubscriptionTransport { base?.sender ?? self }
}

/// A request to start an operation.
public struct GraphQLSubscriptionRequest: Sendable {
  /// The server's URL, the header fields, the caller's context, and the operation as the body of a POST request.
  public var http: GraphQLHTTPRequest
  /// The handling of events that arrive faster than they are read.
  public var buffer: GraphQLSubscriptionBuffer
  /// Whether the operation is sent again after the connection was lost; if false, it fails with ``GraphQLSubscriptionError/interrupted``.
  public var resubscribes: Bool

  let interceptors: [any GraphQLInterceptor]
  let transport: (any GraphQLTransport)?
  /// Identifies the client that the ``interceptors`` belong to; nil if there are none.
  var interceptorIdentity: PartIdentity?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - http: the server's URL, the header fields, and the operation as the body of a POST request.
  ///   - buffer: the handling of events that arrive faster than they are read.
  ///   - resubscribes: whether the operation is sent again after the connection was lost.
  ///   - interceptors: the interceptors for the opening request.
  ///   - transport: the transport for the client's other requests.
  public init(
    http: GraphQLHTTPRequest, buffer: GraphQLSubscriptionBuffer = .suspend(),
    resubscribes: Bool = true, interceptors: [any GraphQLInterceptor] = [],
    transport: (any GraphQLTransport)? = nil
  ) {
    self.http = http
    self.buffer = buffer
    self.resubscribes = resubscribes
    self.interceptors = interceptors
    self.transport = transport
  }

  /// The operation as JSON: `{"query":…,"operationName":…,"variables":…}`.
  public var body: Data {
    if case .bytes(let data) = http.body { data } else { Data() }
  }

  /// Runs the client's interceptors for an opening request.
  ///
  /// - Parameters:
  ///   - request: the request to send.
  ///   - send: sends the request, and returns the status and header fields of the response, and the body of a rejection. It may be called several
  ///     times.
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

/// The responses to an operation, in order, each as JSON. They can be read once, by one task at a time: if two tasks wait for an event, the program
/// ends with a message.
public struct GraphQLEvents: AsyncSequence, AsyncIteratorProtocol, Sendable {
  public typealias Element = Data

  private let nextEvent: @Sendable () async throws -> Data?
  /// Whether a task is waiting for an event. Transports rely on there being only one.
  private let isRead = Locked(false)

  /// Creates a sequence from a closure.
  ///
  /// - Parameter next: waits for the next response and returns nil at the end. When its task is cancelled, it must end the operation and throw
  ///   `CancellationError`. The operation must also end when the last copy of the closure is released.
  public init(next: @escaping @Sendable () async throws -> Data?) { nextEvent = next }

  /// Creates a sequence from a stream.
  public init(_ stream: AsyncThrowingStream<Data, any Error>) {
    nextEvent = {
      // All iterators of a stream share its events.
      var iterator = stream.makeAsyncIterator()
      let event = try await iterator.next()
      if event == nil { try Task.checkCancellation() }
      return event
    }
  }

  public func makeAsyncIterator() -> GraphQLEvents { self }

  /// Waits for the next response; returns nil at the end.
  public func next() async throws -> Data? {
    let isFirst = isRead.withLock { isRead in
      defer { isRead = true }
      return !isRead
    }
    // A mistake in the program, which no input causes: each task would get some of the events. `AsyncStream` ends the program, too.
    if !isFirst {
      fatalError(
        "GraphQLEvents are read by two tasks at the same time. Each task needs its own subscription.")
    }
    defer { isRead.withLock { $0 = false } }
    return try await nextEvent()
  }
}
