import ApusDiagnostics
import ApusSyntax

/// No two fragments have the same name.
///
/// https://spec.graphql.org/September2025/#sec-Fragment-Name-Uniqueness
extension ValidationContext {
  func checkFragmentNameUniqueness() {
    names.forgetAll()
    for number in 1..<index.definitionCount {
      let node = index.definitions[number].node
      if nodes[node].kind != .fragmentDefinition { continue }
      let first = names.insert(nodes[node].name, node)
      if first < 0 { continue }
      report(
        .duplicateFragment, "There can be only one fragment named \"\(name(node))\".",
        at: [tree.nameRange(of: node), tree.nameRange(of: first)],
        notes: [.init("The other fragment of that name is here.", at: tree.nameRange(of: first))])
    }
  }
}

extension DiagnosticCode {
  package static let duplicateFragment = DiagnosticCode(
    "duplicate-fragment",
    title: "Two fragments with one name",
    explanation: """
      The documents of a target are compiled together, and a spread finds its fragment by name, so the name must be
      unique in the target.
      """,
    example: "fragment AlbumCard on Album { title }\nfragment AlbumCard on Album { id title }",
    fix: "Rename or remove one of them.")
}
