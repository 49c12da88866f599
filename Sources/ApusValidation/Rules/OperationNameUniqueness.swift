import ApusDiagnostics
import ApusSyntax

/// No two operations have the same name.
///
/// https://spec.graphql.org/September2025/#sec-Operation-Name-Uniqueness
extension ValidationContext {
  func checkOperationNameUniqueness() {
    names.forgetAll()
    for number in 1..<index.definitionCount {
      let node = index.definitions[number].node
      if nodes[node].kind != .operation || nodes[node].name == 0 { continue }
      let first = names.insert(nodes[node].name, node)
      if first < 0 { continue }
      report(
        .duplicateOperation, "There can be only one operation named \"\(name(node))\".",
        at: [tree.nameRange(of: node), tree.nameRange(of: first)],
        notes: [.init("The other operation of that name is here.", at: tree.nameRange(of: first))])
    }
  }
}

extension DiagnosticCode {
  package static let duplicateOperation = DiagnosticCode(
    "duplicate-operation",
    title: "Two operations with one name",
    explanation: """
      The documents of a target are compiled together, and the name of an operation becomes the name of a Swift type, so
      it must be unique in the target.
      """,
    example: "query Albums { albums { title } }\nquery Albums { albums { id } }",
    fix: "Rename or remove one of them.")
}
