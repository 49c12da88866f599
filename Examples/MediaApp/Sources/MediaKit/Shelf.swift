public import ApusClient

/// The list of all media, page by page.
public enum Shelf {
  /// The first page.
  public static let first = ShelfQuery(first: 10)

  /// The way to get from one page to the next.
  public static let paging = GraphQLPaging<ShelfQuery>(
    next: { $0.allMedia.pageInfo.hasNextPage ? $0.allMedia.pageInfo.endCursor : nil }, into: \.after)

  /// The media of a page.
  @Sendable public static func items(of page: ShelfQuery.Data) -> [MediaReference] {
    page.allMedia.edges.compactMap { $0.node.map { MediaReference($0) } }
  }
}
