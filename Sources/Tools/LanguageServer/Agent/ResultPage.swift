import ApusSource

/// One of a list of results, in both forms that are sent.
struct ResultItem {
  /// For people and agents to read.
  let text: String
  /// The same facts for programs.
  let object: JSONOutput

  /// The size in bytes of both forms as JSON.
  var size: Int { JSONOutput.string(text).line.utf8.count + object.line.utf8.count }
}

/// A part of a list of results that is short enough for an agent's context, and how to get the rest.
struct ResultPage {
  /// The maximum size in bytes of a page with several results.
  private static let maximumSize = 40_000

  private var items: [ResultItem] = []
  private let total: Int
  private let offset: Int

  /// - Parameter item: makes the result for an element. It is only called for elements that may be on the page.
  init<Element>(_ all: [Element], _ arguments: ToolArguments, _ item: (Element) -> ResultItem) {
    total = all.count
    offset = min(arguments.integer("offset") ?? 0, all.count)
    var size = 0
    for element in all[offset...].prefix(arguments.integer("limit") ?? 50) {
      let next = item(element)
      size += next.size
      // One result is always returned, so that each page goes on.
      if size > ResultPage.maximumSize, !items.isEmpty { break }
      items.append(next)
    }
  }

  private var end: Int { offset + items.count }
  private var next: Int? { end < total ? end : nil }

  /// The results for people and agents, and what to do for those that are not shown.
  var text: String { items.map(\.text).joined() + note }

  /// The results for programs.
  var objects: JSONOutput { .array(items.map(\.object)) }

  var members: [(name: String, value: JSONOutput)] {
    [("total", .number(total))] + (next.map { [("nextOffset", .number($0))] } ?? [])
  }

  /// The sentence about results that are not shown; empty if all are.
  private var note: String {
    guard offset > 0 || next != nil else { return "" }
    if items.isEmpty { return "\nThere are only \(total) results, fewer than \"offset\" skips.\n" }
    let rest = next.map { " Pass \"offset\": \($0) for the next ones." } ?? ""
    return "\nThese are \(offset + 1) to \(end) of \(total).\(rest)\n"
  }
}
