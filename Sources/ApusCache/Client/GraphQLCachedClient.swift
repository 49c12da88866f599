public import Apus
public import ApusClient
import Foundation

/// A client whose responses go through a cache: what one operation learns of an object, all others see.
///
/// ```swift
/// let client = GraphQLCachedClient(GraphQLClient(url: url), cache: GraphQLCache(schema: cacheSchema))
/// let data = try await client.fetch(AlbumQuery(id: "a1"))
/// for await update in client.watch(AlbumQuery(id: "a1")) { show(update.data, update.error) }
/// ```
/// Queries with the same request share it while it is under way. A query's response does not overwrite what a mutation, a subscription
/// or a transaction wrote after the query was sent.
public struct GraphQLCachedClient: Sendable {
  /// What sends.
  public var client: GraphQLClient
  /// What keeps.
  public let cache: GraphQLCache
  /// Shares responses among queries that were sent since the cache was cleared last.
  private let deduplication = Locked<(generation: CacheGeneration?, interceptor: DeduplicationInterceptor)>(
    (nil, DeduplicationInterceptor()))

  /// A client that keeps in `cache` what `client` receives.
  public init(_ client: GraphQLClient, cache: GraphQLCache) {
    self.client = client
    self.cache = cache
  }

  // MARK: - Queries

