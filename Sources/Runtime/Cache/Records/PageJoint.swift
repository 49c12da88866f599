/// The elements of a list or of a page, for the rule that joins them.
protocol PagedElements {
  associatedtype Identity: Equatable
  var count: Int { get }
  /// Identifies an element; nil if nothing does.
  func identity(_ index: Int) -> Identity?
  /// The position of an element.
  func position(of identity: Identity) -> Int?
  /// The position of the element with a cursor.
  func position(of cursor: String) -> Int?
  /// The cursors of the ends; an empty list may have them as well.
  var startCursor: String? { get }
  var endCursor: String? { get }
}

extension PagedElements {
  func position(of identity: Identity) -> Int? { (0..<count).first { self.identity($0) == identity } }
}

extension ConnectionEdges: PagedElements {}

/// How a stored list and a new page combine. The table of the rule is on the documentation page Pages.
struct PageJoint: Equatable {
  /// The position of a page in a list.
  enum Place: Equatable {
    /// It follows the elements before `lower`; those from `upper` on follow it. What is in between is gone.
    case between(_ lower: Int, _ upper: Int)
    /// It becomes the list.
    case replacing
    /// The page does not affect the list, which stays.
    case nowhere
  }

  var place: Place
  var state: ConnectionState
  /// Whether the page describes the joined list's start, and its end.
  var startIsNew = true
  var endIsNew = true
  /// The element whose cursor the page follows or precedes.
  var anchor: Int?

  /// Joins a page to a list.
  ///
  /// - Parameters:
  ///   - known: what the list covers.
  ///   - coming: what the page covers, and the cursors it was requested with.
  init<Elements: PagedElements>(
    _ list: Elements, _ known: ConnectionState, _ page: Elements, _ coming: ConnectionState
  ) {
    let isForward = coming.after != nil || (coming.before == nil && coming.hasStart)
    if coming.after != nil && coming.before != nil || coming.hasStart && coming.hasEnd {
      // The page is bounded on both sides, so it is not joined.
      self = Self.apart(page, known, coming)
    } else if isForward {
      self = Self.forward(list, known, page, coming)
    } else if coming.before != nil || coming.hasEnd {
      self = Self.forward(Reversed(list), known.reversed, Reversed(page), coming.reversed).reversed(
        list.count)
    } else {
      self = PageJoint(place: .replacing, state: coming)
    }
  }

  private init(
    place: Place, state: ConnectionState, startIsNew: Bool = true, endIsNew: Bool = true, anchor: Int? = nil
  ) {
    (self.place, self.state, self.startIsNew, self.endIsNew) = (place, state, startIsNew, endIsNew)
    self.anchor = anchor
  }

  /// A page that does not fit into the list replaces it; an empty page leaves it.
  private static func apart(
    _ page: some PagedElements, _ known: ConnectionState, _ coming: ConnectionState
  ) -> PageJoint {
    let hasCursor = coming.after != nil || coming.before != nil
    return page.count == 0 && hasCursor
      ? PageJoint(place: .nowhere, state: known, startIsNew: false, endIsNew: false)
      : PageJoint(place: .replacing, state: coming)
  }

  /// The rule for pages from the start towards the end. The other direction is its mirror image.
  private static func forward<Elements: PagedElements>(
    _ list: Elements, _ known: ConnectionState, _ page: Elements, _ coming: ConnectionState
  ) -> PageJoint {
    guard let lower = place(of: coming.after, in: list, known) else { return apart(page, known, coming) }
    let last = page.count > 0 ? page.identity(page.count - 1) : nil
    let found = last.flatMap { list.position(of: $0) }
    let upper: Int
    if coming.hasEnd {
      // The page is the last, so nothing of the list follows it.
      upper = list.count
    } else if page.count == 0 {
      upper = lower
    } else {
      // The elements after the page's last element stay.
      upper = found.map { max($0 + 1, lower) } ?? list.count
    }
    let isFromStart = coming.after == nil
    let keepsEnd = upper < list.count
    var state = known
    if isFromStart { (state.hasStart, state.after) = (true, nil) }
    if !keepsEnd { (state.hasEnd, state.before, state.askedLast) = (coming.hasEnd, nil, 0) }
    let asked = lower + coming.askedFirst
    let isPartOfOld = keepsEnd || found != nil && !coming.hasEnd
    state.askedFirst = isPartOfOld && (known.hasStart || !isFromStart) ? max(known.askedFirst, asked) : asked
    return PageJoint(
      place: .between(lower, upper), state: state,
      startIsNew: lower == 0 && (isFromStart || !known.hasStart), endIsNew: !keepsEnd,
      anchor: lower > 0 ? lower - 1 : nil)
  }

  /// The position at which a page begins; nil if its cursor is unknown.
  private static func place(
    of after: String?, in list: some PagedElements, _ known: ConnectionState
  ) -> Int? {
    guard let after else { return 0 }
    if let at = list.position(of: after) { return at + 1 }
    // The list was requested after the same cursor, or it is empty and its end cursor is that cursor.
    if known.after == after { return 0 }
    return list.count == 0 && known.hasStart && list.endCursor == after ? 0 : nil
  }

  private func reversed(_ count: Int) -> PageJoint {
    var place = place
    if case .between(let lower, let upper) = place { place = .between(count - upper, count - lower) }
    return PageJoint(
      place: place, state: state.reversed, startIsNew: endIsNew, endIsNew: startIsNew,
      anchor: anchor.map { count - 1 - $0 })
  }
}

/// Elements from the other end.
private struct Reversed<Elements: PagedElements>: PagedElements {
  private let elements: Elements

  init(_ elements: Elements) { self.elements = elements }

  var count: Int { elements.count }
  func identity(_ index: Int) -> Elements.Identity? { elements.identity(count - 1 - index) }
  func position(of identity: Elements.Identity) -> Int? {
    elements.position(of: identity).map { count - 1 - $0 }
  }
  func position(of cursor: String) -> Int? { elements.position(of: cursor).map { count - 1 - $0 } }
  var startCursor: String? { elements.endCursor }
  var endCursor: String? { elements.startCursor }
}

extension ConnectionState {
  /// The same seen from the other end.
  fileprivate var reversed: ConnectionState {
    ConnectionState(
      hasStart: hasEnd, hasEnd: hasStart, after: before, before: after, askedFirst: askedLast,
      askedLast: askedFirst, isWhole: isWhole)
  }
}
