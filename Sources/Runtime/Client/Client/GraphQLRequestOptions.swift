import Apus

/// Settings of one operation. A property that is `nil` means the client's setting.
///
/// ```swift
/// let options = GraphQLRequestOptions(headers: ["X-Screen": "home"], timeout: .seconds(5))
/// let data = try await client.fetch(LibraryQuery(first: 20), options: options)
/// ```
public struct GraphQLRequestOptions: Sendable {
  /// Header fields that are added to the client's, replacing fields of the same name.
  public var headers: GraphQLHTTPHeaders

  /// The time limit for a single attempt; `nil` means the client's ``GraphQLClient/timeout``.
  public var timeout: GraphQLTimeout?

  /// The time limit for the whole operation; `nil` means the client's ``GraphQLClient/deadline``.
  public var deadline: GraphQLTimeout?

  /// The maximum size of the decompressed response body in bytes; `nil` means the client's.
  public var maximumResponseBytes: Int?

  /// The maximum number of parts of an incremental response; `nil` means the client's.
  public var maximumParts: Int?

  /// The HTTP method of a query; `nil` means the client's ``GraphQLClient/queryMethod``. Mutations are always posted.
  public var method: GraphQLHTTPRequest.Method?

  /// Whether the operation can safely be sent again; `nil` means true for queries, false for mutations.
  public var isIdempotent: Bool?

  /// Members of the request's `extensions`.
  public var extensions: [String: GraphQLValue] = [:]

  /// The server's handling of field errors; `nil` means the `onError` of the operation or the client.
  public var onError: GraphQLErrorBehavior?

  /// Interceptors of this request. They run after the client's, closer to the transport.
  public var interceptors: [any GraphQLInterceptor]

  /// Values for interceptors and transports, as ``GraphQLHTTPRequest/context``.
  public var context = GraphQLContext()

  /// Reports upload and download progress. Calls are serial; the final values are reported before the operation returns. Each attempt starts
  /// at zero.
  public var progress: (@Sendable (GraphQLProgress) -> Void)?

  /// When everything has to be over.
  var end: ContinuousClock.Instant? {
    get { boxedEnd?.instant }
    set { boxedEnd = newValue.map(BoxedInstant.init) }
  }
  private var boxedEnd: BoxedInstant?

  /// The requests that the operation has sent; nil if it is one request.
  var sent: SentRequests?

  /// The operation, if the client is observed.
  var observed: ObservedOperations?

  /// Given each response that was decoded; the caller has it afterwards.
  package var onDecoding: DecodedBodyHandler?

  /// Creates options for one request. What you leave out uses the client's setting. Other settings are properties of the options.
  public init(
    headers: GraphQLHTTPHeaders = [:], timeout: GraphQLTimeout? = nil, deadline: GraphQLTimeout? = nil,
    method: GraphQLHTTPRequest.Method? = nil, isIdempotent: Bool? = nil, onError: GraphQLErrorBehavior? = nil,
    interceptors: [any GraphQLInterceptor] = [], progress: (@Sendable (GraphQLProgress) -> Void)? = nil
  ) {
    self.headers = headers
    self.timeout = timeout
    self.deadline = deadline
    self.method = method
    self.isIdempotent = isIdempotent
    self.onError = onError
    self.interceptors = interceptors
    self.progress = progress
  }
}
