public import Apus
public import ApusClient
import ApusPlatform

/// Incremental responses and batches.
extension GraphQLCachedClient {
  /// Sends an operation whose document has `@defer` or `@stream`, and returns each state of its response. What a state contains is cached;
  /// a part still to come is missing in the cache rather than null.
  ///
  /// As `GraphQLClient.responses(for:options:)`.
  public func responses<Operation: GraphQLSingleResponseOperation>(
    for operation: Operation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) -> GraphQLIncrementalResponses<Operation> {
    client.responses(for: operation, options: options).onSending { [cache] options in
      await cache.load()
      options.onDecoding = cache.writing(operation)
    }
  }

  /// Sends several operations as one request and caches their responses.
  ///
  /// - Throws: as `GraphQLClient.batch(_:options:)`.
  public func batch<each Operation: GraphQLSingleResponseOperation>(
    _ operation: repeat each Operation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> (repeat GraphQLResponse<(each Operation).Data>) {
    await cache.load()
    var writes: [@Sendable (GraphQLDecodedBody) async -> Void] = []
    repeat writes.append(cache.writing(each operation))
    var options = options
    options.onDecoding = Self.inTurn(writes)
    return try await client.batch(repeat each operation, options: options)
  }

  /// Sends several operations of one type as one request and caches their responses.
  ///
  /// - Throws: as `GraphQLClient.batch(_:options:)`.
  public func batch<Operation: GraphQLSingleResponseOperation>(
    _ operations: [Operation], options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> [GraphQLResponse<Operation.Data>] {
    await cache.load()
    var options = options
    options.onDecoding = Self.inTurn(operations.map(cache.writing))
    return try await client.batch(operations, options: options)
  }

  /// Passes the first body to the first write, and so on: responses are decoded in the order of their operations.
  private static func inTurn(
    _ writes: [@Sendable (GraphQLDecodedBody) async -> Void]
  ) -> @Sendable (GraphQLDecodedBody) async -> Void {
    let next = Locked(writes[...])
    return { body in
      let write = next.withLock { $0.popFirst() }
      await write?(body)
    }
  }
}

extension GraphQLCache {
  /// Returns a closure that writes the responses to a query sent now.
  func writing<Query: GraphQLQuery>(_ query: Query) -> @Sendable (GraphQLDecodedBody) async -> Void {
    writing(query, CacheTicket(store))
  }

  /// Returns a closure that writes the responses to an operation sent now.
  func writing<Operation: GraphQLOperation>(
    _ operation: Operation
  ) -> @Sendable (GraphQLDecodedBody) async -> Void {
    writing(operation, operation is any GraphQLQuery ? CacheTicket(store) : nil)
  }

  private func writing<Operation: GraphQLOperation>(
    _ operation: Operation, _ ticket: CacheTicket?
  ) -> @Sendable (GraphQLDecodedBody) async -> Void {
    let generation = ticket?.generation ?? store.currentGeneration
    return { [self] body in
      await store.writers.run { write(body, of: operation, ticket: ticket?.number, sentIn: generation) }
    }
  }
}
