import Apus
import ApusCurl
import ApusPlatform

/// A client for a GraphQL server.
///
/// ```swift
/// let client = GraphQLClient(url: url, timeout: .seconds(20), interceptors: [GraphQLRetryInterceptor()])
/// let data = try await client.fetch(LibraryQuery(first: 20))
/// ```
/// A client is a value: a copy with other settings shares the transport, and thereby the connections.
///
/// A client with a cache, from the module ApusCache, stores responses and reads queries from it. A ``GraphQLFetchPolicy`` selects the
/// source.
///
/// Specification: <https://graphql.github.io/graphql-over-http/draft/>.
public struct GraphQLClient: Sendable {
  /// The URL of the server's GraphQL endpoint.
  public var url: URL

  /// The transport that sends queries and mutations.
  public var transport: any GraphQLTransport {
    didSet { transportIdentity = PartIdentity(of: transport) }
  }
  private(set) var transportIdentity: PartIdentity

  /// The transport for subscriptions: by default a ``GraphQLWebSocketTransport`` that connects to ``url``.
  public var subscriptions: any GraphQLSubscriptionTransport {
    didSet { subscriptionsIdentity = PartIdentity(of: subscriptions) }
  }
  /// nil for the socket that a client has unless it is given another transport: all those behave alike.
  private(set) var subscriptionsIdentity: PartIdentity?

  /// Header fields of every request.
  public var headers: GraphQLHTTPHeaders

  /// The time limit for a single attempt, including receiving the body; `nil` means no limit. ``deadline`` limits all attempts together.
  public var timeout: Duration?

  /// The time limit for the whole operation: all attempts, the delays between them, and token refreshes; `nil` means no limit. ``timeout``
  /// limits each attempt. The wait for a cache on disk to be read, once after the start, is not included.
  public var deadline: Duration?

  /// The maximum size of a response body, after decompression, in bytes; 256 MiB by default. Larger responses throw
  /// ``GraphQLClientError/responseTooLarge(limit:)``.
  public var maximumResponseBytes = GraphQLHTTPRequest.defaultMaximumResponseBytes

  /// The maximum number of parts of a response to an operation with `@defer` or `@stream`, including empty ones; 100,000 by default. More parts throw
  /// ``GraphQLClientError/tooManyParts(limit:)``.
  public var maximumParts = 100_000

  /// Names of header fields that follow a redirect to another origin, in addition to those that never hold a secret, such as
  /// `Accept` and `Content-Type`.
  public var forwardedHeaders: Set<String> = []

  /// The way in which the client identifies the document to the server: full text, hash, or registered identifier.
  public var documents = GraphQLDocumentPolicy.text

  /// The HTTP method of queries. With GET and QUERY, caches between client and server can store the responses. GET works with every server,
  /// but puts the variables into a URL, which is logged and limited in length. Few servers support QUERY yet; others respond with 405 or 501.
  /// Mutations, batches, uploads and documents to be registered are always posted.
  public var queryMethod = GraphQLHTTPRequest.Method.post

  /// The server's handling of field errors, unless a request or its operation sets it; `nil` means the server's default. Set it only if the
  /// server supports `onError`.
  public var onError: GraphQLErrorBehavior?

  /// The interceptors of every request, outermost first.
  public var interceptors: [any GraphQLInterceptor] {
    didSet { interceptorIdentity = .value(PartIdentity.Token()) }
  }
  private(set) var interceptorIdentity = PartIdentity.value(PartIdentity.Token())

  /// The checks that can reject a response without errors.
  public var checks: [GraphQLDataCheck] = [] {
    didSet { checkIdentity = .value(PartIdentity.Token()) }
  }
  private(set) var checkIdentity = PartIdentity.value(PartIdentity.Token())

  /// The cache, which the module ApusCache sets; `nil` for a client that stores nothing.
  var attached: AttachedCache?

  /// The place of an observer, shared by copies of the client.
  let observation = ClientObservation()

