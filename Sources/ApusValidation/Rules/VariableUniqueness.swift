import ApusDiagnostics
import ApusSyntax

/// An operation or fragment defines each variable once.
///
/// https://spec.graphql.org/September2025/#sec-Variable-Uniqueness
extension ValidationContext {
  func checkVariableUniqueness(_ operation: NodeID) {
    for group in tree.groupsOfOneName(tree.children(operation, .variableDefinition)) {
      report(
        .duplicateVariable, "There can be only one variable named \"$\(name(group[0]))\".",
        at: group.map(tree.nameRange))
    }
  }
}

extension DiagnosticCode {
  package static let duplicateVariable = DiagnosticCode(
    "duplicate-variable",
    title: "A variable that is defined twice",
    explanation: "Each variable of an operation has one definition.",
    example: "query Album($id: ID!, $id: ID) { album(id: $id) { title } }",
    fix: "Keep one of them.")
}
