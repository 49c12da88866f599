import ApusPlatform

/// A transport that delivers a response's body as it arrives, which subscriptions over HTTP and incremental delivery need.
///
/// ```swift
/// extension MyTransport: GraphQLStreamingTransport {
///   func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
///     let response = try await http.open(…)
///     return GraphQLHTTPStream(
///       status: response.status, headers: response.headers, next: { try await response.pieces.next() })
///   }
/// }
/// ```
/// With other transports, the parts of a response to `@defer` arrive together, and subscriptions over HTTP fail with
/// `GraphQLSubscriptionError.unavailable`.
public protocol GraphQLStreamingTransport: GraphQLTransport {
  /// Sends a request, and returns when the header fields of the response have arrived.
  ///
  /// `timeout` and `maximumResponseBytes` apply to complete responses and are ignored.
  ///
  /// - Throws: the same errors as ``GraphQLTransport/send(_:)``.
  func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream
}

/// A response whose body is read once, as it arrives: a sequence of the body's pieces. The transport stops reading until the next piece is
/// requested, so the server has to wait.
public struct GraphQLHTTPStream: AsyncSequence, AsyncIteratorProtocol, Sendable {
  /// A piece of the body.
  public typealias Element = Data

  /// The HTTP status code.
  public var status: Int
  /// The HTTP header fields.
  public var headers: GraphQLHTTPHeaders

  private let nextPiece: @Sendable () async throws -> Data?
  private let isWaiting: @Sendable () -> Bool
  /// Ends the request; nil if only cancelling the reader's task can end it.
  package let end: (@Sendable () -> Void)?

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - status: the HTTP status code.
  ///   - headers: the HTTP header fields.
  ///   - next: waits for the next piece, and returns nil at the end of the body. When its task is cancelled, it stops the request and throws
  ///     `CancellationError`. The request also stops when the last copy of the closure is released.
  ///   - isWaiting: whether `next` would return without waiting.
  ///   - end: ends the request, after which `next` throws at once; nil if only cancelling the task of `next` does that. This closure
  ///     lets the client stop waiting for a silent server without creating a task for each piece.
  public init(
    status: Int, headers: GraphQLHTTPHeaders, next: @escaping @Sendable () async throws -> Data?,
    isWaiting: @escaping @Sendable () -> Bool = { false }, end: (@Sendable () -> Void)? = nil
  ) {
    self.status = status
    self.headers = headers
    nextPiece = next
    self.isWaiting = isWaiting
    self.end = end
  }

  /// Waits for the next piece; returns nil at the end of the body.
  public func next() async throws -> Data? { try await nextPiece() }

  /// Reads the whole body.
  ///
  /// - Throws: ``GraphQLClientError/responseTooLarge(limit:)``, and the errors of the transport.
  package func response(maximumBytes: Int) async throws -> GraphQLHTTPResponse {
    var body = Data()
    for try await piece in self {
      body.append(piece)
      if body.count > maximumBytes { throw GraphQLClientError.responseTooLarge(limit: maximumBytes) }
    }
    return GraphQLHTTPResponse(status: status, headers: headers, body: body)
  }

  /// Whether the next piece, or the end, has already arrived.
  public var hasWaiting: Bool { isWaiting() }

  public func makeAsyncIterator() -> GraphQLHTTPStream { self }
}
