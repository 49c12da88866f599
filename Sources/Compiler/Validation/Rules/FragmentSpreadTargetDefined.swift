import ApusSource
import ApusSyntax

/// A spread refers to a defined fragment.
///
/// https://spec.graphql.org/September2025/#sec-Fragment-Spread-Target-Defined
extension ValidationContext {
  /// - Parameter spread: a spread of an unknown fragment.
  func checkFragmentSpreadTargetDefined(_ spread: NodeID) {
    // Its definition may be in text that does not parse, which is already reported.
    if tree.unparsed.mayDefine(nodes[spread].name) { return }
    let fragments = tree.definitions.filter { nodes[$0].kind == .fragmentDefinition }
    report(
      .unknownFragment, "Unknown fragment \"\(name(spread))\".", at: [tree.nameRange(of: spread)],
      notes: noteOfNearest(name(spread), among: fragments))
  }
}

extension DiagnosticCode {
  package static let unknownFragment = DiagnosticCode(
    "unknown-fragment",
    title: "A spread of a fragment that no document defines",
    explanation: "A spread names a fragment of the same target. The file that defines it may be missing.",
    example: "query Albums { albums { ...AlbumCard } }",
    fix: "Define `fragment AlbumCard on Album { … }`, add its file, or correct the name.")
}
