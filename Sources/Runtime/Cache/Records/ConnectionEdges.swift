/// The elements of a stored connection: its edges or, without edges, its nodes.
struct ConnectionEdges {
  /// Identifies an element within a connection.
  struct Identity: Hashable {
    var record: UInt32?
    var cursor: String?
  }

  let list: Blob?
  /// Whether the elements are edges, which have cursors, rather than nodes.
  private let hasCursors: Bool
  /// Finds the record of an element that has a key.
  private let record: (UInt32) -> Blob?
  private let info: Blob?

  init(_ connection: Blob, _ record: @escaping (UInt32) -> Blob?) {
    self.record = record
    let edges = connection.inner(FieldNames.edges, SlotKind.list)
    hasCursors = edges != nil
    list = edges ?? connection.inner(FieldNames.nodes, SlotKind.list)
    info = connection.inner(FieldNames.pageInfo, SlotKind.object)
  }

  var count: Int { list?.count ?? 0 }

  private func edge(_ index: Int) -> Blob? {
    guard let list else { return nil }
    let slot = list.slots[index]
    switch slot.kind {
    case SlotKind.object: return Blob(list.value(slot))
    case SlotKind.reference: return record(slot.a)
    default: return nil
    }
  }

  func cursor(_ index: Int) -> String? { edge(index)?.text(FieldNames.cursor) }

  /// The record of an edge's node, or of the element itself.
  func node(_ index: Int) -> UInt32? {
    guard let list else { return nil }
    if let edge = edge(index), let at = edge.position(of: FieldNames.node, hint: 0) {
      return edge.slots[at].kind == SlotKind.reference ? edge.slots[at].a : nil
    }
    return list.slots[index].kind == SlotKind.reference ? list.slots[index].a : nil
  }

  /// An element's identity; nil if it has neither a record nor a cursor.
  func identity(_ index: Int) -> Identity? {
    if let node = node(index) { return Identity(record: node, cursor: nil) }
    return cursor(index).map { Identity(record: nil, cursor: $0) }
  }

  var startCursor: String? {
    (count > 0 ? cursor(0) : nil) ?? info?.text(FieldNames.startCursor)
  }

  var endCursor: String? {
    (count > 0 ? cursor(count - 1) : nil) ?? info?.text(FieldNames.endCursor)
  }

  /// The position of an element.
  func position(of identity: Identity) -> Int? {
    if let record = identity.record { return (0..<count).first { node($0) == record } }
    return (0..<count).first { self.identity($0) == identity }
  }

  /// The position of the element with a cursor.
  func position(of text: String) -> Int? {
    if count == 0 { return nil }
    if cursor(count - 1) == text { return count - 1 }
    if cursor(0) == text { return 0 }
    // An element that the app added has no cursor, although the page info has that of the end: search from there.
    if hasCursors, let position = (0..<count).last(where: { cursor($0) == text }) { return position }
    // Nodes have no cursors, and the edge at an end may have been removed from the list. The page info has the cursor of the end nevertheless.
    if info?.text(FieldNames.endCursor) == text {
      return hasCursors ? (0..<count).last { cursor($0) != nil } ?? count - 1 : count - 1
    }
    guard info?.text(FieldNames.startCursor) == text else { return nil }
    return hasCursors ? (0..<count).first { cursor($0) != nil } ?? 0 : 0
  }

  /// The bounds of the elements whose neighbours are known. Beyond a cursor of the page info at which the connection does not end are elements that
  /// the app added: the server has others there.
  func knownBounds(_ state: ConnectionState) -> (lower: Int, upper: Int) {
    func position(_ cursor: UInt32) -> Int? { info?.text(cursor).flatMap { self.position(of: $0) } }
    return (
      state.hasStart ? 0 : position(FieldNames.startCursor) ?? 0,
      state.hasEnd ? count : position(FieldNames.endCursor).map { $0 + 1 } ?? count
    )
  }

  /// Whether the server reported further elements after, or before, the list; nil if it was not asked.
  var hasNext: Bool? { flag(FieldNames.hasNextPage) }
  var hasPrevious: Bool? { flag(FieldNames.hasPreviousPage) }

  private func flag(_ field: UInt32) -> Bool? {
    switch info?.text(field) {
    case "true": true
    case "false": false
    default: nil
    }
  }
}

extension ConnectionState {
  /// The state of a newly received page.
  init(_ page: ConnectionPage, _ edges: ConnectionEdges, isLocal: Bool) {
    let isBackward = page.before != nil || (page.last != nil && page.first == nil)
    let isAll = page.first == nil && page.last == nil && page.after == nil && page.before == nil
    let hasCursor = page.after != nil || page.before != nil
    // At least one element was requested, and the server returned none.
    let isEmpty = edges.count == 0 && (isBackward ? page.last : page.first) ?? 1 > 0
    let isAtStart = edges.hasPrevious.map { !$0 } ?? isEmpty
    let isAtEnd = edges.hasNext.map { !$0 } ?? isEmpty
    self.init(
      hasStart: isAll || (isBackward ? isAtStart : page.after == nil),
      hasEnd: isAll || (isBackward ? page.before == nil : isAtEnd),
      after: page.after, before: page.before,
      askedFirst: isBackward ? 0 : max(page.first ?? 0, edges.count),
      askedLast: isBackward ? max(page.last ?? 0, edges.count) : 0,
      isWhole: isLocal && !hasCursor)
  }
}

/// The stored elements that belong to a page.
struct ConnectionWindow {
  var range: Range<Int>
  /// Whether the page is the whole stored list.
  var isAll: Bool

  /// - Returns: nil if some elements are missing.
  init?(_ page: ConnectionPage, _ state: ConnectionState, _ edges: ConnectionEdges) {
    let count = edges.count
    let known = edges.knownBounds(state)
    isAll = page.after == nil && page.before == nil
    range = 0..<count
    if isAll {
      // A list that ends before the connection does not show which elements follow.
      if let first = page.first {
        guard state.hasStart, state.hasEnd || first <= max(state.askedFirst, known.upper) else {
          return nil
        }
      } else if let last = page.last {
        guard state.hasEnd, state.hasStart || last <= max(state.askedLast, count - known.lower) else {
          return nil
        }
      }
      return
    }
    var (low, high) = (0, count)
    if let after = page.after {
      if let at = edges.position(of: after) {
        low = at + 1
      } else if state.after != after {
        return nil
      }
      if let first = page.first {
        if low + first > known.upper, !state.hasEnd { return nil }
        high = min(low + first, count)
      } else if !state.hasEnd {
        return nil
      }
    }
    if let before = page.before {
      if let at = edges.position(of: before) {
        high = min(high, at)
      } else if state.before != before {
        return nil
      }
      if let last = page.last {
        if high - last < known.lower, page.after == nil, !state.hasStart { return nil }
        low = max(high - last, low)
      } else if page.after == nil, !state.hasStart {
        return nil
      }
    }
    guard low <= high else { return nil }
    range = low..<high
  }
}
