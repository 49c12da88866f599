public import Apus
import ApusCache
public import ApusClient

/// A list that a view shows page by page: the items of all loaded pages. It ends when it is released.
///
/// Without a cache, the pages are fetched. With a cache, each is watched; if the cache joins the pages of a connection, the
/// first one grows and replaces the others.
///
/// ```swift
/// @MainActor func load(_ client: GraphQLClient, by paging: GraphQLPaging<AlbumListQuery>) async {
///   let pager = GraphQLPager(AlbumListQuery(orderBy: []), client: client, by: paging) { $0.albums.edges.map(\.node) }
///   await pager.loadNext()
///   print(pager.items.count, pager.hasNext)
/// }
/// ```
@MainActor
public final class GraphQLPager<Query: GraphQLQuery, Item: Sendable>: _GraphQLViewModel {
  private struct Page {
    var query: Query
    var owner: SourceOwner<Query.Data>
    /// The state of the page; it is being fetched until the source reports another.
    var state = GraphQLUpdate<Query.Data>(data: nil, isFetching: true)
  }

  private let paging: GraphQLPaging<Query>
  private let policy: GraphQLFetchPolicy
  private let list: @Sendable (Query.Data) -> [Item]
  private var first: Query
  private var pages: [Page] = []
  /// The items of the pages; nil until a page has loaded. ``stop()`` ends the pages and keeps the items.
  private var shownItems: [Item]?
  /// The cache's epoch that the items belong to.
  private var epoch: (any AnyObject & Sendable)?
  private var loading: Completion?

  nonisolated init(
    _ first: Query, client: GraphQLClient?, by paging: GraphQLPaging<Query>,
    policy: GraphQLFetchPolicy, items: @escaping @Sendable (Query.Data) -> [Item]
  ) {
    self.first = first
    self.paging = paging
    self.policy = policy
    list = items
    super.init(client: client)
  }

  /// Starts immediately, with the first page.
  ///
  /// - Parameters:
  ///   - first: The query of the first page.
  ///   - client: The client that fetches the pages, or watches them.
  ///   - paging: The way from one page to the next.
  ///   - policy: Where the pages come from, if the client has a cache.
  ///   - items: A closure that returns the items of a page.
  public convenience init(
    _ first: Query, client: GraphQLClient, by paging: GraphQLPaging<Query>,
    policy: GraphQLFetchPolicy = .cacheFirst, items: @escaping @Sendable (Query.Data) -> [Item]
  ) {
    self.init(
      first, client: Optional(client), by: paging, policy: policy, items: items)
    start()
  }

  /// The items of all loaded pages. If they are loaded backwards, those of the last page come first.
  public var state: GraphQLState<[Item]> {
    noteRead()
    if let error = failedPage?.state.error ?? failure { return .failed(error, last: shownItems) }
    return shownItems.map { .loaded($0) } ?? .loading
  }

  /// The items of all loaded pages.
  public var items: [Item] {
    noteRead()
    return shownItems ?? []
  }

  /// The error of the last page requested.
  public var error: (any Error)? {
    noteRead()
    return failedPage?.state.error ?? failure
  }

  /// Whether a page is being loaded.
  public var isFetching: Bool {
    noteRead()
    return pages.contains(where: \.state.isFetching)
  }

  /// Whether another page follows, or a page failed; false while the first is loading.
  public var hasNext: Bool {
    noteRead()
    guard let last = pages.last else { return false }
    if failedPage != nil { return true }
    return failure == nil && next(after: last) != nil
  }

  /// The query of the first page. Setting another one starts again; an equal one does nothing.
  public var query: Query {
    get {
      noteRead()
      return first
    }
    set {
      if newValue == first { return }
      first = newValue
      restart()
    }
  }

  /// Loads the next page, or the failed one, and waits for it. If a page is already loading, it waits for that.
  public func loadNext() async {
    beginNext()
    await loading?.wait()
  }

