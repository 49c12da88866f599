import ApusSource
import ApusSyntax

/// An operation defines every variable that it uses, including uses in fragments.
///
/// https://spec.graphql.org/September2025/#sec-All-Variable-Uses-Defined
extension ValidationContext {
  /// - Parameters:
  ///   - use: a variable in the operation or in a fragment that it uses.
  ///   - operation: an operation that does not define the variable.
  func checkAllVariableUsesDefined(_ use: NodeID, _ operation: NodeID) {
    let isNamed = nodes[operation].name != 0
    let place = isNamed ? [Diagnostic.Note("The operation is here.", at: tree.nameRange(of: operation))] : []
    let variables = tree.children(operation, .variableDefinition)
    report(
      .undefinedVariable,
      isNamed
        ? "Variable \"$\(name(use))\" is not defined by operation \"\(name(operation))\"."
        : "Variable \"$\(name(use))\" is not defined.",
      at: [tree.range(of: use), tree.range(of: operation)],
      notes: place + noteOfNearest(name(use), among: variables, prefix: "$"))
  }
}

extension DiagnosticCode {
  package static let undefinedVariable = DiagnosticCode(
    "undefined-variable",
    title: "A variable that the operation does not define",
    explanation: """
      Operations define variables. If a fragment uses a variable, every operation that spreads the fragment has to define
      it.
      """,
    example: "query Album { album(id: $id) { title } }",
    fix: "Define it: `query Album($id: ID!) { … }`.")
}
