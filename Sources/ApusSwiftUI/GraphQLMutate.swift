#if canImport(SwiftUI)
  public import Apus
  public import ApusCache
  public import ApusClient
  public import SwiftUI

  /// A mutation that a view sends.
  ///
  /// ```swift
  /// @GraphQLMutate(LikeMutation.self) private var like
  /// …
  /// Button("Like") { Task { try await like(LikeMutation(id: id)) } }.disabled(like.isRunning)
  /// if let error = like.error { Text(error.localizedDescription) }
  /// ```
  @MainActor @propertyWrapper
  public struct GraphQLMutate<Mutation: GraphQLMutation>: @preconcurrency DynamicProperty {
    @Environment(\.graphQLClient) private var client
    @StateObject private var mutator: GraphQLMutator<Mutation>

    /// - Parameter mutation: the type of mutation.
    public init(_ mutation: Mutation.Type) {
      _mutator = StateObject(wrappedValue: GraphQLMutator())
    }

    /// Performs the mutation and reports its state.
    public var wrappedValue: GraphQLMutator<Mutation> { mutator }

    public func update() {
      guard let client else { return MissingClientLog.report("@GraphQLMutate(\(Mutation.self).self)") }
      mutator.use(client)
    }
  }

  extension GraphQLMutator {
    /// Performs the mutation and returns its data. Until the response arrives, the cache contains what `optimistically`
    /// writes, as for `GraphQLCachedClient.perform(_:options:optimistically:)`. A client without a cache ignores it.
    ///
    /// - Throws: the errors of `GraphQLCachedClient.perform(_:options:optimistically:)`, and `GraphQLMissingClient`
    ///   without a client.
    @discardableResult
    public func callAsFunction(
      _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions(),
      optimistically: @escaping @Sendable (borrowing GraphQLCacheTransaction) throws -> Void
    ) async throws -> Mutation.Data {
      try await run { client in
        guard let cached = client as? GraphQLCachedClient else {
          return try await client.perform(mutation, options: options)
        }
        return try await cached.perform(mutation, options: options, optimistically: optimistically)
      }
    }
  }
#endif
