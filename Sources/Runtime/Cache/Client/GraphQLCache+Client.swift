import Apus
import ApusClient

/// The interface to the client.
extension GraphQLCache: ClientCache {
  /// Returns a closure that writes the responses to an operation sent now, unless the cache was cleared since. For an event of a subscription, the
  /// closure then throws ``GraphQLCacheError/cleared``: later events would be those of an account that has signed out. Documents as text are not
  /// written, but their subscriptions end too.
  package func writing<Operation: GraphQLOperation>(
    _ operation: Operation
  ) -> (query: (ticket: RequestTicket, epoch: any AnyObject & Sendable)?, onDecoding: DecodedBodyHandler) {
    guard Operation.isCacheable, operation is any GraphQLQuery else {
      let generation = store.currentGeneration
      return (
        nil,
        { [self] body in
          if Operation.isCacheable {
            let keys = computedKeys(of: body, operation)
            await store.writers.run { write(body, of: operation, keys, ticket: nil, sentIn: generation) }
          }
          guard operation is any GraphQLSubscription, store.currentGeneration !== generation else { return }
          throw GraphQLCacheError.cleared
        }
      )
    }
    let sent = CacheTicket(store)
    let ticket = RequestTicket(sent, of: self)
    return (
      (ticket, sent.generation),
      { [self] body in
        guard let sent = ticket.value as? CacheTicket, sent.store === store else { return }
        let keys = computedKeys(of: body, operation)
        await store.writers.run {
          write(body, of: operation, keys, ticket: sent.number, sentIn: sent.generation)
        }
      }
    )
  }

  /// Reads or sends, according to the policy. If the server cannot be reached, a policy that allows cached data falls back to it, however
  /// old.
  package func find<Query: GraphQLQuery, Result>(
    _ query: Query, _ policy: GraphQLFetchPolicy, _ maxAge: Duration?, cached: (Query.Data) -> Result,
    send: () async throws -> Result
  ) async throws -> Result {
    await load()
    let generation = store.currentGeneration
    func found(_ data: Query.Data) -> Result {
      report(.found(Query.operationName))
      return cached(data)
    }
    var cause = GraphQLFetchCause.policy
    switch policy {
    case .cacheOnly:
      guard let data = read(query) else { throw GraphQLCacheError.missing(Query.operationName) }
      return found(data)
    case .cacheFirst:
      switch fresh(query, maxAge) {
      case .success(let data): return found(data)
      case .failure(let reason): cause = reason.cause
      }
    case .cacheAndNetwork, .networkFirst, .networkOnly: break
    }
    do {
      report(.fetched(Query.operationName, cause))
      guard observer != nil else { return try await send() }
      var context = ObservedContext.current
      context.cause = cause
      return try await ObservedContext.$current.withValue(context) { try await send() }
    } catch let error as GraphQLClientError where policy != .networkOnly && error.isOfNetwork {
      // Data that was written since the cache was cleared may be another user's.
      guard store.currentGeneration === generation, let data = read(query) else { throw error }
      return found(data)
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
    case .responseTooLarge, .tooManyParts, .decoding, .graphQL, .invalidRequest, .repeatedCursor: false
    }
  }
}
