public import Apus
public import ApusClient

extension GraphQLClient {
  /// Sends a mutation and returns its data. Until the response arrives, the cache shows what `optimistically` writes.
  ///
  /// ```swift
  /// let data = try await client.perform(
  ///   SaveAlbumMutation(id: "a1"),
  ///   optimistically: { transaction in
  ///     try transaction.update(AlbumDetailsQuery(by: .id("a1"))) { $0.album?.isSaved = true }
  ///   })
  /// ```
  /// The response replaces these writes in one step; if the mutation fails, they are rolled back. A client without a cache only sends the
  /// mutation.
  ///
  /// - Parameters:
  ///   - mutation: the mutation with its variables.
  ///   - options: options of this request.
  ///   - optimistically: the expected changes; may run several times, see ``GraphQLCache/optimistic(_:)``.
  /// - Throws: as `GraphQLClient.perform(_:options:)`; the error of `optimistically`; and `GraphQLClientError.invalidRequest` for a document as
  ///   text, which bypasses the cache.
  public func perform<Mutation: GraphQLMutation>(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions(),
    optimistically: @escaping @Sendable (borrowing GraphQLCacheTransaction) throws -> Void
  ) async throws -> Mutation.Data {
    guard let cache else { return try await perform(mutation, options: options) }
    guard Mutation.isCacheable else {
      throw missingCache(of: mutation, "an optimistic change is one of the cache")
    }
    let store = cache.store
    // The cache may be cleared while this waits.
    let generation = store.currentGeneration
    await cache.load()
    let layer = try await store.writers.run {
      try store.addLayer(in: generation) { try optimistically(GraphQLCacheTransaction($0)) }
    }
    var options = options
    options.onDecoding = { body in
      await store.writers.run {
        cache.write(body, of: mutation, ticket: nil, replacing: layer, sentIn: generation)
      }
    }
    let result: Result<Mutation.Data, any Error>
    do {
      result = .success(try await uncached.perform(mutation, options: options))
    } catch {
      result = .failure(error)
    }
    await store.writers.run { store.removeLayer(layer) }
    return try result.get()
  }
}
