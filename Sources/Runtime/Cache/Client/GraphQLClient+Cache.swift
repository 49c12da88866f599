import Apus
public import ApusClient
public import ApusPlatform

extension GraphQLClient {
  /// The normalized cache: when one operation fetches an object, all others see it. `nil` for a client that stores nothing.
  public var cache: GraphQLCache? {
    get { attachedCache as? GraphQLCache }
    set { attachedCache = newValue }
  }

  /// Returns the cache of an operation; `nil` if the client has none, or the operation bypasses it.
  func cache<Operation: GraphQLOperation>(of operation: Operation.Type) -> GraphQLCache? {
    Operation.isCacheable ? cache : nil
  }

  /// The client without its cache, to send what the cache must not contain.
  ///
  /// ```swift
  /// let data = try await client.uncached.fetch(LibraryQuery(first: 20))
  /// ```
  public var uncached: GraphQLClient {
    var client = self
    client.cache = nil
    return client
  }

  /// Creates a client with a cache. Other settings are properties of the client.
  ///
  /// ```swift
  /// let client = GraphQLClient(url: url, cache: GraphQLCache(schema: cacheSchema))
  /// let data = try await client.fetch(AlbumQuery(id: "a1"))
  /// for await update in client.watch(AlbumQuery(id: "a1")) { print(update.data?.album?.title ?? "no title") }
  /// ```
  ///
  /// - Parameters:
  ///   - url: the server's endpoint.
  ///   - transport: the transport that sends queries and mutations; `nil` means the system's.
  ///   - subscriptions: the transport for subscriptions; `nil` means a new `GraphQLWebSocketTransport`.
  ///   - headers: header fields of every request.
  ///   - timeout: the time limit for a single attempt; `nil` means no limit.
  ///   - interceptors: the interceptors of every request, outermost first.
  ///   - cache: the cache that stores the responses.
  public init(
    url: URL, transport: (any GraphQLTransport)? = nil,
    subscriptions: (any GraphQLSubscriptionTransport)? = nil, headers: GraphQLHTTPHeaders = [:],
    timeout: Duration? = .seconds(60), interceptors: [any GraphQLInterceptor] = [], cache: GraphQLCache
  ) {
    self.init(
      url: url, transport: transport, subscriptions: subscriptions, headers: headers, timeout: timeout,
      interceptors: interceptors)
    self.cache = cache
  }
}
