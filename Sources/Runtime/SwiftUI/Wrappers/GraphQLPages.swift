#if canImport(SwiftUI)
  public import Apus
  public import ApusClient
  public import SwiftUI

  /// A paginated list that a view shows.
  ///
  /// ```swift
  /// @GraphQLPages(
  ///   AlbumListQuery(orderBy: []),
  ///   by: GraphQLPaging(next: { $0.albums.pageInfo.hasNextPage ? $0.albums.pageInfo.endCursor : nil }, into: \.after),
  ///   items: { $0.albums.edges.compactMap(\.node) })
  /// private var albums
  /// …
  /// List { GraphQLRows($albums, id: \.id) { AlbumRow(album: $0) } }
  /// ```
  /// `$albums` is the `GraphQLPager`: `await $albums.loadNext()`, `$albums.hasNext`, `await $albums.reload()`.
  @MainActor @propertyWrapper
  public struct GraphQLPages<Query: GraphQLQuery, Item: Sendable>: @preconcurrency DynamicProperty {
    @Environment(\.graphQLClient) private var client
    @StateObject private var pager: GraphQLPager<Query, Item>
    @StateObject private var given: Given<Query>
    private let query: Query

    /// Shows a list of pages.
    ///
    /// - Parameters:
    ///   - first: the query of the first page.
    ///   - paging: how to get from one page to the next.
    ///   - policy: where the pages come from, if the client has a cache.
    ///   - items: returns the items of a page.
    public init(
      _ first: Query, by paging: GraphQLPaging<Query>, policy: GraphQLFetchPolicy = .cacheFirst,
      items: @escaping @Sendable (Query.Data) -> [Item]
    ) {
      query = first
      _pager = StateObject(
        wrappedValue: GraphQLPager(first, client: nil, by: paging, policy: policy, items: items))
      _given = StateObject(wrappedValue: Given(first))
    }

    /// The items of all loaded pages.
    public var wrappedValue: GraphQLState<[Item]> {
      client == nil ? .failed(MissingClientError(), last: nil) : pager.state
    }

    /// The model, with its functions.
    public var projectedValue: GraphQLPager<Query, Item> { pager }

    public func update() {
      guard let client else { return MissingClientLog.report("@GraphQLPages(\(Query.operationName)Query)") }
      pager.whileMakingView {
        if given.changes(to: query) { pager.query = query }
      }
      pager.use(client)
    }
  }

  /// The rows of a paginated list, for a `List` or a lazy stack. The next page is loaded automatically when one of the
  /// last rows appears. A final row shows progress, or an error with a button to retry.
  ///
  /// ```swift
  /// List {
  ///   GraphQLRows($albums, id: \.id) { album in Text(album.title) }
  /// }
  /// ```
  public struct GraphQLRows<Query: GraphQLQuery, Item: Sendable, ID: Hashable, Row: View>: View {
    @ObservedObject private var pager: GraphQLPager<Query, Item>
    private let id: KeyPath<Item, ID>
    private let distance: Int
    private let row: (Item) -> Row

    /// Creates the rows of a list.
    ///
    /// - Parameters:
    ///   - pager: the list: `$albums` of `@GraphQLPages(…) private var albums`.
    ///   - id: identifies an item.
    ///   - distance: how many rows before the end the next page is loaded.
    ///   - row: the view for an item.
    public init(
      _ pager: GraphQLPager<Query, Item>, id: KeyPath<Item, ID>, distance: Int = 5,
      @ViewBuilder row: @escaping (Item) -> Row
    ) {
      _pager = ObservedObject(wrappedValue: pager)
      self.id = id
      self.distance = distance
      self.row = row
    }

    public var body: some View {
      let items = pager.items
      // Only rows near the end can trigger loading.
      let last = Set(items.suffix(distance).map { $0[keyPath: id] })
      ForEach(items, id: id) { item in
        row(item).onAppear {
          if last.contains(item[keyPath: id]) { pager.beginNext() }
        }
      }
      if let error = pager.error {
        VStack {
          Text(error.localizedDescription)
          if pager.hasNext {
            Button("Try again") { pager.beginNext() }
          }
        }
      } else if pager.hasNext || pager.isFetching {
        ProgressView().onAppear { pager.beginNext() }
      }
    }
  }
#endif
