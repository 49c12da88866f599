public import Apus

/// The pages of a list. The loop requests each page when it gets there.
///
/// If a page fails, the loop throws. Keep the iterator to request the same page again, without the pages before it. If the server returns the same
/// page twice, the loop ends with ``GraphQLPagingError``. The loop can be cancelled between pages.
public struct GraphQLPageSequence<Query: GraphQLQuery>: AsyncSequence, Sendable {
  public typealias Element = Query.Data

  private let first: Query
  private let paging: GraphQLPaging<Query>
  private let fetch: @Sendable (Query) async throws -> Query.Data

  fileprivate init(
    _ first: Query, _ paging: GraphQLPaging<Query>,
    fetch: @escaping @Sendable (Query) async throws -> Query.Data
  ) {
    self.first = first
    self.paging = paging
    self.fetch = fetch
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(next: first, paging: paging, fetch: fetch)
  }

  /// Iterates over the pages.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// The query of the page to request next; nil at the end.
    public private(set) var next: Query?
    private var asked: Set<Query> = []
    private let paging: GraphQLPaging<Query>
    private let fetch: @Sendable (Query) async throws -> Query.Data

    fileprivate init(
      next: Query?, paging: GraphQLPaging<Query>,
      fetch: @escaping @Sendable (Query) async throws -> Query.Data
    ) {
      self.next = next
      self.paging = paging
      self.fetch = fetch
    }

    /// Requests the next page; returns nil at the end.
    ///
    /// - Throws: the errors of the client's `fetch`, after which the next call requests the same page; or ``GraphQLPagingError``, after which there
    ///   are no more pages.
    public mutating func next() async throws -> Query.Data? {
      guard let query = next else { return nil }
      try Task.checkCancellation()
      if asked.contains(query) {
        next = nil
        throw GraphQLPagingError.repeatedCursor(
          operation: Query.operationName, variables: (try? query.jsonString()) ?? "")
      }
      let data = try await fetch(query)
      asked.insert(query)
      next = paging.next(query, data)
      return data
    }
  }
}

extension GraphQLClient {
  /// Returns the pages of a list.
  ///
  /// ```swift
  /// let paging = GraphQLPaging<AlbumListQuery>(
  ///   next: { $0.albums.pageInfo.hasNextPage ? $0.albums.pageInfo.endCursor : nil }, into: \.after)
  /// for try await page in client.pages(AlbumListQuery(orderBy: []), by: paging) { print(page.albums.totalCount) }
  /// ```
  /// - Parameters:
  ///   - first: the query of the first page.
  ///   - paging: derives the query of the next page.
  ///   - policy: the source of the pages, if the client has a cache.
  ///   - options: options for these requests.
  public func pages<Query: GraphQLQuery>(
    _ first: Query, by paging: GraphQLPaging<Query>, policy: GraphQLFetchPolicy = .cacheFirst,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) -> GraphQLPageSequence<Query> {
    GraphQLPageSequence(first, paging) { [self] in try await fetch($0, policy: policy, options: options) }
  }

  /// Returns the pages of a list, by cursor or by number.
  ///
  /// ```swift
  /// for try await page in client.pages(
  ///   AlbumListQuery(orderBy: []), next: { $0.albums.pageInfo.hasNextPage ? $0.albums.pageInfo.endCursor : nil }, into: \.after)
  /// { print(page.albums.edges.count) }
  /// ```
  /// - Parameters:
  ///   - first: the query of the first page.
  ///   - cursor: the start of the next page; nil if there is none.
  ///   - variable: the variable for the start of a page.
  ///   - policy: the source of the pages, if the client has a cache.
  ///   - options: options for these requests.
  public func pages<Query: GraphQLQuery, Cursor: Hashable & Sendable>(
    _ first: Query, next cursor: @escaping @Sendable (Query.Data) -> Cursor?,
    into variable: WritableKeyPath<Query, GraphQLNullable<Cursor>> & Sendable,
    policy: GraphQLFetchPolicy = .cacheFirst, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) -> GraphQLPageSequence<Query> {
    pages(first, by: GraphQLPaging(next: cursor, into: variable), policy: policy, options: options)
  }
}
