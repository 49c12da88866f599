public import Apus
public import ApusClient

/// A list that is read page by page: its updates have all pages that were loaded so far.
///
/// ```swift
/// let pages = client.pages(AlbumsQuery(first: 20)) { data in
///   data.albums.pageInfo.hasNextPage ? AlbumsQuery(first: 20, after: data.albums.pageInfo.endCursor) : nil
/// }
/// for await update in pages.updates { show(update.data) }
/// // at the end of the list
/// try await pages.loadNext()
/// ```
public final class GraphQLWatchedPages<Query: GraphQLQuery>: Sendable {
  /// The list so far, from now on.
  public let updates: GraphQLCacheUpdates<Query.Data>

  private let client: GraphQLCachedClient
  private let first: Query
  private let next: @Sendable (Query.Data) -> Query?
  private let options: GraphQLRequestOptions
  /// The page that is being loaded.
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

  /// Whether there is nothing to load behind what is cached; false while nothing is.
  public var isComplete: Bool { client.cache.read(first).map { next($0) == nil } ?? false }

  /// Loads the next page, which comes as an update. Who calls while a page is being loaded waits for the same one.
  ///
  /// - Returns: whether there was one.
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
    guard let data = client.cache.read(first), let query = next(data) else { return false }
    _ = try await client.fetch(query, policy: .networkOnly, options: options)
    return true
  }
}

extension GraphQLCachedClient {
  /// The pages of a list, one after the other, each asked for when the loop comes to it.
  ///
  /// As the client's own.
  ///
  /// - Parameters:
  ///   - first: the query of the first page.
  ///   - paging: how the next page's query comes from a page's data.
  ///   - policy: where the pages come from.
  ///   - options: where their requests differ from others.
  public func pages<Query: GraphQLQuery>(
    _ first: Query, by paging: GraphQLPaging<Query>, policy: GraphQLFetchPolicy = .cacheFirst,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) -> GraphQLPageSequence<Query> {
    GraphQLPageSequence(first, paging) { [self] in try await fetch($0, policy: policy, options: options) }
  }

  /// The pages of a list, by cursor or by number.
  ///
  /// As the client's own.
  ///
  /// - Parameters:
  ///   - first: the query of the first page.
  ///   - cursor: the cursor, or number, of the page behind; nil when there is none.
  ///   - variable: the variable that takes it.
  ///   - policy: where the pages come from.
  ///   - options: where their requests differ from others.
  public func pages<Query: GraphQLQuery, Cursor: Hashable & Sendable>(
    _ first: Query, next cursor: @escaping @Sendable (Query.Data) -> Cursor?,
    into variable: WritableKeyPath<Query, GraphQLNullable<Cursor>> & Sendable,
    policy: GraphQLFetchPolicy = .cacheFirst, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) -> GraphQLPageSequence<Query> {
    pages(first, by: GraphQLPaging(next: cursor, into: variable), policy: policy, options: options)
  }

  /// A list that is read page by page.
  ///
  /// The cache puts the pages of a connection together, so that the first page's query reads all of them. It is watched, and the others are
  /// fetched.
  ///
  /// - Parameters:
  ///   - first: the query of the first page.
  ///   - policy: where the first page comes from.
  ///   - options: where its requests differ from others.
  ///   - next: the query of the page behind those there are; nil when there is none.
  public func pages<Query: GraphQLQuery>(
    _ first: Query, policy: GraphQLWatchPolicy = .cacheFirst,
    options: GraphQLRequestOptions = GraphQLRequestOptions(),
    next: @escaping @Sendable (Query.Data) -> Query?
  ) -> GraphQLWatchedPages<Query> {
    GraphQLWatchedPages(self, first, options, watch(first, policy: policy, options: options), next)
  }
}
