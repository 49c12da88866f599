#if canImport(SwiftUI)
  public import Apus
  public import ApusClient
  public import SwiftUI

  /// A query whose result a view shows. It fetches from a client, or watches if the client has a cache.
  ///
  /// ```swift
  /// struct AlbumView: View {
  ///   @GraphQLFetch<AlbumQuery> private var album: GraphQLState<AlbumQuery.Data>
  ///   init(id: String) { _album = GraphQLFetch(AlbumQuery(id: id)) }
  ///   …
  /// }
  /// ```
  /// The first frame already shows data that is in memory. If the view is recreated with different variables, it
  /// fetches again; equal ones do nothing. `$album` is the `GraphQLWatcher`: `await $album.reload()`, `$album.query =
  /// …`. The watch ends when the view disappears.
  @MainActor @propertyWrapper
  public struct GraphQLFetch<Query: GraphQLQuery>: @preconcurrency DynamicProperty {
    @Environment(\.graphQLClient) private var client
    @StateObject private var watcher: GraphQLWatcher<Query>
    @StateObject private var given: Given<Query>
    private let query: Query

    /// Fetches a query, and watches it if the client has a cache.
    ///
    /// - Parameters:
    ///   - query: the query with its variables.
    ///   - policy: where the first data comes from, if the client has a cache.
    public init(_ query: Query, policy: GraphQLFetchPolicy = .cacheFirst) {
      self.query = query
      _watcher = StateObject(wrappedValue: GraphQLWatcher(query, policy: policy))
      _given = StateObject(wrappedValue: Given(query))
    }

    /// The current state of the query.
    public var wrappedValue: GraphQLState<Query.Data> {
      client == nil ? .failed(MissingClientError(), last: nil) : watcher.state
    }

    /// The underlying model, for changing the query and for refetching.
    public var projectedValue: GraphQLWatcher<Query> { watcher }

    public func update() {
      guard let client else { return MissingClientLog.report("@GraphQLFetch(\(Query.operationName)Query)") }
      watcher.whileMakingView {
        // A query that the program has set remains until the view is recreated with different variables.
        if given.changes(to: query) { watcher.query = query }
      }
      watcher.use(client)
    }
  }

  /// The value that a view was last created with.
  @MainActor
  final class Given<Value: Equatable & Sendable>: ObservableObject {
    private var value: Value

    nonisolated init(_ value: Value) { self.value = value }

    /// Whether the view is now created with a different value.
    func changes(to new: Value) -> Bool {
      defer { value = new }
      return value != new
    }
  }
#endif
