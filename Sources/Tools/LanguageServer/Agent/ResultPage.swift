import ApusSource

/// A part of a list of results that is short enough for an agent's context, and how to get the rest.
struct ResultPage<Element> {
  let elements: ArraySlice<Element>
  private let total: Int
  private let offset: Int

  /// - Parameter cost: the approximate size of a result in bytes.
  init(_ all: [Element], _ arguments: ToolArguments, cost: (Element) -> Int) {
    total = all.count
    offset = min(arguments.integer("offset") ?? 0, all.count)
    let limit = arguments.integer("limit") ?? 50
    var end = offset
    var size = 0
    while end < all.count, end - offset < limit {
      size += cost(all[end])
      // One result is always returned, so that each page goes on.
      if size > 40_000, end > offset { break }
      end += 1
    }
    elements = all[offset..<end]
  }

  private var next: Int? { elements.endIndex < total ? elements.endIndex : nil }

  var members: [(name: String, value: JSONOutput)] {
    [("total", .number(total))] + (next.map { [("nextOffset", .number($0))] } ?? [])
  }

  /// The sentence about results that are not shown; empty if all are.
  var note: String {
    guard offset > 0 || next != nil else { return "" }
    if elements.isEmpty { return "\nThere are only \(total) results, fewer than \"offset\" skips.\n" }
    let rest = next.map { " Pass \"offset\": \($0) for the next ones." } ?? ""
    return "\nThese are \(offset + 1) to \(elements.endIndex) of \(total).\(rest)\n"
  }
}
