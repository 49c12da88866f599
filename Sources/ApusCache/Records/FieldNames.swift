import ApusClient

/// Fields with their arguments, as texts and as dense numbers.
final class FieldNames: Sendable {
  private struct State {
    /// By their bytes: arguments that Swift takes for equal may differ for the server.
    var ids: [[UInt8]: UInt32] = [:]
    var texts: [String] = []
  }
  private let state = Locked(State())

  /// The number of `__typename`: records are asked for it by number.
  static let typename: UInt32 = 0

  /// The numbers of what connections are made of. Where pages are put together, no plan is at hand that knows them.
  static let (page, edges, nodes, pageInfo, node, cursor): (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) =
    (1, 2, 3, 4, 5, 6)
  static let (startCursor, endCursor, hasPreviousPage, hasNextPage): (UInt32, UInt32, UInt32, UInt32) =
    (7, 8, 9, 10)

  /// In the order of the numbers; the second is no name of GraphQL.
  private static let known = [
    "__typename", "\u{2044}page", "edges", "nodes", "pageInfo", "node", "cursor", "startCursor", "endCursor",
    "hasPreviousPage", "hasNextPage",
  ]

  /// Behind the text of a field that is replaced, and not merged: what another configuration kept of it is not read.
  static let replacedMark = "@\u{2044}replaced"

  init() { for name in FieldNames.known { _ = id(name) } }

  func id(_ text: String) -> UInt32 {
    state.withLock { state in
      let bytes = Array(text.utf8)
      if let known = state.ids[bytes] { return known }
      let id = UInt32(state.texts.count)
      state.ids[bytes] = id
      state.texts.append(text)
      return id
    }
  }

  func text(_ id: UInt32) -> String {
    state.withLock { $0.texts.indices.contains(Int(id)) ? $0.texts[Int(id)] : "" }
  }

  /// The text for readers.
  func shownText(_ id: UInt32) -> String {
    let text = text(id)
    return text.hasSuffix(Self.replacedMark) ? String(text.dropLast(Self.replacedMark.count)) : text
  }

  /// The numbers of a field with whatever arguments.
  func ids(ofField name: String) -> Set<UInt32> {
    state.withLock { state in
      let isMeant = { (text: String) in
        text == name || text.hasPrefix(name + "(") || text.hasPrefix(name + "@")
      }
      return Set(state.texts.indices.filter { isMeant(state.texts[$0]) }.map { UInt32($0) })
    }
  }
}
