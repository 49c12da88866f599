import ApusConcurrency

/// Interns fields with their arguments as dense ids.
final class FieldNames: Sendable {
  private struct State {
    var ids: [TextBytes: UInt32] = [:]
    var texts: [String] = []
  }
  private let state = Locked(State())

  /// The id of `__typename`, fixed because every reader needs it.
  static let typename: UInt32 = 0

  /// The fixed ids of a connection's fields: code that joins pages has no plan to look them up in.
  static let (page, edges, nodes, pageInfo, node, cursor): (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) =
    (1, 2, 3, 4, 5, 6)
  static let (startCursor, endCursor, hasPreviousPage, hasNextPage): (UInt32, UInt32, UInt32, UInt32) =
    (7, 8, 9, 10)

  /// In the order of the ids. The second cannot be a GraphQL name.
  private static let known = [
    "__typename", "\u{2044}page", "edges", "nodes", "pageInfo", "node", "cursor", "startCursor", "endCursor",
    "hasPreviousPage", "hasNextPage",
  ]

  /// Suffix for a field that is replaced rather than merged: values stored under another configuration are not read.
  static let replacedMark = "@\u{2044}replaced"

  init() { for name in FieldNames.known { _ = id(name) } }

  func id(_ text: String) -> UInt32 { id(Array(text.utf8)) }

  func id(_ text: [UInt8]) -> UInt32 {
    state.withLock { state in
      let bytes = TextBytes(text)
      if let known = state.ids[bytes] { return known }
      let id = UInt32(state.texts.count)
      state.ids[bytes] = id
      state.texts.append(String(decoding: text, as: UTF8.self))
      return id
    }
  }

  func text(_ id: UInt32) -> String {
    state.withLock { $0.texts.indices.contains(Int(id)) ? $0.texts[Int(id)] : "" }
  }

  /// The text for display.
  func shownText(_ id: UInt32) -> String {
    let text = text(id)
    return text.hasSuffix(Self.replacedMark) ? String(text.dropLast(Self.replacedMark.count)) : text
  }

  /// The ids of a field with any arguments.
  func ids(ofField name: String) -> Set<UInt32> {
    state.withLock { state in
      let isMeant = { (text: String) in
        text == name || text.hasPrefix(name + "(") || text.hasPrefix(name + "@")
      }
      return Set(state.texts.indices.filter { isMeant(state.texts[$0]) }.map { UInt32($0) })
    }
  }
}