  /// Starts loading the next page, for a view that shows the last rows.
  public func beginNext() {
    guard let last = pages.last, loading == nil else { return }
    if let failedPage {
      loading = Completion()
      _ = failedPage.owner.source.refetch()
      return
    }
    guard failure == nil, let next = next(after: last) else { return }
    if isLoaded(next) { return change { failure = GraphQLClientError.repeatedCursor(of: next) } }
    loading = Completion()
    change { append(next) }
  }

  /// Loads the first page again, and waits for it. The others are dropped when it arrives.
  public func reload() async {
    start()
    if pages.isEmpty { return }
    isRefetching = true
    // A page that is requested in the meantime waits for this.
    if loading == nil { loading = Completion() }
    // The source is not retained while waiting, so that releasing the pages ends its request.
    let completion = pages.first?.owner.source.refetch()
    await completion?.wait()
  }

  /// Ends requests and watches. The items stay. If the cache was cleared meanwhile, they go when the pager starts again.
  public func stop() {
    end()
    change { pages = [] }
  }

  /// Continues after ``stop()`` with the first page.
  public override func start() {
    guard pages.isEmpty, client != nil else { return }
    change { append(first) }
  }

  override func restart() {
    end()
    change {
      pages = []
      shownItems = nil
      failure = nil
      if client != nil { append(first) }
    }
  }

  /// The query of the page after a loaded one; nil at the end of the list.
  private func next(after page: Page) -> Query? { page.state.data.flatMap { paging.next(page.query, $0) } }

  private func isLoaded(_ query: Query) -> Bool { pages.contains { $0.query == query } }

  /// Whether the last page leads to a page that is already loaded.
  private var isRepeated: Bool {
    guard let last = pages.last, let next = next(after: last) else { return false }
    return isLoaded(next)
  }

  private var failedPage: Page? { pages.first { $0.state.error != nil } }
  /// The error because of which no further page can be requested.
  private var failure: (any Error)?
  /// Whether to drop the other pages when the first one arrives again.
  private var isRefetching = false

  private func end() {
    loading?.finish()
    loading = nil
    isRefetching = false
  }

  private func append(_ query: Query) {
    guard let client else { return }
    let owner = client.viewSource(of: query, policy: policy, isLoaded: false)
    pages.append(Page(query: query, owner: owner))
    let identity = ObjectIdentifier(owner)
    begin(owner) { [weak self] in self?.receive(from: identity) }
    // While it began, an earlier page may have changed, which drops the pages after it.
    if let at = pages.firstIndex(where: { ObjectIdentifier($0.owner) == identity }) { take(from: at) }
    arrange()
  }

  private func receive(from identity: ObjectIdentifier) {
    guard let at = pages.firstIndex(where: { ObjectIdentifier($0.owner) == identity }) else { return }
    change {
      take(from: at)
      arrange()
    }
  }

  private func take(from at: Int) {
    guard pages.indices.contains(at), let update = pages[at].owner.source.take() else { return }
    pages[at].state = update.keepingData(of: pages[at].state)
    if at == 0, isRefetching, !update.isFetching {
      isRefetching = false
      if update.error == nil {
        pages.removeSubrange(1...)
        failure = nil
      }
    }
  }

  /// Drops pages that no longer follow from the one before, and joins the items.
  private func arrange() {
    var count = min(pages.count, 1)
    while count < pages.count, next(after: pages[count - 1]) == pages[count].query { count += 1 }
    if count < pages.count {
      pages.removeSubrange(count...)
      failure = nil
    }
    let lists = pages.compactMap(\.state.data).map(list)
    let newEpoch = pages.first?.state.epoch
    // The cursor that was repeated has gone with the data that had it.
    if failure != nil, epoch !== newEpoch || !isRepeated {
      failure = nil
    }
    // The first page of a pager that starts again loads below the items that it has kept, unless they may be another user's.
    if !lists.isEmpty {
      shownItems = paging.direction == .forwards ? lists.flatMap { $0 } : lists.reversed().flatMap { $0 }
    } else if epoch !== newEpoch {
      shownItems = nil
    }
    epoch = newEpoch
    if !pages.contains(where: \.state.isFetching) {
      loading?.finish()
      loading = nil
    }
  }
}
