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
  private let progress = Locked(Progress())

  private struct Progress {
    /// The page being loaded.
    var task: Task<Bool, any Error>?
    /// The pages loaded one after the other, and the page that follows them. If another page follows in the cache, the list has been changed
    /// otherwise, and its pages are loaded anew.
    var loaded: Set<Query> = []
    var following: Query?
    /// The cache's generation that they were loaded in.
    var generation: CacheGeneration?
  }

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
  public var isComplete: Bool { next == nil }

  /// The page that the cached list lacks: the first if nothing is cached; nil at the end of the list.
  private var next: Query? {
    guard let data = client.cache(of: Query.self)?.read(first) else { return first }
    return paging.next(first, data)
  }

  /// Loads the next page, which arrives as an update. If nothing is cached, that is the first page. Concurrent calls share the page being
  /// loaded.
  ///
  /// - Returns: whether there was a next page.
  /// - Throws: as `GraphQLClient.fetch(_:policy:maxAge:options:)`; `GraphQLClientError.repeatedCursor` if the page that was just loaded leads to one loaded
  ///   before (the next call loads that page again); `GraphQLClientError.invalidRequest` for a client without a cache, and for a document as text,
  ///   which bypasses it.
  @discardableResult
  public func loadNext() async throws -> Bool {
    let task = progress.withLock { progress in
      if let task = progress.task { return task }
      let task = Task { try await load() }
      progress.task = task
      return task
    }
    return try await task.value
  }

  private func load() async throws -> Bool {
    defer { progress.withLock { $0.task = nil } }
    guard let cache = client.cache(of: Query.self) else {
      throw client.missingCache(
        of: first, "the cache joins watched pages", alternative: "use pages(_:by:)")
    }
    await cache.load()
    let generation = cache.generation
    guard let query = next else { return false }
    let isRepeated = progress.withLock { progress in
      let isRepeated =
        progress.generation === generation && progress.following == query && progress.loaded.contains(query)
      if isRepeated || progress.generation !== generation || progress.following != query {
        (progress.loaded, progress.following) = ([], nil)
      }
      return isRepeated
    }
    if isRepeated { throw GraphQLClientError.repeatedCursor(of: query) }
    _ = try await client.fetch(query, policy: .networkOnly, options: options)
    let following = next
    progress.withLock { progress in
      progress.loaded.insert(query)
      progress.following = following
      // If the cache was cleared meanwhile, the page was not written, and is loaded again.
      progress.generation = generation
    }
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
