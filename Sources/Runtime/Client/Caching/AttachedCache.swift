import Apus
import ApusPlatform

/// A client's cache, with the queries in flight that copies of the client share.
struct AttachedCache: Sendable {
  let cache: any ClientCache
  /// Shares responses only among queries sent since the cache was last cleared.
  private let deduplication = Locked<
    (epoch: (any AnyObject & Sendable)?, interceptor: DeduplicationInterceptor)
  >((nil, DeduplicationInterceptor()))

  init(_ cache: any ClientCache) { self.cache = cache }

  /// Returns the options with which a query or a mutation is sent now, so that its response is cached.
  func writing<Operation: GraphQLSingleResponseOperation>(
    _ operation: Operation, _ options: GraphQLRequestOptions
  ) async -> GraphQLRequestOptions {
    // The response could not be written before.
    await cache.load()
    var options = options
    // The ticket first: a query that was sent when the cache is cleared shares no response with later ones.
    let (ticket, onDecoding) = cache.writing(operation)
    options.onDecoding = onDecoding
    if let ticket {
      options.context[RequestTicket.Key.self] = [ticket]
      let epoch = cache.epoch
      options.interceptors.append(
        deduplication.withLock { known in
          if known.epoch !== epoch { known = (epoch, DeduplicationInterceptor()) }
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

  /// Returns the client without its cache, for operations that it does not know.
  func withoutCache() -> GraphQLClient {
    var client = self
    client.attached = nil
    return client
  }

  /// Returns the cache that a policy reads; `nil` if the client has none, and the query has to be sent.
  ///
  /// - Throws: ``GraphQLClientError/invalidRequest(_:)`` if the policy never sends.
  func cache<Query: GraphQLQuery>(
    for policy: GraphQLFetchPolicy, of query: Query.Type
  ) throws -> (any ClientCache)? {
    guard attached == nil, policy == .cacheOnly else { return attached?.cache }
    throw GraphQLClientError.invalidRequest(
      "\(Query.operationName): the policy cacheOnly reads a cache, and the client has none; set its cache, of the module ApusCache"
    )
  }
}
