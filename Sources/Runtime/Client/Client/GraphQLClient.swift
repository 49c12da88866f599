import Apus
import ApusCurl
import ApusPlatform

/// Asks a GraphQL server over HTTP.
///
/// ```swift
/// let client = GraphQLClient(url: url, timeout: .seconds(20), interceptors: [RetryInterceptor()])
/// let data = try await client.fetch(LibraryQuery(first: 20))
/// ```
/// A client is a value: a copy with other settings shares the transport, and thereby the connections.
///
/// Specification: <https://graphql.github.io/graphql-over-http/draft/>.
public struct GraphQLClient: Sendable {
  /// The server's endpoint.
  public var url: URL

  /// What carries the requests.
  public var transport: any GraphQLTransport {
    didSet { transportIdentity = PartIdentity(of: transport) }
  }
  private(set) var transportIdentity: PartIdentity

  /// What carries subscriptions: a ``WebSocketTransport`` at ``url``, unless it is set to something else.
  public var subscriptions: any GraphQLSubscriptionTransport {
    didSet { subscriptionsIdentity = PartIdentity(of: subscriptions) }
  }
  /// nil for the socket that a client has unless it is given another transport: all those behave alike.
  private(set) var subscriptionsIdentity: PartIdentity?

  /// Header fields of every request.
  public var headers: GraphQLHTTPHeaders

  /// How long one attempt's answer may take, to its last byte; nil is for ever. A retry has this time again:
  /// ``deadline`` limits everything.
  public var timeout: Duration?

  /// How long an operation may take with everything that belongs to it: making the request, all attempts, the pauses between
  /// them, getting a token; nil is for ever. ``timeout`` limits each attempt.
  public var deadline: Duration?

  /// How many bytes the body of an answer may have, unpacked. More is ``GraphQLClientError/responseTooLarge(limit:)``.
  public var maximumResponseBytes: Int

  /// How many parts a response to an operation with `@defer` or `@stream` may have, also empty ones. More is
  /// ``GraphQLClientError/tooManyParts(limit:)``.
  public var maximumParts: Int

  /// Names of header fields that follow a redirect to another origin, in addition to those that never hold a secret, such as
  /// `Accept` and `Content-Type`.
  public var forwardedHeaders: Set<String>

  /// How the server learns which document is meant.
  public var documents: GraphQLDocumentPolicy

  /// How queries are sent. With GET and QUERY, something between client and server can cache them. GET needs no new server, but puts
  /// the variables into a URL, which is logged and has a limit; few servers take QUERY yet, and others answer with 405 or 501. Mutations,
  /// batches, uploads and documents to be registered are always posted.
  public var queryMethod: GraphQLHTTPRequest.Method

  /// How the server handles errors of fields, unless a request or its operation says it; nil for the server's default. Set it only if the
  /// server supports `onError`.
  public var onError: GraphQLErrorBehavior?

  /// What sees requests and responses: the first is the outermost.
  public var interceptors: [any GraphQLInterceptor] {
    didSet { interceptorIdentity = .value(PartIdentity.Token()) }
  }
  private(set) var interceptorIdentity = PartIdentity.value(PartIdentity.Token())

  /// What looks at the data of responses without errors, and may refuse them.
  public var checks: [GraphQLDataCheck] {
    didSet { checkIdentity = .value(PartIdentity.Token()) }
  }
  private(set) var checkIdentity = PartIdentity.value(PartIdentity.Token())

  /// A client of a server; each parameter is the property of its name.
  ///
  /// - Parameters:
  ///   - url: the server's endpoint.
  ///   - transport: what carries the requests; nil for a new `CurlTransport` on Linux, and for a new `URLSessionTransport` elsewhere.
  ///   - subscriptions: what carries subscriptions; nil for a new ``WebSocketTransport``, which connects to `url` when the first
  ///     one begins.
  ///   - headers: header fields of every request.
  ///   - timeout: how long one attempt's answer may take; nil is for ever.
  ///   - deadline: how long everything may take; nil is for ever.
  ///   - maximumResponseBytes: how many bytes the body of an answer may have; 256 MiB by default.
  ///   - maximumParts: how many parts a response may have; 100,000 by default.
  ///   - forwardedHeaders: header fields that follow a redirect to another origin.
  ///   - documents: how the server learns which document is meant.
  ///   - queryMethod: how queries are sent.
  ///   - onError: how the server handles errors of fields; nil for its default.
  ///   - interceptors: what sees requests and responses.
  ///   - checks: what looks at data.
  public init(
    url: URL, transport: (any GraphQLTransport)? = nil,
    subscriptions: (any GraphQLSubscriptionTransport)? = nil, headers: GraphQLHTTPHeaders = [:],
    timeout: Duration? = .seconds(60), deadline: Duration? = nil,
    maximumResponseBytes: Int = GraphQLHTTPRequest.defaultMaximumResponseBytes,
    maximumParts: Int = 100_000, forwardedHeaders: Set<String> = [], documents: GraphQLDocumentPolicy = .text,
    queryMethod: GraphQLHTTPRequest.Method = .post, onError: GraphQLErrorBehavior? = nil,
    interceptors: [any GraphQLInterceptor] = [],
    checks: [GraphQLDataCheck] = []
  ) {
    self.url = url
    self.transport = transport ?? Self.systemTransport()
    transportIdentity = PartIdentity(of: self.transport)
    self.subscriptions = subscriptions ?? WebSocketTransport()
    subscriptionsIdentity = subscriptions.map { PartIdentity(of: $0) }
    self.headers = headers
    self.timeout = timeout
    self.deadline = deadline
    self.maximumResponseBytes = maximumResponseBytes
    self.maximumParts = maximumParts
    self.forwardedHeaders = forwardedHeaders
    self.documents = documents
    self.queryMethod = queryMethod
    self.onError = onError
    self.interceptors = interceptors
    self.checks = checks
  }

