import ApusSource
import ApusSyntax

/// The name of an operation or fragment does not end with its kind, which Swift's name has anyway. This rule of our own is off by default.
extension ValidationContext {
  func checkKindsInNames() {
    for node in tree.definitions where nodes[node].name != 0 {
      let kinds: [String]
      switch nodes[node].kind {
      case .operation: kinds = ["Query", "Mutation", "Subscription"]
      case .fragmentDefinition: kinds = ["Fragment"]
      default: continue
      }
      let name = name(node)
      let found = kinds.lazy.compactMap { kind in KindInName.stem(of: name, kind).map { (kind, $0) } }.first
      guard let (kind, stem) = found else { continue }
      warn(
        .kindInName,
        "The name ends with \"\(kind)\", although the Swift type's name has its kind anyway. Name it \"\(stem)\".",
        at: [tree.nameRange(of: node)])
    }
  }
}

/// The kind of a definition at the end of its name.
package enum KindInName {
  /// The name without the kind: `Album` for `AlbumQuery`, `album_query` and `ALBUM_QUERY`; nil if the name does not end with it, or is nothing else.
  package static func stem(of name: String, _ kind: String) -> String? {
    let isWord = name.hasSuffix(kind)
    let isSnakeCase = name.lowercased().hasSuffix("_" + kind.lowercased())
    guard isWord || isSnakeCase else { return nil }
    var stem = name.dropLast(kind.utf8.count)
    while stem.last == "_" { stem.removeLast() }
    return stem.isEmpty ? nil : String(stem)
  }
}

extension DiagnosticCode {
  package static let kindInName = DiagnosticCode(
    "kind-in-name",
    title: "A name that ends with the kind of its definition",
    explanation: """
      The name of the Swift type has the kind at its end: the query `Album` becomes `AlbumQuery`, and the fragment `AlbumCard` becomes \
      `AlbumCardFragment`. A name that has it too says it twice: other generators make `AlbumQueryQuery` of `AlbumQuery`, and Apus makes \
      `AlbumMutationQuery` of a query `AlbumMutation`.
      """,
    example: "query AlbumQuery { album(id: \"7\") { title } }",
    fix:
      "Leave the kind out: `query Album { … }`. If only the same kind is left out, the Swift type keeps its name.",
    isWarning: true, switchedOnBy: "\"warning\"")
}
