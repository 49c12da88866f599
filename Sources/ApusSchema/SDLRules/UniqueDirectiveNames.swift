import ApusDiagnostics
import ApusSyntax

/// No two directives have the same name.
///
/// https://spec.graphql.org/September2025/#sec-Schema
extension SDLChecker {
  mutating func checkUniqueDirectiveNames(_ node: NodeID) {
    let name = nodes[node].name
    if let base, base.directive(named: name) != 0 {
      report(
        .uniqueDirectiveNames, .duplicateDirectiveDefinition,
        "Directive \(quoted(node, prefix: "@")) already exists in the schema. It cannot be redefined.",
        at: [tree.nameRange(of: node)], node)
      return
    }
    let entry = entries + Int(name)
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