  private static func systemTransport() -> any GraphQLTransport {
    #if os(Linux)
      systemTransport(.shared)
    #else
      URLSessionTransport()
    #endif
  }

  #if os(Linux)
    /// - Parameter library: nil where there is none.
    static func systemTransport(_ library: CurlLibrary?) -> any GraphQLTransport {
      CurlTransport(library: library) ?? MissingTransport()
    }
  #endif

  /// Sends a query and returns its data. ``perform(_:options:)`` sends a mutation.
  ///
  /// ```swift
  /// let data = try await client.fetch(AlbumQuery(id: "a1"))
  /// print(data.album?.title ?? "no such album")
  /// ```
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - options: where this request differs from others.
  /// - Throws: ``GraphQLClientError``; ``GraphQLClientError/graphQL(_:)`` even if there is data. The errors of
  ///   ``checks`` and ``interceptors``. `CancellationError`.
  public func fetch<Query: GraphQLQuery>(
    _ query: Query, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Query.Data {
    try await data(of: query, options: options)
  }

  /// Sends a query and returns the caller's own model of its data.
  ///
  /// ```swift
  /// let title = try await client.fetch(AlbumQuery(id: "a1")) { data in data.album?.title }
  /// ```
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - options: where this request differs from others.
  ///   - transform: makes the model; what it throws is passed on.
  /// - Throws: as ``fetch(_:options:)``.
  public func fetch<Query: GraphQLQuery, Model>(
    _ query: Query, options: GraphQLRequestOptions = GraphQLRequestOptions(),
    map transform: (Query.Data) throws -> Model
  ) async throws -> Model {
    try transform(await fetch(query, options: options))
  }

  /// Sends a mutation and returns its data.
  ///
  /// ```swift
  /// let data = try await client.perform(SaveAlbumMutation(id: "a1"))
  /// ```
  ///
  /// - Parameters:
  ///   - mutation: the mutation with its variables.
  ///   - options: where this request differs from others.
  /// - Throws: as ``fetch(_:options:)``.
  public func perform<Mutation: GraphQLMutation>(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Mutation.Data {
    try await data(of: mutation, options: options)
  }

  /// Sends a mutation and returns the caller's own model of its data.
  ///
  /// - Parameters:
  ///   - mutation: the mutation with its variables.
  ///   - options: where this request differs from others.
  ///   - transform: makes the model; what it throws is passed on.
  /// - Throws: as ``fetch(_:options:)``.
  public func perform<Mutation: GraphQLMutation, Model>(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions(),
    map transform: (Mutation.Data) throws -> Model
  ) async throws -> Model {
    try transform(await perform(mutation, options: options))
  }

  private func data<Operation: GraphQLSingleResponseOperation>(
    of operation: Operation, options: GraphQLRequestOptions
  ) async throws -> Operation.Data {
    let response = try await response(for: operation, options: options)
    guard let data = response.data, response.errors.isEmpty else {
      throw GraphQLClientError.graphQL(GraphQLFailure(response, operationName: Operation.operationName))
    }
    for check in checks { try check.run(Operation.self, data) }
    return data
  }

  /// Sends an operation and returns its whole response: data, errors and extensions.
  ///
  /// ``checks`` do not see it.
  ///
  /// ```swift
  /// let response = try await client.response(for: AlbumQuery(id: "a1"))
  /// print(response.data?.album?.title ?? "no title", response.errors.map(\.message))
  /// ```
  ///
  /// - Throws: ``GraphQLClientError``, but never ``GraphQLClientError/graphQL(_:)``: errors are in the response. What
  ///   ``interceptors`` throw. `CancellationError`.
  public func response<Operation: GraphQLSingleResponseOperation>(
    for operation: Operation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> GraphQLResponse<Operation.Data> {
    try await beforeDeadline(options) { options in
      switch documents {
      case .text: try await response(for: operation, .document, options)
      case .trusted: try await response(for: operation, .identifier, options)
      case .automaticallyPersisted: try await persistedResponse(for: operation, options)
      }
    }
  }

  func response<Operation: GraphQLOperation>(
    for operation: Operation, _ form: GraphQLDocumentForm, _ options: GraphQLRequestOptions
  ) async throws -> GraphQLResponse<Operation.Data> {
    let http = try await send(request(for: operation, form, options), options)
    let (json, response) = try operation.decoding(http, maximumParts: options.maximumParts ?? maximumParts)
    await options.onDecoding?(GraphQLDecodedBody(json, response, headers: http.headers))
    return response
  }
}
