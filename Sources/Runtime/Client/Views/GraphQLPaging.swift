public import Apus

/// How a list is read page by page: from the query and the data of one page to the query of the next.
///
/// ```swift
/// let paging = GraphQLPaging<AlbumListQuery>(
///   next: { $0.albums.pageInfo.hasNextPage ? $0.albums.pageInfo.endCursor : nil }, into: \.after)
/// ```
public struct GraphQLPaging<Query: GraphQLQuery>: Sendable {
  /// The end of the list to which a page's items are added.
  public enum Direction: Hashable, Sendable {
    /// After the items of earlier pages.
    case forwards
    /// Before the items of earlier pages.
    case backwards
  }

  /// Makes the query of the next page; nil when there is none.
  public let next: @Sendable (Query, Query.Data) -> Query?
  /// The end of the list to which a page's items are added.
  public let direction: Direction

  /// Pages whose queries a closure makes.
  ///
  /// - Parameters:
  ///   - direction: the end of the list to which a page's items are added.
  ///   - next: makes the query of the next page from that of a page and its data; nil when there is none.
  public init(
    _ direction: Direction = .forwards, next: @escaping @Sendable (Query, Query.Data) -> Query?
  ) {
    self.direction = direction
    self.next = next
  }

  /// Pages by cursor or by number: each page has the value of a variable for the next.
  ///
  /// - Parameters:
  ///   - direction: `backwards` for a list that is read from its end, with `last` and `before`.
  ///   - cursor: where the next page begins; nil when there is none.
  ///   - variable: the variable, such as `\.after`.
  public init<Cursor: Hashable & Sendable>(
    _ direction: Direction = .forwards, next cursor: @escaping @Sendable (Query.Data) -> Cursor?,
    into variable: WritableKeyPath<Query, GraphQLNullable<Cursor>> & Sendable
  ) {
    self.init(direction) { query, data in
      cursor(data).map { cursor in
        var next = query
        next[keyPath: variable] = .value(cursor)
        return next
      }
    }
  }

  /// Pages by cursor, or by number, with a variable that is not optional.
  ///
  /// - Parameters:
  ///   - direction: `backwards` for a list that is read from its end.
  ///   - cursor: where the next page begins; nil when there is none.
  ///   - variable: the variable, such as `\.page`.
  public init<Cursor: Hashable & Sendable>(
    _ direction: Direction = .forwards, next cursor: @escaping @Sendable (Query.Data) -> Cursor?,
    into variable: WritableKeyPath<Query, Cursor> & Sendable
  ) {
    self.init(direction) { query, data in
      cursor(data).map { cursor in
        var next = query
        next[keyPath: variable] = cursor
        return next
      }
    }
  }

  /// Pages by offset: each begins after the items of those before, and an empty one is the last.
  ///
  /// - Parameters:
  ///   - count: how many items a page has.
  ///   - variable: the variable with the offset, which is 0 when it is not set.
  public init(
    count: @escaping @Sendable (Query.Data) -> Int,
    offset variable: WritableKeyPath<Query, GraphQLNullable<Int>> & Sendable
  ) {
    self.init { query, data in
      let count = count(data)
      let (offset, isTooFar) = (query[keyPath: variable].value ?? 0).addingReportingOverflow(count)
      if count <= 0 || isTooFar { return nil }
      var next = query
      next[keyPath: variable] = .value(offset)
      return next
    }
  }

  /// Pages by offset, with a variable that is not optional.
  ///
  /// - Parameters:
  ///   - count: how many items a page has.
  ///   - variable: the variable with the offset.
  public init(
    count: @escaping @Sendable (Query.Data) -> Int, offset variable: WritableKeyPath<Query, Int> & Sendable
  ) {
    self.init { query, data in
      let count = count(data)
      let (offset, isTooFar) = query[keyPath: variable].addingReportingOverflow(count)
      if count <= 0 || isTooFar { return nil }
      var next = query
      next[keyPath: variable] = offset
      return next
    }
  }
}
