#if canImport(SwiftUI)
  public import Apus
  public import ApusClient
  public import SwiftUI

  /// A query that a view shows: with a client it fetches, with a cache it watches.
  ///
  /// ```swift
  /// struct AlbumView: View {
  ///   @GraphQLFetch<AlbumQuery> private var album: GraphQLState<AlbumQuery.Data>
  ///   init(id: String) { _album = GraphQLFetch(AlbumQuery(id: id)) }
  ///   …
  /// }
  /// ```
  /// The first frame has what memory has. A view that is made again with other variables fetches anew; equal ones do nothing. `$album` is
  /// the `GraphQLWatcher`: `await $album.refetch()`, `$album.query = …`. It ends when the view leaves.
  @MainActor @propertyWrapper
  public struct GraphQLFetch<Query: GraphQLQuery>: @preconcurrency DynamicProperty {
    @Environment(\.graphQLClient) private var client
    @StateObject private var watcher: GraphQLWatcher<Query>
    @StateObject private var given: Given<Query>
    private let query: Query

    /// - Parameters:
    ///   - query: the query with its variables.
    ///   - policy: where the first data comes from, if the client has a cache.
    public init(_ query: Query, policy: GraphQLWatchPolicy = .cacheFirst) {
      self.query = query
      _watcher = StateObject(wrappedValue: GraphQLWatcher(query, policy: policy))
      _given = StateObject(wrappedValue: Given(query))
    }

    /// What there is.
    public var wrappedValue: GraphQLState<Query.Data> {
      client == nil ? .failed(GraphQLMissingClient(), last: nil) : watcher.state
    }

    /// The model behind: its query, and a refetch.
    public var projectedValue: GraphQLWatcher<Query> { watcher }

    public func update() {
      guard let client else { return MissingClientLog.report("@GraphQLFetch(\(Query.operationName)Query)") }
      watcher.whileMakingView {
        // What the program has set stays until the view is made with other variables.
        if given.changes(to: query) { watcher.query = query }
      }
      watcher.use(client)
    }
  }

  /// What a view was made with.
  @MainActor
  final class Given<Value: Equatable & Sendable>: ObservableObject {
    private var value: Value

    nonisolated init(_ value: Value) { self.value = value }

    /// Whether it is made with another value now.
    func changes(to new: Value) -> Bool {
      defer { value = new }
      return value != new
    }
  }
#endif
