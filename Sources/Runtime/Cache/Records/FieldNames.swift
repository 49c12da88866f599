import ApusPlatform

/// Interns fields with their arguments as dense ids.
final class FieldNames: Sendable {
  private struct State {
    let texts = Interner()
    /// The fields that are replaced rather than merged.
    var replaced: Set<UInt32> = []
  }
  private let state = Locked(State())

  /// The id of `__typename`, fixed because every reader needs it.
  static let typename: UInt32 = 0

  /// The fixed ids of a connection's fields: code that joins pages cannot look them up in a plan.
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
  private static let mark = Array(replacedMark.utf8)

  init() { for name in FieldNames.known { _ = id(name) } }

  func id(_ text: String) -> UInt32 { id(Array(text.utf8)) }

  func id(_ text: [UInt8]) -> UInt32 {
    text.withUnsafeBytes { bytes in
      state.withLock { state in
        if let known = state.texts.find(bytes) { return known }
        let id = state.texts.add(bytes)
        if bytes.count > Self.mark.count, bytes.suffix(Self.mark.count).elementsEqual(Self.mark) {
          state.replaced.insert(id)
        }
        return id
      }
    }
  }

  func text(_ id: UInt32) -> String { state.withLock { $0.texts.text(id) } }

  /// Whether a field is replaced rather than merged.
  func isReplaced(_ id: UInt32) -> Bool { state.withLock { $0.replaced.contains(id) } }

  /// The text for display.
  func shownText(_ id: UInt32) -> String {
    var text: [UInt8] = []
    appendShownText(id, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  func appendShownText(_ id: UInt32, to text: inout [UInt8]) {
    state.withLock { state in
      text.append(contentsOf: state.texts.bytes(id))
      if state.replaced.contains(id) { text.removeLast(Self.mark.count) }
    }
  }

  /// The ids of a field with any arguments.
  func ids(ofField name: String) -> Set<UInt32> {
    state.withLock { state in
      let isMeant = { (text: String) in
        text == name || text.hasPrefix(name + "(") || text.hasPrefix(name + "@")
      }
      return Set((0..<UInt32(state.texts.count)).filter { isMeant(state.texts.text($0)) })
    }
  }
}
