public import Apus
public import ApusClient

/// Responses in parts, and several in one.
extension GraphQLCachedClient {
  /// Sends an operation whose document has `@defer` or `@stream`, and returns each state of its response. What a state has is kept; a part
  /// that is still to come is missing in the cache, and not null.
  ///
  /// As `GraphQLClient.responses(for:options:)`.
  public func responses<Operation: GraphQLSingleResponseOperation>(
    for operation: Operation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) -> GraphQLIncrementalResponses<Operation> {
    client.responses(for: operation, options: options).onSending { [cache] options in
      options.onDecoding = cache.writing(operation)
    }
  }

  /// Sends several operations as one request. What the responses have is kept.
  ///
  /// As `GraphQLClient.responses(for:options:)`.
  public func responses<each Operation: GraphQLSingleResponseOperation>(
    for operation: repeat each Operation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> (repeat GraphQLResponse<(each Operation).Data>) {
    var writes: [@Sendable (GraphQLDecodedBody) -> Void] = []
    repeat writes.append(cache.writing(each operation))
    var options = options
    options.onDecoding = Self.inTurn(writes)
    return try await client.responses(for: repeat each operation, options: options)
  }

  /// Sends several operations of one kind as one request. What the responses have is kept.
  ///
  /// As `GraphQLClient.responses(forAll:options:)`.
  public func responses<Operation: GraphQLSingleResponseOperation>(
    forAll operations: [Operation], options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> [GraphQLResponse<Operation.Data>] {
    var options = options
    options.onDecoding = Self.inTurn(operations.map(cache.writing))
    return try await client.responses(forAll: operations, options: options)
  }

  /// Gives the first response to the first, and so on: they are decoded in their order.
  private static func inTurn(
    _ writes: [@Sendable (GraphQLDecodedBody) -> Void]
  ) -> @Sendable (GraphQLDecodedBody) -> Void {
    let next = Locked(writes[...])
    return { body in
      let write = next.withLock { $0.popFirst() }
      write?(body)
    }
  }
}

extension GraphQLCache {
  /// What writes the responses to an operation that is sent now.
  func writing<Operation: GraphQLOperation>(
    _ operation: Operation
  ) -> @Sendable (GraphQLDecodedBody) -> Void {
    let ticket = operation is any GraphQLQuery ? CacheTicket(store) : nil
    let generation = ticket?.generation ?? store.currentGeneration
    return { [self] body in
      write(body, of: operation, ticket: ticket?.number, sentIn: generation)
    }
  }
}
