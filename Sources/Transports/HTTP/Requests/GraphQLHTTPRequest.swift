import ApusPlatform

/// A request to the server, for interceptors and transports.
///
/// ```swift
/// struct Language: GraphQLInterceptor {
///   func intercept(_ request: GraphQLHTTPRequest, next: @escaping GraphQLNext) async throws -> GraphQLHTTPResponse {
///     var request = request
///     request.headers["Accept-Language"] = "de"
///     return try await next(request)
///   }
/// }
/// ```
public struct GraphQLHTTPRequest: Sendable {
  /// The HTTP method of a request.
  public enum Method: String, Hashable, Sendable {
    /// GET: the operation is in the URL.
    case get = "GET"
    /// POST: the operation is in the body.
    case post = "POST"
    /// QUERY: the operation is in the body, and proxies know that it changes nothing.
    ///
    /// Specification: RFC 10008.
    case query = "QUERY"

    /// Whether the method implies that nothing changes, so that proxies may repeat the request.
    package var isSafe: Bool { self != .post }
  }

  /// The HTTP method of this request.
  public var method: Method
  /// The URL. With GET, it contains the operation.
  public var url: URL
  /// The header fields, without `Content-Length`: the transport adds it, with the value of ``GraphQLHTTPBody/byteCount``.
  public var headers: GraphQLHTTPHeaders
  /// The body: the operation as JSON, or the parts of an upload. Empty with GET.
  public var body: GraphQLHTTPBody

  /// The time limit for this attempt, including receiving the body; `nil` means no limit. The client enforces it. A transport only has to stop when
  /// its task is cancelled.
  public var timeout: Duration?

  /// The time at which the whole operation ends, including all attempts and the delays between them; `nil` means no limit. The client enforces it.
  public var deadline: ContinuousClock.Instant? {
    get { boxedDeadline?.instant }
    set { boxedDeadline = newValue.map(BoxedInstant.init) }
  }
  private var boxedDeadline: BoxedInstant?

  /// The maximum size of the decompressed response body in bytes. A transport throws ``GraphQLClientError/responseTooLarge(limit:)`` if a response
  /// exceeds it.
  public var maximumResponseBytes: Int

  /// Names of header fields that follow a redirect to another origin, in addition to those that never hold a secret.
  public var forwardedHeaders: Set<String> = []

  /// The operations in the request: one, or those of a batch.
  public var operations: [GraphQLOperationDescription]

  /// Whether the request can safely be sent again: true for queries, and for mutations that the caller declares idempotent.
  public var isIdempotent: Bool

  /// The number of this attempt, starting at 1.
  public var attempt = 1

  /// Values that interceptors and transports can read.
  public var context = GraphQLContext()

  /// Called by the transport with the progress of the transfer; `nil` if nobody needs it. The client's closure returns at once: a caller's own
  /// runs outside of the transport's threads.
  public var progress: (@Sendable (GraphQLProgress) -> Void)?

  /// Creates a request, for a test of an interceptor or a transport. Other settings are properties of the request.
  public init(
    method: Method = .post, url: URL, headers: GraphQLHTTPHeaders = [:], body: GraphQLHTTPBody = .none,
    timeout: Duration? = nil, maximumResponseBytes: Int = GraphQLHTTPRequest.defaultMaximumResponseBytes,
    operations: [GraphQLOperationDescription] = [], isIdempotent: Bool = false
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.maximumResponseBytes = maximumResponseBytes
    self.operations = operations
    self.isIdempotent = isIdempotent
  }

  /// The default for ``maximumResponseBytes``: 256 MiB.
  public static let defaultMaximumResponseBytes = 256 << 20
}

extension GraphQLHTTPRequest: Hashable {
  /// Whether two requests send the same content under the same conditions. ``context``, ``progress`` and ``deadline`` are ignored.
  public static func == (first: GraphQLHTTPRequest, second: GraphQLHTTPRequest) -> Bool {
    first.method == second.method && first.url == second.url && first.body == second.body
      && first.headers == second.headers && first.timeout == second.timeout
      && first.maximumResponseBytes == second.maximumResponseBytes
      && first.forwardedHeaders == second.forwardedHeaders && first.operations == second.operations
      && first.isIdempotent == second.isIdempotent && first.attempt == second.attempt
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(method)
    hasher.combine(url)
    hasher.combine(body)
    hasher.combine(headers)
  }
}
