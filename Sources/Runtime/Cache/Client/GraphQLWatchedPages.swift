public import Apus
public import ApusClient
import ApusPlatform

/// A paginated list: its updates contain all pages loaded so far.
///
/// ```swift
/// let paging = GraphQLPaging<AlbumListQuery>(
///   next: { $0.albums.pageInfo.hasNextPage ? $0.albums.pageInfo.endCursor : nil }, into: \.after)
/// let pages = client.watchPages(AlbumListQuery(orderBy: []), by: paging)
/// for await update in pages.updates { print(update.data?.albums.totalCount ?? 0) }
/// // at the end of the list
/// try await pages.loadNext()
/// ```
public final class GraphQLWatchedPages<Query: GraphQLQuery>: Sendable {
  /// The list so far, and again whenever it changes.
  public let updates: GraphQLCacheUpdates<Query.Data>

  private let client: GraphQLClient
  private let first: Query
  private let paging: GraphQLPaging<Query>
  private let options: GraphQLRequestOptions
  /// The page being loaded.
  private let current = Locked<Task<Bool, any Error>?>(nil)

  fileprivate init(
    _ client: GraphQLClient, _ first: Query, _ paging: GraphQLPaging<Query>, _ policy: GraphQLFetchPolicy,
    _ options: GraphQLRequestOptions
  ) {
    self.client = client
    self.first = first
    self.paging = paging
    self.options = options
    updates = client.watch(first, policy: policy, options: options)
  }

  /// Whether the cached list is complete at its end; false if nothing is cached, or the cache is not loaded yet.
  public var isComplete: Bool {
    client.cache(of: Query.self)?.read(first).map { paging.next(first, $0) == nil } ?? false
  }

  /// Loads the next page, which arrives as an update. Concurrent calls share the page being loaded.
  ///
  /// - Returns: whether there was a next page.
  /// - Throws: as `GraphQLClient.fetch(_:policy:maxAge:options:)`; `GraphQLClientError.invalidRequest` for a client without a cache.
  @discardableResult
  public func loadNext() async throws -> Bool {
    let task = current.withLock { current in
      if let current { return current }
      let task = Task { try await load() }
      current = task
      return task
    }
    return try await task.value
  }

  private func load() async throws -> Bool {
    defer { current.withLock { $0 = nil } }
    guard let cache = client.cache(of: Query.self) else {
      throw GraphQLClientError.invalidRequest(
        "\(Query.operationName): the cache joins watched pages, and the client has none; set its cache, or use pages(_:by:)"
      )
    }
    await cache.load()
    guard let data = cache.read(first), let query = paging.next(first, data) else { return false }
    _ = try await client.fetch(query, policy: .networkOnly, options: options)
    return true
  }
}

extension GraphQLClient {
  /// Watches a list that grows page by page.
  ///
  /// The cache joins the pages of a connection, so the first page's query reads all of them: it is watched, and the other pages are
  /// fetched.
  ///
  /// - Parameters:
  ///   - first: the query of the first page.
  ///   - paging: how the list's data leads to the next page's query.
  ///   - policy: the source of the first page.
  ///   - options: the options of the requests.
  public func watchPages<Query: GraphQLQuery>(
    _ first: Query, by paging: GraphQLPaging<Query>, policy: GraphQLFetchPolicy = .cacheFirst,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) -> GraphQLWatchedPages<Query> {
    GraphQLWatchedPages(self, first, paging, policy, options)
  }
}
