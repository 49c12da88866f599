public import Apus
public import ApusCache
public import ApusClient

/// A mutation that a view sends, and its result.
///
/// ```swift
/// let save = await GraphQLMutationModel(SaveAlbumMutation.self, client: client)
/// try await save(SaveAlbumMutation(id: "a1"))
/// ```
@MainActor
public final class GraphQLMutationModel<Mutation: GraphQLMutation>: _GraphQLViewModel {
  private var running = 0
  private var number = 0
  private var lastData: Mutation.Data?
  private var lastError: (any Error)?

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - mutation: The type of the mutation.
  ///   - client: The client that sends it.
  public init(_ mutation: Mutation.Type, client: GraphQLClient) { super.init(client: client) }

  /// Gets its client from the view that shows it.
  nonisolated init() { super.init(client: nil) }

  /// Whether at least one is running.
  public var isRunning: Bool {
    noteRead()
    return running > 0
  }

  /// The data of the last mutation sent, if it succeeded. It goes when the client's cache is cleared, and a mutation that was sent before leaves none.
  public var data: Mutation.Data? {
    noteRead()
    return lastData
  }

  /// The error of the last mutation sent; nil if it did not fail. A cancelled mutation is not an error.
  public var error: (any Error)? {
    noteRead()
    return lastError
  }

  override func drop() {
    // Mutations in flight are those of before.
    number += 1
    clear()
  }

  /// Clears the data and the error, for instance once the user has seen it.
  public func clear() {
    if lastData == nil, lastError == nil { return }
    change {
      lastData = nil
      lastError = nil
    }
  }

  /// Sends the mutation and returns its data.
  ///
  /// - Throws: the errors of `GraphQLClient.perform(_:options:)`, and an error without a client.
  @discardableResult
  public func callAsFunction(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Mutation.Data {
    try await run { client in try await client.perform(mutation, options: options) }
  }

  /// Performs the mutation and returns its data. Until the response arrives, the cache contains what `optimistically`
  /// writes, as for `GraphQLClient.perform(_:options:optimistically:)`. A client without a cache ignores it.
  ///
  /// - Throws: the errors of `GraphQLClient.perform(_:options:optimistically:)`, and an error
  ///   without a client.
  @discardableResult
  public func callAsFunction(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions(),
    optimistically: @escaping @Sendable (borrowing GraphQLCacheTransaction) throws -> Void
  ) async throws -> Mutation.Data {
    try await run { client in
      try await client.perform(mutation, options: options, optimistically: optimistically)
    }
  }

  /// Performs the mutation, changes the cache with its data, and returns the data, as for
  /// `GraphQLClient.perform(_:options:optimistically:updating:)`. A client without a cache runs neither closure.
  ///
  /// - Throws: the errors of `GraphQLClient.perform(_:options:optimistically:updating:)`, and an error without a client.
  @discardableResult
  public func callAsFunction(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions(),
    optimistically: (@Sendable (borrowing GraphQLCacheTransaction) throws -> Void)? = nil,
    updating: @escaping @Sendable (Mutation.Data, borrowing GraphQLCacheTransaction) throws -> Void
  ) async throws -> Mutation.Data {
    try await run { client in
      try await client.perform(mutation, options: options, optimistically: optimistically, updating: updating)
    }
  }

  /// Runs `send` as the mutation, and shows its state.
  ///
  /// - Throws: the errors of `send`, and ``MissingClientError``.
  private func run(
    _ send: @Sendable (GraphQLClient) async throws -> Mutation.Data
  ) async throws -> Mutation.Data {
    dropIfCleared()
    number += 1
    let own = number
    change {
      running += 1
      lastError = nil
    }
    do {
      guard let client else { throw MissingClientError() }
      let data = try await send(client)
      finish(own, data, nil)
      return data
    } catch {
      finish(own, nil, error is CancellationError ? nil : error)
      throw error
    }
  }

  /// Shows the result of the last mutation sent, even if another response arrives later.
  private func finish(_ own: Int, _ data: Mutation.Data?, _ error: (any Error)?) {
    dropIfCleared()
    change {
      running -= 1
      if own == number {
        lastData = data
        lastError = error
      }
    }
  }
}
