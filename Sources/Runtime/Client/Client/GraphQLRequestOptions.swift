import Apus

/// How one operation is sent, where that differs from the rest of the client's.
///
/// ```swift
/// let options = GraphQLRequestOptions(headers: ["X-Screen": "home"], timeout: .seconds(5))
/// let data = try await client.fetch(LibraryQuery(first: 20), options: options)
/// ```
public struct GraphQLRequestOptions: Sendable {
  /// Header fields, over the client's.
  public var headers: GraphQLHTTPHeaders

  /// How long one attempt's answer may take.
  public var timeout: GraphQLTimeout

  /// How long everything may take: ``GraphQLClient/deadline``.
  public var deadline: GraphQLTimeout

  /// How many bytes the body of the answer may have, unpacked; nil for the client's limit.
  public var maximumResponseBytes: Int?

  /// How many parts the response may have; nil for the client's limit.
  public var maximumParts: Int?

  /// How a query is sent; nil as the client says. Mutations are always posted.
  public var method: GraphQLHTTPRequest.Method?

  /// Whether sending the operation twice does no harm; nil for what is true of its kind.
  public var isIdempotent: Bool?

  /// Members of the request's `extensions`.
  public var extensions: [String: GraphQLValue]

  /// How the server handles errors of fields; nil for the `onError` of the operation or the client.
  public var onError: GraphQLErrorBehavior?

  /// Interceptors of this request. They run after the client's, closer to the transport.
  public var interceptors: [any GraphQLInterceptor]

  /// Values for interceptors and transports, as ``GraphQLHTTPRequest/context``.
  public var context: GraphQLContext

  /// Called while bytes go and come, one call after the other, with the newest figures; the operation ends when it has seen the last ones.
  /// After a failed attempt the figures begin again.
  public var progress: (@Sendable (GraphQLProgress) -> Void)?

  /// When everything has to be over.
  var end: ContinuousClock.Instant? {
    get { boxedEnd?.instant }
    set { boxedEnd = newValue.map(BoxedInstant.init) }
  }
  private var boxedEnd: BoxedInstant?

  /// The requests that the operation has sent; nil if it is one request.
  var sent: SentRequests?

  /// Given each response that was decoded; the caller has it afterwards.
  package var onDecoding: (@Sendable (GraphQLDecodedBody) async -> Void)?

  /// Options for one request; what is left out is as the client has it.
  public init(
    headers: GraphQLHTTPHeaders = [:], timeout: GraphQLTimeout = .asClient,
    deadline: GraphQLTimeout = .asClient, maximumResponseBytes: Int? = nil,
    maximumParts: Int? = nil, method: GraphQLHTTPRequest.Method? = nil, isIdempotent: Bool? = nil,
    extensions: [String: GraphQLValue] = [:], onError: GraphQLErrorBehavior? = nil,
    interceptors: [any GraphQLInterceptor] = [],
    context: GraphQLContext = GraphQLContext(), progress: (@Sendable (GraphQLProgress) -> Void)? = nil
  ) {
    self.headers = headers
    self.timeout = timeout
    self.deadline = deadline
    self.maximumResponseBytes = maximumResponseBytes
    self.maximumParts = maximumParts
    self.method = method
    self.isIdempotent = isIdempotent
    self.extensions = extensions
    self.onError = onError
    self.interceptors = interceptors
    self.context = context
    self.progress = progress
  }
}
