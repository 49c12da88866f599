import ApusPlatform

/// A transport that hands over a response's body while it arrives, as subscriptions over HTTP and incremental delivery need it.
///
/// ```swift
/// extension MyTransport: GraphQLStreamingTransport {
///   func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
///     let response = try await http.open(…)
///     return GraphQLHTTPStream(
///       status: response.status, headers: response.headers, body: .init(next: { try await response.pieces.next() }))
///   }
/// }
/// ```
/// With other transports, the parts of a response to `@defer` arrive together, and subscriptions over HTTP fail with
/// `GraphQLSubscriptionError.unavailable`.
public protocol GraphQLStreamingTransport: GraphQLTransport {
  /// Sends a request, and returns when the header fields of the response have arrived.
  ///
  /// `timeout` and `maximumResponseBytes` are for whole responses and do not count.
  ///
  /// - Throws: as ``GraphQLTransport/send(_:)``.
  func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream
}

/// A response whose body is read as it arrives, once.
public struct GraphQLHTTPStream: Sendable {
  /// The status code of the response.
  public var status: Int
  /// The header fields of the message.
  public var headers: GraphQLHTTPHeaders
  /// The body of the message.
  public var body: Body

  /// A response of these parts.
  public init(status: Int, headers: GraphQLHTTPHeaders, body: Body) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The pieces of a body. While nobody asks for the next one, the transport stops reading: the server has to wait.
  public struct Body: AsyncSequence, AsyncIteratorProtocol, Sendable {
    /// A piece of the body.
    public typealias Element = Data

    private let nextPiece: @Sendable () async throws -> Data?
    private let isWaiting: @Sendable () -> Bool
    /// Ends the request; nil if only cancelling the reader's task does.
    package let end: (@Sendable () -> Void)?

    /// - Parameters:
    ///   - next: waits for the next piece; nil at the end of the body. Throws `CancellationError` when its task is
    ///     cancelled, and stops the request then, as it does when the last copy of the closure is released.
    ///   - isWaiting: whether `next` would return without waiting.
    ///   - end: ends the request, after which `next` throws at once; nil if only cancelling the task of `next` does that. With it, the client
    ///     limits the server's silence without a task for each piece.
    public init(
      next: @escaping @Sendable () async throws -> Data?,
      isWaiting: @escaping @Sendable () -> Bool = { false }, end: (@Sendable () -> Void)? = nil
    ) {
      nextPiece = next
      self.isWaiting = isWaiting
      self.end = end
    }

    /// Waits for the next piece; nil at the end of the body.
    public func next() async throws -> Data? { try await nextPiece() }

    /// Whether the next piece, or the end, has already come.
    public var hasWaiting: Bool { isWaiting() }

    public func makeAsyncIterator() -> Body { self }
  }
}
