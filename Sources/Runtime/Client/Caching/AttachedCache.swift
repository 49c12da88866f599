import Apus
import ApusPlatform

/// A client's cache, with the queries in flight that copies of the client share.
struct AttachedCache: Sendable {
  let cache: any ClientCache
  /// Shares responses only among queries sent since the cache was last cleared.
  private let deduplication = Locked<
    (epoch: (any AnyObject & Sendable)?, interceptor: GraphQLDeduplicationInterceptor)
  >((nil, GraphQLDeduplicationInterceptor()))

  init(_ cache: any ClientCache) { self.cache = cache }

  /// Returns the options with which a query or a mutation is sent now, so that its response is cached.
  func writing<Operation: GraphQLSingleResponseOperation>(
    _ operation: Operation, _ options: GraphQLRequestOptions
  ) async -> GraphQLRequestOptions {
    // The response could not be written before.
    await cache.load()
    var options = options
    let (query, onDecoding) = cache.writing(operation)
    options.onDecoding = onDecoding
    if let (ticket, epoch) = query {
      options.context[RequestTicket.Key.self] = [SentTicket(ticket)]
      options.interceptors.append(
        deduplication.withLock { known in
          if known.epoch !== epoch { known = (epoch, GraphQLDeduplicationInterceptor()) }
          return known.interceptor
        })
    }
    return options
  }
}

extension GraphQLClient {
  /// The client's cache; `nil` for a client without one.
  package var attachedCache: (any ClientCache)? {
    get { attached?.cache }
    set { attached = newValue.map(AttachedCache.init) }
  }

  /// Returns the cache of an operation; `nil` if the client has none, or the operation bypasses it.
  func cache<Operation: GraphQLOperation>(of operation: Operation.Type) -> (any ClientCache)? {
    Operation.isCacheable ? attached?.cache : nil
  }

  /// Returns the options with which an operation is sent now, so that its response is cached.
  func writing<Operation: GraphQLSingleResponseOperation>(
    _ operation: Operation, _ options: GraphQLRequestOptions
  ) async -> GraphQLRequestOptions {
    guard let attached, Operation.isCacheable else { return options }
    return await attached.writing(operation, options)
  }

  /// Returns the cache that a policy reads; `nil` if the query has to be sent.
  ///
  /// - Throws: ``GraphQLClientError/invalidRequest(_:)`` if the policy never sends, or if the operation is not a query.
  func cache<Query: GraphQLQuery>(
    for policy: GraphQLFetchPolicy, of query: Query
  ) throws -> (any ClientCache)? {
    try query.require(.query)
    let cache = cache(of: Query.self)
    guard cache == nil, policy == .cacheOnly else { return cache }
    throw missingCache(of: query, "the policy cacheOnly reads a cache")
  }

  /// Returns the error of a function that needs the cache of an operation, if there is none.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - purpose: why it needs the cache: a clause.
  ///   - alternative: what to use instead, such as "use pages(_:by:)".
  package func missingCache<Operation: GraphQLOperation>(
    of operation: Operation, _ purpose: String, alternative: String? = nil
  ) -> GraphQLClientError {
    var reason = "documents as text bypass it"
    var remedies = [alternative].compactMap(\.self)
    if Operation.isCacheable {
      reason = "the client has none"
      remedies.insert("set its cache, of the module ApusCache", at: 0)
    }
    let remedy = remedies.isEmpty ? "" : "; " + remedies.joined(separator: ", or ")
    return .invalidRequest("\(operation.shownName): \(purpose), and \(reason)\(remedy)")
  }
}
