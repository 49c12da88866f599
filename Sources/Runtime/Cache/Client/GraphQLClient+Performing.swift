public import Apus
public import ApusClient
import ApusPlatform

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
    try await perform(mutation, options, optimistically, nil)
  }

  /// Sends a mutation, changes the cache with its data, and returns the data.
  ///
  /// ```swift
  /// let data = try await client.perform(CreatePlaylistMutation(input: CreatePlaylistInput(title: "Sunday"))) { data, transaction in
  ///   guard let playlist = data.createPlaylist.playlist else { return }
  ///   transaction.append(GraphQLCacheKey("Playlist", playlist.id), to: GraphQLCacheLists("Listener", "playlists"))
  /// }
  /// ```
  /// `updating` runs once, in the transaction that writes the response and rolls `optimistically` back: watchers get a single update. It runs
  /// only if the mutation succeeds, which is if this function returns data: objects in a response with errors are written, but the function
  /// throws. If `updating` throws, its own writes are undone, the response stays in the cache, and this function throws the error, although
  /// the server has executed the mutation.
  ///
  /// A client without a cache only sends the mutation. If the cache was cleared since, nothing is written, and `updating` does not run.
  ///
  /// - Parameters:
  ///   - mutation: the mutation with its variables.
  ///   - options: options of this request.
  ///   - optimistically: the expected changes; may run several times, see ``GraphQLCache/optimistic(_:)``.
  ///   - updating: changes the cache with the mutation's data. It runs while others wait to write, so it should be quick.
  /// - Throws: as `GraphQLClient.perform(_:options:)`; the errors of `optimistically` and `updating`; and `GraphQLClientError.invalidRequest`
  ///   for a document as text, which bypasses the cache.
  public func perform<Mutation: GraphQLMutation>(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions(),
    optimistically: (@Sendable (borrowing GraphQLCacheTransaction) throws -> Void)? = nil,
    updating: @escaping @Sendable (Mutation.Data, borrowing GraphQLCacheTransaction) throws -> Void
  ) async throws -> Mutation.Data {
    try await perform(mutation, options, optimistically, updating)
  }

  private func perform<Mutation: GraphQLMutation>(
    _ mutation: Mutation, _ options: GraphQLRequestOptions,
    _ optimistically: (@Sendable (borrowing GraphQLCacheTransaction) throws -> Void)?,
    _ updating: (@Sendable (Mutation.Data, borrowing GraphQLCacheTransaction) throws -> Void)?
  ) async throws -> Mutation.Data {
    guard let cache else { return try await perform(mutation, options: options) }
    guard Mutation.isCacheable else {
      throw missingCache(of: mutation, "its closures change the cache")
    }
    let store = cache.store
    // The cache may be cleared while this waits.
    let generation = store.currentGeneration
    await cache.load()
    var layer: Int?
    if let optimistically {
      layer = try await store.writers.run {
        try store.addLayer(in: generation, named: Mutation.operationName) {
          try optimistically(GraphQLCacheTransaction($0))
        }
      }
    }
    let (result, body) = await received(mutation, options) { late in
      let keys = cache.computedKeys(of: late, mutation)
      await store.writers.run { cache.write(late, of: mutation, keys, ticket: nil, sentIn: generation) }
    }
    let data = try? result.get()
    let keys = body.flatMap { cache.computedKeys(of: $0, mutation) }
    let error = await store.writers.run { [layer] in
      store.transaction { _ in
        defer { if let layer { store.removeLayer(layer) } }
        guard let body else { return nil as (any Error)? }
        return cache.write(body, of: mutation, keys, replacing: layer, sentIn: generation) { transaction in
          if let data { try updating?(data, transaction) }
        }
      }
    }
    if let error { throw error }
    return try result.get()
  }

  /// Sends a mutation without the cache.
  ///
  /// - Parameter writeLate: called with a response that is decoded after this has returned an error: after a cancellation, or at the end of
  ///   a time limit, the request may still be completed.
  /// - Returns: its data or an error, and the response if one arrived.
  private func received<Mutation: GraphQLMutation>(
    _ mutation: Mutation, _ options: GraphQLRequestOptions,
    writeLate: @escaping @Sendable (GraphQLDecodedBody) async -> Void
  ) async -> (Result<Mutation.Data, any Error>, GraphQLDecodedBody?) {
    let arrival = Locked<ResponseArrival<GraphQLDecodedBody>>(.awaited(nil))
    var options = options
    options.onDecoding = { decoded in
      if !arrival.withLock({ $0.note(decoded) }) { await writeLate(decoded) }
    }
    do {
      let response = try await uncached.response(for: mutation, options: options)
      return (Result { try mutation.data(of: response, checks) }, arrival.withLock { $0.end() })
    } catch {
      return (.failure(error), arrival.withLock { $0.end() })
    }
  }
}
