public import Apus

extension GraphQLClient {
  /// Returns the pages of a list. The loop requests each page when it gets there.
  ///
  /// If a page fails, the loop throws. Keep the iterator to request the same page again, without the pages before it. If a page leads to one that
  /// was already read, the loop throws ``GraphQLClientError/repeatedCursor(operation:variables:)`` instead of requesting it again. The loop can be
  /// cancelled between pages.
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
  ) -> GraphQLSequence<Query.Data> {
    GraphQLSequence { [self] in
      var reader = PageReader(next: first, paging: paging)
      return { try await reader.next { try await fetch($0, policy: policy, options: options) } }
    }
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
  ) -> GraphQLSequence<Query.Data> {
    pages(first, by: GraphQLPaging(next: cursor, into: variable), policy: policy, options: options)
  }
}

/// Requests one page after the other.
private struct PageReader<Query: GraphQLQuery> {
  /// The query of the page to request next; nil at the end.
  var next: Query?
  let paging: GraphQLPaging<Query>
  private var asked: Set<Query> = []

  init(next: Query, paging: GraphQLPaging<Query>) {
    self.next = next
    self.paging = paging
  }

  /// Requests the next page; returns nil at the end.
  ///
  /// - Throws: the errors of `fetch`, after which the next call requests the same page; or ``GraphQLClientError/repeatedCursor(operation:variables:)``, after which there are no more
  ///   pages.
  mutating func next(_ fetch: (Query) async throws -> Query.Data) async throws -> Query.Data? {
    guard let query = next else { return nil }
    try Task.checkCancellation()
    if asked.contains(query) {
      next = nil
      throw GraphQLClientError.repeatedCursor(of: query)
    }
    let data = try await fetch(query)
    asked.insert(query)
    next = paging.next(query, data)
    return data
  }
}
