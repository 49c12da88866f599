public import Apus
public import ApusClient
import ApusPlatform

/// A paginated list: its updates contain all pages loaded so far.
///
/// ```swift
/// let pages = client.pages(AlbumListQuery(orderBy: [])) { data in
///   data.albums.pageInfo.hasNextPage
///     ? AlbumListQuery(orderBy: [], after: GraphQLNullable(data.albums.pageInfo.endCursor)) : nil
/// }
/// for await update in pages.updates { print(update.data?.albums.totalCount ?? 0) }
/// // at the end of the list
/// try await pages.loadNext()
/// ```
public final class GraphQLWatchedPages<Query: GraphQLQuery>: Sendable {
  /// The list so far, and again whenever it changes.
  public let updates: GraphQLCacheUpdates<Query.Data>

  private let client: GraphQLCachedClient
  private let first: Query
  private let next: @Sendable (Query.Data) -> Query?
  private let options: GraphQLRequestOptions
  /// The page being loaded.
  private let current = Locked<Task<Bool, any Error>?>(nil)

  init(
    _ client: GraphQLCachedClient, _ first: Query, _ options: GraphQLRequestOptions,
    _ updates: GraphQLCacheUpdates<Query.Data>, _ next: @escaping @Sendable (Query.Data) -> Query?
  ) {
    self.client = client
    self.first = first
    self.options = options
    self.updates = updates
    self.next = next
  }

  /// Whether the cached list is complete at its end; false if nothing is cached, or the cache is not loaded yet.
  public var isComplete: Bool { client.cache.read(first).map { next($0) == nil } ?? false }

  /// Loads the next page, which arrives as an update. Concurrent calls share the page being loaded.
  ///
  /// - Returns: whether there was a next page.
  /// - Throws: as ``GraphQLCachedClient/fetch(_:policy:maxAge:options:)``.
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
    await client.cache.load()
    guard let data = client.cache.read(first), let query = next(data) else { return false }
    _ = try await client.fetch(query, policy: .networkOnly, options: options)
    return true
  }
}

extension GraphQLCachedClient {
  /// The pages of a list in order, each fetched when the loop gets to it.
  ///
  /// As `GraphQLClient.pages(_:by:options:)`.
  ///
  /// - Parameters:
  ///   - first: the query of the first page.
  ///   - paging: how a page's data leads to the next page's query.
  ///   - policy: whether the pages come from the cache or the server.
  ///   - options: options of their requests.
  public func pages<Query: GraphQLQuery>(
    _ first: Query, by paging: GraphQLPaging<Query>, policy: GraphQLFetchPolicy = .cacheFirst,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) -> GraphQLPageSequence<Query> {
    GraphQLPageSequence(first, paging) { [self] in try await fetch($0, policy: policy, options: options) }
  }

  /// The pages of a list, by cursor or by number.
  ///
  /// As `GraphQLClient.pages(_:next:into:options:)`.
  ///
  /// - Parameters:
  ///   - first: the query of the first page.
  ///   - cursor: the next page's cursor or number; nil if there is no next page.
  ///   - variable: the query's variable for it.
  ///   - policy: whether the pages come from the cache or the server.
  ///   - options: options of their requests.
  public func pages<Query: GraphQLQuery, Cursor: Hashable & Sendable>(
    _ first: Query, next cursor: @escaping @Sendable (Query.Data) -> Cursor?,
    into variable: WritableKeyPath<Query, GraphQLNullable<Cursor>> & Sendable,
    policy: GraphQLFetchPolicy = .cacheFirst, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) -> GraphQLPageSequence<Query> {
    pages(first, by: GraphQLPaging(next: cursor, into: variable), policy: policy, options: options)
  }

  /// A list that grows page by page.
  ///
  /// The cache joins the pages of a connection, so the first page's query reads all of them: it is watched, and the other pages are
  /// fetched.
  ///
  /// - Parameters:
  ///   - first: the query of the first page.
  ///   - policy: where the first page comes from.
  ///   - options: options of its requests.
  ///   - next: the next page's query; nil if there is none.
  public func pages<Query: GraphQLQuery>(
    _ first: Query, policy: GraphQLWatchPolicy = .cacheFirst,
    options: GraphQLRequestOptions = GraphQLRequestOptions(),
    next: @escaping @Sendable (Query.Data) -> Query?
  ) -> GraphQLWatchedPages<Query> {
    GraphQLWatchedPages(self, first, options, watch(first, policy: policy, options: options), next)
  }
}
