public import Apus
public import ApusClient
import ApusPlatform

/// A client with a normalized cache: when one operation fetches an object, all others see it.
///
/// ```swift
/// let client = GraphQLCachedClient(GraphQLClient(url: url), cache: GraphQLCache(schema: cacheSchema))
/// let data = try await client.fetch(AlbumQuery(id: "a1"))
/// for await update in client.watch(AlbumQuery(id: "a1")) { print(update.data?.album?.title ?? "no title") }
/// ```
/// Identical queries share one request while it is in flight. A query's response does not overwrite what a mutation, a subscription or a
/// transaction wrote after the query was sent.
public struct GraphQLCachedClient: Sendable {
  /// The client that sends the requests.
  public var client: GraphQLClient
  /// The cache that stores the responses.
  public let cache: GraphQLCache
  /// Shares responses only among queries sent since the cache was last cleared.
  private let deduplication = Locked<(generation: CacheGeneration?, interceptor: DeduplicationInterceptor)>(
    (nil, DeduplicationInterceptor()))

  /// Creates a client that stores the responses of `client` in `cache`.
  public init(_ client: GraphQLClient, cache: GraphQLCache) {
    self.client = client
    self.cache = cache
  }

  // MARK: - Queries

  /// Fetches a query's data.
  ///
  /// ```swift
  /// let data = try await client.fetch(AlbumQuery(id: "a1"), maxAge: .seconds(10))
  /// ```
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - policy: whether the data comes from the cache or the server.
  ///   - maxAge: with `cacheFirst`, the maximum age of cached data in whole seconds; nil for the limits in `apus.json`.
  ///   - options: options of this request.
  /// - Throws: as `GraphQLClient.fetch(_:options:)`; with the policy `cacheOnly`, ``GraphQLCacheError/missing(_:)``.
  public func fetch<Query: GraphQLQuery>(
    _ query: Query, policy: GraphQLFetchPolicy = .cacheFirst, maxAge: Duration? = nil,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Query.Data {
    try await find(query, policy, maxAge, cached: { $0 }) { cause in
      cache.report(.fetched(Query.operationName, cause))
      return try await sending(query, options) { try await client.fetch(query, options: $0) }
    }
  }

  /// Fetches a query's data as your own model.
  ///
  /// - Throws: as ``fetch(_:policy:maxAge:options:)``, and the error of `transform`.
  public func fetch<Query: GraphQLQuery, Model>(
    _ query: Query, policy: GraphQLFetchPolicy = .cacheFirst, maxAge: Duration? = nil,
    options: GraphQLRequestOptions = GraphQLRequestOptions(), map transform: (Query.Data) throws -> Model
  ) async throws -> Model {
    try transform(await fetch(query, policy: policy, maxAge: maxAge, options: options))
  }

  /// Sends a query and returns its whole response. Caches all fields except those that failed.
  ///
  /// - Throws: as `GraphQLClient.response(for:options:)`.
  public func response<Query: GraphQLQuery>(
    for query: Query, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> GraphQLResponse<Query.Data> {
    try await sending(query, options) { try await client.response(for: query, options: $0) }
  }

  /// Returns a query's whole response according to a policy. A response from the cache has only data, no errors or extensions.
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - policy: whether the response comes from the cache or the server.
  ///   - maxAge: with `cacheFirst`, the maximum age of cached data in whole seconds; nil for the limits in `apus.json`.
  ///   - options: options of this request.
  /// - Throws: as `GraphQLClient.response(for:options:)`; with the policy `cacheOnly`, ``GraphQLCacheError/missing(_:)``.
  public func response<Query: GraphQLQuery>(
    for query: Query, policy: GraphQLFetchPolicy, maxAge: Duration? = nil,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> GraphQLResponse<Query.Data> {
    try await find(query, policy, maxAge, cached: { GraphQLResponse(data: $0) }) { cause in
      cache.report(.fetched(Query.operationName, cause))
      return try await response(for: query, options: options)
    }
  }

  /// Watches a query: delivers its data according to the policy, and again whenever it changes in the cache.
  ///
  /// Each loop over the updates is its own watch: it begins when the first update is requested and ends with the loop. If something goes
  /// missing, the query is sent again; the last data stays until the response arrives.
  ///
  /// ```swift
  /// for await update in client.watch(AlbumQuery(id: "a1")) {
  ///   print(update.data?.album?.title ?? "nothing yet", update.isFetching)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - policy: where the first data comes from.
  ///   - maxAge: the maximum age of cached data in whole seconds; nil for the limits in `apus.json`.
  ///   - refetchesWhenStale: whether to send the query again when watched data becomes stale.
  ///   - options: options of its requests.
  public func watch<Query: GraphQLQuery>(
    _ query: Query, policy: GraphQLWatchPolicy = .cacheFirst, maxAge: Duration? = nil,
    refetchesWhenStale: Bool = false, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) -> GraphQLCacheUpdates<Query.Data> {
    GraphQLCacheUpdates(
      cache: cache, name: Query.operationName, root: .operation, policy: policy,
      aging: WatchAging(maxAge: maxAge.map(CacheTime.seconds), refetchesWhenStale: refetchesWhenStale),
      source: { try PlanSource(query) }
    ) { [self] in
      try await sending(query, options) { try await client.fetch(query, options: $0) }
    }
  }

  /// Reads or sends, according to the policy. If the server cannot be reached, a policy that allows cached data falls back to it, however
  /// old.
  private func find<Query: GraphQLQuery, Result>(
    _ query: Query, _ policy: GraphQLFetchPolicy, _ maxAge: Duration?, cached: (Query.Data) -> Result,
    send: (GraphQLFetchCause) async throws -> Result
  ) async throws -> Result {
    await cache.load()
    func found(_ data: Query.Data) -> Result {
      cache.report(.found(Query.operationName))
      return cached(data)
    }
    var cause = GraphQLFetchCause.policy
    switch policy {
    case .cacheOnly:
      guard let data = cache.read(query) else { throw GraphQLCacheError.missing(Query.operationName) }
      return found(data)
    case .cacheFirst:
      switch cache.fresh(query, maxAge) {
      case .success(let data): return found(data)
      case .failure(let reason): cause = reason.cause
      }
    case .networkFirst, .networkOnly: break
    }
    do {
      return try await send(cause)
    } catch let error as GraphQLClientError where policy != .networkOnly && error.isOfNetwork {
      guard let data = cache.read(query) else { throw error }
      return found(data)
    }
  }

  private func sending<Query: GraphQLQuery, Result>(
    _ query: Query, _ options: GraphQLRequestOptions,
    _ send: (GraphQLRequestOptions) async throws -> Result
  ) async throws -> Result {
    // The response could not be written before.
    await cache.load()
    var options = options
    let generation = cache.store.currentGeneration
    options.interceptors.append(
      deduplication.withLock { known in
        if known.generation !== generation { known = (generation, DeduplicationInterceptor()) }
        return known.interceptor
      })
    options.onDecoding = cache.writing(query)
    return try await send(options)
  }

  // MARK: - Mutations

  /// Sends a mutation and returns its data. The objects in it are written to the cache.
  ///
  /// - Throws: as `GraphQLClient.perform(_:options:)`.
  public func perform<Mutation: GraphQLMutation>(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Mutation.Data {
    try await client.perform(mutation, options: await writing(mutation, options))
  }

  /// Sends a mutation and returns its data. Until the response arrives, the cache shows what `optimistically` writes.
  ///
  /// ```swift
  /// let data = try await client.perform(
  ///   SaveAlbumMutation(id: "a1"),
  ///   optimistically: { transaction in
  ///     try transaction.update(AlbumDetailsQuery(by: .id("a1"))) { $0.album?.isSaved = true }
  ///   })
  /// ```
  /// The response replaces these writes in one step; if the mutation fails, they are rolled back.
  ///
  /// - Parameters:
  ///   - mutation: the mutation with its variables.
  ///   - options: options of this request.
  ///   - optimistically: the expected changes; may run several times, see ``GraphQLCache/optimistic(_:)``.
  /// - Throws: as `GraphQLClient.perform(_:options:)`, and the error of `optimistically`.
  public func perform<Mutation: GraphQLMutation>(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions(),
    optimistically: @escaping @Sendable (borrowing GraphQLCacheTransaction) throws -> Void
  ) async throws -> Mutation.Data {
    // The cache may be cleared while this waits.
    let generation = cache.store.currentGeneration
    await cache.load()
    let store = cache.store
    let layer = try await store.writers.run {
      try store.addLayer(in: generation) { try optimistically(GraphQLCacheTransaction($0)) }
    }
    var options = options
    options.onDecoding = { [cache] body in
      await store.writers.run {
        cache.write(body, of: mutation, ticket: nil, replacing: layer, sentIn: generation)
      }
    }
    let result: Result<Mutation.Data, any Error>
    do {
      result = .success(try await client.perform(mutation, options: options))
    } catch {
      result = .failure(error)
    }
    await store.writers.run { store.removeLayer(layer) }
    return try result.get()
  }

  /// Sends a mutation and returns its data as your own model.
  ///
  /// - Throws: as ``perform(_:options:)``, and the error of `transform`.
  public func perform<Mutation: GraphQLMutation, Model>(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions(),
    map transform: (Mutation.Data) throws -> Model
  ) async throws -> Model {
    try transform(await perform(mutation, options: options))
  }

  /// Sends a mutation and returns its whole response. The objects in it are written to the cache.
  ///
  /// - Throws: as `GraphQLClient.response(for:options:)`.
  public func response<Mutation: GraphQLMutation>(
    for mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> GraphQLResponse<Mutation.Data> {
    try await client.response(for: mutation, options: await writing(mutation, options))
  }

  private func writing<Mutation: GraphQLMutation>(
    _ mutation: Mutation, _ options: GraphQLRequestOptions
  ) async -> GraphQLRequestOptions {
    await cache.load()
    var options = options
    options.onDecoding = cache.writing(mutation)
    return options
  }

  /// Unavailable: ``perform(_:options:)`` sends mutations.
  ///
  /// - Throws: `GraphQLClientError.invalidRequest`, always.
  @available(*, unavailable, message: "fetch sends queries: use perform(_:) for a mutation")
  public func fetch<Mutation: GraphQLMutation>(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Mutation.Data {
    throw GraphQLClientError.invalidRequest("\(Mutation.operationName) is a mutation: use perform")
  }

  // MARK: - Subscriptions

  /// Subscribes, and returns the data of each event. Objects are written to the cache before the caller receives the event.
  ///
  /// As `GraphQLClient.subscribe(to:options:)`.
  public func subscribe<Subscription: GraphQLSubscription>(
    to subscription: Subscription, options: GraphQLSubscriptionOptions = GraphQLSubscriptionOptions()
  ) -> GraphQLSubscriptionData<Subscription> {
    client.subscribe(to: subscription, options: options)
      .starting { [cache] in
        await cache.load()
      } onDecoding: { [cache] body in
        await cache.store.writers.run { cache.write(body, of: subscription, ticket: nil) }
      }
  }

  /// Subscribes, and returns each event as a whole response. Objects are written to the cache before the caller receives the event.
  ///
  /// As `GraphQLClient.responses(to:options:)`.
  public func responses<Subscription: GraphQLSubscription>(
    to subscription: Subscription, options: GraphQLSubscriptionOptions = GraphQLSubscriptionOptions()
  ) -> GraphQLSubscriptionResponses<Subscription> {
    client.responses(to: subscription, options: options)
      .starting { [cache] in
        await cache.load()
      } onDecoding: { [cache] body in
        await cache.store.writers.run { cache.write(body, of: subscription, ticket: nil) }
      }
  }
}

extension GraphQLClientError {
  /// Whether no GraphQL response arrived: the server could not be reached, or a proxy responded instead.
  var isOfNetwork: Bool {
    switch self {
    // The stored data may be another user's by now.
    case .credentialsChanged: false
    case .transport, .outcomeUnknown, .timedOut, .status, .notGraphQL, .invalidPart: true
    case .responseTooLarge, .tooManyParts, .decoding, .graphQL, .invalidRequest: false
    }
  }
}

extension GraphQLCache {
  /// Writes a response, whenever its request was sent.
  package func write<Operation: GraphQLOperation>(
    _ body: GraphQLDecodedBody, of operation: Operation, ticket: Int?
  ) {
    write(body, of: operation, ticket: ticket, sentIn: nil)
  }

  /// Writes a response, except for the fields that failed.
  ///
  /// - Parameters:
  ///   - ticket: the request's ticket; nil if it is not a query.
  ///   - layer: the optimistic layer that the response replaces.
  ///   - generation: the cache's generation when the request was sent: nothing is written if the cache was cleared since. Nil skips the
  ///     check.
  func write<Operation: GraphQLOperation>(
    _ body: GraphQLDecodedBody, of operation: Operation, ticket: Int?, replacing layer: Int? = nil,
    sentIn generation: CacheGeneration?
  ) {
    // The layer is removed when the mutation fails.
    if !body.errors.isEmpty, !store.configuration.cachesPartialResponses { return }
    _ = reporting(Operation.operationName) {
      let source = try PlanSource(operation)
      try body.json.withUnsafeBytes { bytes in
        try bytes.withMemoryRebound(to: UInt8.self) { json in
          // Offsets have 32 bits.
          guard json.count < Int32.max, let data = ResponsePlaces.data(in: json) else { return }
          let errors = body.errors.isEmpty ? [:] : ResponsePlaces.nulls(of: body.errors, in: data)
          try store.transaction { writer in
            if let generation, generation !== store.generation { return }
            if let layer { store.removeLayer(layer) }
            try writer.write(data, source, .operation, errors: errors, ticket: ticket)
            if store.configuration.usesCacheControl, ticket != nil {
              let limit = body.maxAge.map { CacheTime.seconds(.seconds($0)) }
              writer.note(source, expiry: limit.map { store.now &+ $0 })
            }
          }
        }
      }
    }
  }
}
