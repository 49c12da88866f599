import ApusDiagnostics
import ApusSyntax

/// No two types have the same name.
///
/// https://spec.graphql.org/September2025/#sec-Schema
extension SDLChecker {
  mutating func checkUniqueTypeNames(_ node: NodeID) {
    let entry = entries + Int(nodes[node].name)
    if entry.pointee.seenType < 0 {
      entry.pointee.seenType = Int32(truncatingIfNeeded: node)
      return
    }
    report(
      .uniqueTypeNames, .duplicateType, "There can be only one type named \(quoted(node)).",
      at: [tree.nameRange(of: NodeID(entry.pointee.seenType)), tree.nameRange(of: node)], node)
  }
}

extension DiagnosticCode {
  package static let duplicateType = DiagnosticCode(
    "duplicate-type",
    title: "Two types with the same name",
    explanation: """
      Type names are unique in a schema, over all its files and over all kinds of types. The compiler continues with
      the first
      definition.
      """,
    example: "type Album { title: String }\ninterface Album { title: String }",
    fix:
      "Rename one of them, or turn the second definition of a type into an extension: `extend type Album { … }`."
  )
}
