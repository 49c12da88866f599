import ApusDiagnostics
import ApusSyntax

/// A variable that an operation defines is used by it, perhaps through fragments.
///
/// https://spec.graphql.org/September2025/#sec-All-Variables-Used
extension ValidationContext {
  /// - Parameters:
  ///   - variable: a variable definition that nothing uses.
  ///   - operation: its operation.
  func checkAllVariablesUsed(_ variable: NodeID, _ operation: NodeID) {
    report(
      .unusedVariable,
      nodes[operation].name == 0
        ? "Variable \"$\(name(variable))\" is never used."
        : "Variable \"$\(name(variable))\" is never used in operation \"\(name(operation))\".", variable)
  }
}

extension DiagnosticCode {
  package static let unusedVariable = DiagnosticCode(
    "unused-variable",
    title: "An unused variable",
    explanation: "A server refuses an operation that defines a variable which nothing in it uses.",
    example: "query Albums($first: Int) { albums { title } }",
    fix: "Use the variable, or remove it.")
}