  /// A query's data.
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - policy: where the data comes from.
  ///   - maxAge: with `cacheFirst`, how old cached data may be before the server is asked; nil for what `apus.json` says.
  ///   - options: where this request differs from others.
  /// - Throws: as `GraphQLClient.fetch(_:options:)`; ``GraphQLCacheError/missing(_:)`` with the policy `cacheOnly`.
  public func fetch<Query: GraphQLQuery>(
    _ query: Query, policy: GraphQLFetchPolicy = .cacheFirst, maxAge: Duration? = nil,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Query.Data {
    try await find(query, policy, maxAge, cached: { $0 }) { cause in
      cache.report(.fetched(Query.operationName, cause))
      return try await sending(query, options) { try await client.fetch(query, options: $0) }
    }
  }

  /// A query's data as the caller's own model.
  ///
  /// - Throws: as ``fetch(_:policy:maxAge:options:)``, and what `transform` throws.
  public func fetch<Query: GraphQLQuery, Model>(
    _ query: Query, policy: GraphQLFetchPolicy = .cacheFirst, maxAge: Duration? = nil,
    options: GraphQLRequestOptions = GraphQLRequestOptions(), map transform: (Query.Data) throws -> Model
  ) async throws -> Model {
    try transform(await fetch(query, policy: policy, maxAge: maxAge, options: options))
  }

  /// Sends a query and returns its whole response. What the response has is kept, but for fields that failed.
  ///
  /// - Throws: as `GraphQLClient.response(for:options:)`.
  public func response<Query: GraphQLQuery>(
    for query: Query, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> GraphQLResponse<Query.Data> {
    try await sending(query, options) { try await client.response(for: query, options: $0) }
  }

  /// A query's whole response, as the policy says. What comes from the cache are data alone, without errors and extensions.
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - policy: where the response comes from.
  ///   - maxAge: with `cacheFirst`, how old cached data may be before the server is asked; nil for what `apus.json` says.
  ///   - options: where this request differs from others.
  /// - Throws: as `GraphQLClient.response(for:options:)`; ``GraphQLCacheError/missing(_:)`` with the policy `cacheOnly`.
  public func response<Query: GraphQLQuery>(
    for query: Query, policy: GraphQLFetchPolicy, maxAge: Duration? = nil,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> GraphQLResponse<Query.Data> {
    try await find(query, policy, maxAge, cached: { GraphQLResponse(data: $0) }) { cause in
      cache.report(.fetched(Query.operationName, cause))
      return try await response(for: query, options: options)
    }
  }

  /// What a query's data is, from now on: a first time as the policy says, and again whenever what it has changes in the cache.
  ///
  /// Each loop over the updates is a watch of its own, which begins with the first update that is asked for and ends with the loop.
  /// Should something go missing, the query is sent again; until its response is there, the last data stays.
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - policy: where the first data comes from.
  ///   - maxAge: how old cached data may be before the server is asked; nil for what `apus.json` says.
  ///   - refetchesWhenStale: whether the query is sent again when data become too old while they are watched.
  ///   - options: where its requests differ from others.
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

  /// Reads or sends, as the policy says. Where the server cannot be reached, a policy that allows cached data gives what there is.
  private func find<Query: GraphQLQuery, Result>(
    _ query: Query, _ policy: GraphQLFetchPolicy, _ maxAge: Duration?, cached: (Query.Data) -> Result,
    send: (GraphQLFetchCause) async throws -> Result
  ) async throws -> Result {
    await cache.load()
    var cause = GraphQLFetchCause.policy
    switch policy {
    case .cacheOnly:
      guard let data = cache.read(query) else { throw GraphQLCacheError.missing(Query.operationName) }
      return cached(data)
    case .cacheFirst:
      switch cache.fresh(query, maxAge) {
      case .success(let data): return cached(data)
      case .failure(let reason): cause = reason.cause
      }
    case .networkFirst, .networkOnly: break
    }
    do {
      return try await send(cause)
    } catch let error as GraphQLClientError where policy != .networkOnly && error.isOfNetwork {
      guard let data = cache.read(query) else { throw error }
      return cached(data)
    }
  }

  private func sending<Query: GraphQLQuery, Result>(
    _ query: Query, _ options: GraphQLRequestOptions,
    _ send: (GraphQLRequestOptions) async throws -> Result
  ) async throws -> Result {
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

  /// Sends a mutation and returns its data. The objects that it returns are written to the cache.
  ///
  /// - Throws: as `GraphQLClient.perform(_:options:)`.
  public func perform<Mutation: GraphQLMutation>(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Mutation.Data {
    try await client.perform(mutation, options: writing(mutation, options))
  }

  /// Sends a mutation and returns its data. Until then the cache has what `optimistically` writes.
  ///
  /// ```swift
  /// let data = try await client.perform(
  ///   LikeMutation(post: "1"),
  ///   optimistically: { transaction in
  ///     try transaction.update(LikesData.self, GraphQLCacheKey("Post", "1")) { $0.likes += 1 }
  ///   })
  /// ```
  /// The response takes its place at once; when there is none, what was written is taken back.
  ///
  /// - Parameters:
  ///   - mutation: the mutation with its variables.
  ///   - options: where this request differs from others.
  ///   - optimistically: may run several times, as ``GraphQLCache/optimistic(_:)`` says.
  /// - Throws: as `GraphQLClient.perform(_:options:)`, and what `optimistically` throws.
  public func perform<Mutation: GraphQLMutation>(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions(),
    optimistically: @escaping @Sendable (borrowing GraphQLCacheTransaction) throws -> Void
  ) async throws -> Mutation.Data {
    await cache.load()
    let generation = cache.store.currentGeneration
    let layer = try cache.optimistic(optimistically)
    defer { layer.rollBack() }
    var options = options
    options.onDecoding = { [cache] body in
      cache.write(body, of: mutation, ticket: nil, replacing: layer.number, sentIn: generation)
    }
    return try await client.perform(mutation, options: options)
  }

  /// Sends a mutation and returns the caller's own model of its data.
  ///
  /// - Throws: as ``perform(_:options:)``, and what `transform` throws.
  public func perform<Mutation: GraphQLMutation, Model>(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions(),
    map transform: (Mutation.Data) throws -> Model
  ) async throws -> Model {
    try transform(await perform(mutation, options: options))
  }

  /// Sends a mutation and returns its whole response. The objects that it returns are written to the cache.
  ///
  /// - Throws: as `GraphQLClient.response(for:options:)`.
  public func response<Mutation: GraphQLMutation>(
    for mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> GraphQLResponse<Mutation.Data> {
    try await client.response(for: mutation, options: writing(mutation, options))
  }

  private func writing<Mutation: GraphQLMutation>(
    _ mutation: Mutation, _ options: GraphQLRequestOptions
  ) -> GraphQLRequestOptions {
    var options = options
    options.onDecoding = cache.writing(mutation)
    return options
  }

  /// Unavailable: ``perform(_:options:)`` sends mutations.
  @available(*, unavailable, message: "fetch sends queries: use perform(_:) for a mutation")
  public func fetch<Mutation: GraphQLMutation>(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Mutation.Data {
    throw GraphQLClientError.invalidRequest("\(Mutation.operationName) is a mutation: use perform")
  }

  // MARK: - Subscriptions

  /// Subscribes, and returns the data of each event. The objects of an event are written to the cache before the caller has it.
  ///
  /// As `GraphQLClient.subscribe(to:options:)`.
  public func subscribe<Subscription: GraphQLSubscription>(
    to subscription: Subscription, options: GraphQLSubscriptionOptions = GraphQLSubscriptionOptions()
  ) -> GraphQLSubscriptionData<Subscription> {
    client.subscribe(to: subscription, options: options).onDecoding { [cache] body in
      cache.write(body, of: subscription, ticket: nil)
    }
  }

  /// Subscribes, and returns each event as a whole. The objects of an event are written to the cache before the caller has it.
  ///
  /// As `GraphQLClient.responses(to:options:)`.
  public func responses<Subscription: GraphQLSubscription>(
    to subscription: Subscription, options: GraphQLSubscriptionOptions = GraphQLSubscriptionOptions()
  ) -> GraphQLSubscriptionResponses<Subscription> {
    client.responses(to: subscription, options: options).onDecoding { [cache] body in
      cache.write(body, of: subscription, ticket: nil)
    }
  }
}

extension GraphQLClientError {
  /// Whether the server could not be reached, or something before it answered.
  var isOfNetwork: Bool {
    switch self {
    case .transport, .outcomeUnknown, .timedOut, .status, .notGraphQL, .invalidPart: true
    case .responseTooLarge, .tooManyParts, .decoding, .graphQL, .invalidRequest: false
    }
  }
}

extension GraphQLCache {
  /// Writes what a response has, whenever its request was sent.
  package func write<Operation: GraphQLOperation>(
    _ body: GraphQLDecodedBody, of operation: Operation, ticket: Int?
  ) {
    write(body, of: operation, ticket: ticket, sentIn: nil)
  }

  /// Writes what a response has, but for fields that failed.
  ///
  /// - Parameters:
  ///   - ticket: the request, if it is a query's.
  ///   - layer: the layer that the response takes the place of.
  ///   - generation: when the request was sent: if the cache was cleared since, nothing is written. Nil where that does not matter.
  func write<Operation: GraphQLOperation>(
    _ body: GraphQLDecodedBody, of operation: Operation, ticket: Int?, replacing layer: Int? = nil,
    sentIn generation: CacheGeneration?
  ) {
    if !body.errors.isEmpty, !store.configuration.cachesPartialResponses {
      if let layer { store.removeLayer(layer) }
      return
    }
    do {
      let source = try PlanSource(operation)
      try body.json.withUnsafeBytes { bytes in
        try bytes.withMemoryRebound(to: UInt8.self) { json in
          // Positions have 32 bits.
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
    } catch let error as GraphQLCacheError {
      report(.unusable(Operation.operationName, error))
    } catch {
      report(.undecodable(Operation.operationName, error))
    }
  }
}
