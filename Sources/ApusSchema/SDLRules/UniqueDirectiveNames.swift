import ApusDiagnostics
import ApusSyntax

/// No two directives have the same name.
///
/// https://spec.graphql.org/September2025/#sec-Schema
extension SDLChecker {
  mutating func checkUniqueDirectiveNames(_ node: NodeID) {
    let entry = entries + Int(nodes[node].name)
    if entry.pointee.seenDirective < 0 {
      entry.pointee.seenDirective = Int32(truncatingIfNeeded: node)
      return
    }
    report(
      .uniqueDirectiveNames, .duplicateDirectiveDefinition,
      "There can be only one directive named \(quoted(node, prefix: "@")).",
      at: [tree.nameRange(of: NodeID(entry.pointee.seenDirective)), tree.nameRange(of: node)], node)
  }
}

extension DiagnosticCode {
  package static let duplicateDirectiveDefinition = DiagnosticCode(
    "duplicate-directive-definition",
    title: "Two directives with the same name",
    explanation: "Directive names must be unique in a schema, across all of its files.",
    example: "directive @auth on FIELD_DEFINITION\ndirective @auth on OBJECT",
    fix: "Keep one definition, with the locations of both: `directive @auth on FIELD_DEFINITION | OBJECT`.")
}
