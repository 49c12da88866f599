public import Apus

/// Derives the query of a list's next page from the query and the data of the previous page.
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

  /// Returns the query of the next page; nil if there is none.
  public let next: @Sendable (Query, Query.Data) -> Query?
  /// The end of the list to which a page's items are added.
  public let direction: Direction

  /// Creates a paging rule from a closure that returns the next query.
  ///
  /// - Parameters:
  ///   - direction: the end of the list to which a page's items are added.
  ///   - next: returns the query of the next page, given the query and the data of a page; nil if there is none.
  public init(
    _ direction: Direction = .forwards, next: @escaping @Sendable (Query, Query.Data) -> Query?
  ) {
    self.direction = direction
    self.next = next
  }

  /// Creates a rule for paging by cursor or by number: each page contains the value of a variable for the next page.
  ///
  /// - Parameters:
  ///   - direction: `backwards` for a list that is read from its end, with `last` and `before`.
  ///   - cursor: the start of the next page; nil if there is none.
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

  /// Creates a rule for paging by cursor or by number, with a variable that is not optional.
  ///
  /// - Parameters:
  ///   - direction: `backwards` for a list that is read from its end.
  ///   - cursor: the start of the next page; nil if there is none.
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

  /// Creates a rule for paging by offset: each page begins after all items so far, and an empty page is the last.
  ///
  /// - Parameters:
  ///   - count: the number of items in a page.
  ///   - variable: the variable for the offset, which is 0 if it is unset.
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

  /// Creates a rule for paging by offset, with a variable that is not optional.
  ///
  /// - Parameters:
  ///   - count: the number of items in a page.
  ///   - variable: the variable for the offset.
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
