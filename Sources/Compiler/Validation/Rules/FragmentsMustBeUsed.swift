import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Every fragment is used by an operation, directly or through other fragments.
///
/// https://spec.graphql.org/September2025/#sec-Fragments-Must-Be-Used
extension ValidationContext {
  func checkFragmentsMustBeUsed() {
    if tree.unparsed.isUnknown { return }
    let operations = index.allDefinitions.filter { nodes[index.node($0)].kind == .operation }
    // Spreads in unparsed text may belong to an operation.
    let roots = operations + tree.unparsed.spreads.compactMap { index.fragment(named: $0) }
    let used = Set(index.reached(from: roots))
    for definition in index.allDefinitions {
      let node = index.node(definition)
      // Several of one name are used or unused together.
      guard nodes[node].kind == .fragmentDefinition, let last = index.fragment(named: nodes[node].name),
        !used.contains(last)
      else { continue }
      report(
        .unusedFragment, "Fragment \"\(name(node))\" is never used.", at: [tree.nameRange(of: node)],
        severity: options.unusedFragmentSeverity)
    }
  }
}

extension DiagnosticCode {
  package static let unusedFragment = DiagnosticCode(
    "unused-fragment",
    title: "A fragment that no operation uses",
    explanation: """
      No operation of the target spreads the fragment, not even through other fragments. The specification calls that an
      error; Apus warns only, since fragments that several targets share are normal.
      """,
    example: "query Albums { albums { title } }\nfragment AlbumCard on Album { title }",
    fix: "Spread it, remove it, or silence the warning in the configuration.", isWarning: true,
    isOneCause: true)
}