  /// Creates a client. Other settings are properties of the client.
  ///
  /// ```swift
  /// var client = GraphQLClient(url: url, headers: ["Accept-Language": "de"])
  /// client.deadline = .seconds(60)
  /// client.documents = .automaticallyPersisted
  /// ```
  ///
  /// - Parameters:
  ///   - url: the server's endpoint.
  ///   - transport: the transport that sends queries and mutations; `nil` means a new `GraphQLCurlTransport` on Linux, and a new
  ///     `GraphQLURLSessionTransport` elsewhere.
  ///   - subscriptions: the transport for subscriptions; `nil` means a new ``GraphQLWebSocketTransport``, which connects to `url` when the first
  ///     subscription begins.
  ///   - headers: header fields of every request.
  ///   - timeout: the time limit for a single attempt; `nil` means no limit.
  ///   - interceptors: the interceptors of every request, outermost first.
  public init(
    url: URL, transport: (any GraphQLTransport)? = nil,
    subscriptions: (any GraphQLSubscriptionTransport)? = nil, headers: GraphQLHTTPHeaders = [:],
    timeout: Duration? = .seconds(60), interceptors: [any GraphQLInterceptor] = []
  ) {
    self.url = url
    self.transport = transport ?? Self.systemTransport()
    transportIdentity = PartIdentity(of: self.transport)
    self.subscriptions = subscriptions ?? GraphQLWebSocketTransport()
    subscriptionsIdentity = subscriptions.map { PartIdentity(of: $0) }
    self.headers = headers
    self.timeout = timeout
    self.interceptors = interceptors
  }

  private static func systemTransport() -> any GraphQLTransport {
    #if os(Linux)
      systemTransport(.shared)
    #else
      GraphQLURLSessionTransport()
    #endif
  }

  #if os(Linux)
    /// - Parameter library: nil where there is none.
    static func systemTransport(_ library: CurlLibrary?) -> any GraphQLTransport {
      GraphQLCurlTransport(library: library) ?? MissingTransport()
    }
  #endif

  /// Fetches a query's data, from the server or the client's cache. ``perform(_:options:)`` sends a mutation.
  ///
  /// ```swift
  /// let data = try await client.fetch(AlbumQuery(id: "a1"))
  /// print(data.album?.title ?? "no such album")
  /// ```
  /// With a cache, equal queries share one request while it is in flight, and a response does not overwrite what a mutation, a subscription or
  /// a transaction wrote after the query was sent.
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - policy: the source of the data, if the client has a cache.
  ///   - maxAge: with `cacheFirst`, the maximum age of cached data in whole seconds; `nil` means the limits in `apus.json`.
  ///   - options: the options of the request.
  /// - Throws: ``GraphQLClientError``; ``GraphQLClientError/graphQL(_:)`` even if there is data. The errors of
  ///   ``checks`` and ``interceptors``. `CancellationError`. With the policy `cacheOnly`, `GraphQLCacheError.missing`.
  public func fetch<Query: GraphQLQuery>(
    _ query: Query, policy: GraphQLFetchPolicy = .cacheFirst, maxAge: Duration? = nil,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Query.Data {
    guard let cache = try cache(for: policy, of: query) else { return try await send(query, options) }
    return try await find(query, in: cache, policy, maxAge, cached: { $0 }) { try await send(query, options) }
  }

  /// Fetches a query's data as your own model.
  ///
  /// ```swift
  /// let title = try await client.fetch(AlbumQuery(id: "a1")) { data in data.album?.title }
  /// ```
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - policy: the source of the data, if the client has a cache.
  ///   - maxAge: with `cacheFirst`, the maximum age of cached data in whole seconds; `nil` means the limits in `apus.json`.
  ///   - options: the options of the request.
  ///   - transform: makes the model; what it throws is passed on.
  /// - Throws: as ``fetch(_:policy:maxAge:options:)``.
  public func fetch<Query: GraphQLQuery, Model>(
    _ query: Query, policy: GraphQLFetchPolicy = .cacheFirst, maxAge: Duration? = nil,
    options: GraphQLRequestOptions = GraphQLRequestOptions(), map transform: (Query.Data) throws -> Model
  ) async throws -> Model {
    try transform(await fetch(query, policy: policy, maxAge: maxAge, options: options))
  }

  /// Sends a mutation and returns its data. If the client has a cache, the data is stored there.
  ///
  /// ```swift
  /// let data = try await client.perform(SaveAlbumMutation(id: "a1"))
  /// ```
  ///
  /// - Parameters:
  ///   - mutation: the mutation with its variables.
  ///   - options: the options of the request.
  /// - Throws: as ``fetch(_:policy:maxAge:options:)``.
  public func perform<Mutation: GraphQLMutation>(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Mutation.Data {
    try mutation.require(.mutation)
    return try await send(mutation, options)
  }

  /// Sends a mutation and returns the caller's own model of its data.
  ///
  /// - Parameters:
  ///   - mutation: the mutation with its variables.
  ///   - options: the options of the request.
  ///   - transform: makes the model; what it throws is passed on.
  /// - Throws: as ``fetch(_:policy:maxAge:options:)``.
  public func perform<Mutation: GraphQLMutation, Model>(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions(),
    map transform: (Mutation.Data) throws -> Model
  ) async throws -> Model {
    try transform(await perform(mutation, options: options))
  }

  /// Sends a query or a mutation, whatever is cached, and returns its data.
  ///
  /// - Throws: as ``fetch(_:policy:maxAge:options:)``.
  package func send<Operation: GraphQLSingleResponseOperation>(
    _ operation: Operation, _ options: GraphQLRequestOptions
  ) async throws -> Operation.Data {
    try operation.data(of: await response(for: operation, options: options), checks)
  }

  /// Sends an operation, whatever is cached, and returns its whole response: data, errors and extensions.
  ///
  /// ``checks`` do not see it. A cache stores all fields except those that failed.
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
    try operation.require(.query, .mutation)
    let observed = observing(operation)
    return try await observed.run {
      var options = await writing(operation, options)
      options.observed = observed
      return try await beforeDeadline(options) { options in
        switch documents {
        case .text: try await response(for: operation, .document, options)
        case .trusted: try await response(for: operation, .identifier, options)
        case .automaticallyPersisted: try await persistedResponse(for: operation, options)
        }
      }
    }
  }

  /// Returns a query's whole response, from the server or the client's cache. A response from the cache has only data, no errors or
  /// extensions.
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - policy: the source of the response, if the client has a cache.
  ///   - maxAge: with `cacheFirst`, the maximum age of cached data in whole seconds; `nil` means the limits in `apus.json`.
  ///   - options: the options of the request.
  /// - Throws: as ``response(for:options:)``; with the policy `cacheOnly`, `GraphQLCacheError.missing`.
  public func response<Query: GraphQLQuery>(
    for query: Query, policy: GraphQLFetchPolicy, maxAge: Duration? = nil,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> GraphQLResponse<Query.Data> {
    guard let cache = try cache(for: policy, of: query) else {
      return try await response(for: query, options: options)
    }
    return try await find(query, in: cache, policy, maxAge, cached: { GraphQLResponse(data: $0) }) {
      try await response(for: query, options: options)
    }
  }

  func response<Operation: GraphQLOperation>(
    for operation: Operation, _ form: GraphQLDocumentForm, _ options: GraphQLRequestOptions
  ) async throws -> GraphQLResponse<Operation.Data> {
    let observed = options.observed
    let http = try await send(request(for: operation, form, options), options)
    let received = observed?.observer.now
    let (json, response) = try operation.decoding(http, maximumParts: options.maximumParts ?? maximumParts)
    let decoded = observed?.observer.now
    var body = GraphQLDecodedBody(json, response, headers: http.headers)
    body.operation = observed?.numbers.first
    try await options.onDecoding?(body)
    if let observed, let received, let decoded {
      observed.receive(json, response.errors, ObservedPhases(received: received, decoded: decoded))
    }
    return response
  }
}
