import ApusSource
import ApusSyntax

/// An operation uses every variable that it defines, directly or in fragments.
///
/// https://spec.graphql.org/September2025/#sec-All-Variables-Used
extension ValidationContext {
  /// - Parameters:
  ///   - variable: an unused variable definition.
  ///   - operation: its operation.
  func checkAllVariablesUsed(_ variable: NodeID, _ operation: NodeID) {
    report(
      .unusedVariable,
      nodes[operation].name == 0
        ? "Variable \"$\(name(variable))\" is never used."
        : "Variable \"$\(name(variable))\" is never used in operation \"\(name(operation))\".", variable,
      notes: notesOfUsesNotSent(variable))
  }

  /// Notes at the client-side directives that use a variable.
  private func notesOfUsesNotSent(_ variable: NodeID) -> [Diagnostic.Note] {
    let directives = index.directives.filter { index.clientDirective($0) != nil }
    let use = directives.lazy.flatMap { $0..<Int(self.nodes[$0].next) }.first {
      self.nodes[$0].kind == .variable && self.nodes[$0].name == self.nodes[variable].name
    }
    return use.map { [.init("This use is for clients and is not sent.", at: tree.range(of: $0))] } ?? []
  }
}

extension DiagnosticCode {
  package static let unusedVariable = DiagnosticCode(
    "unused-variable",
    title: "An unused variable",
    explanation: "Servers reject an operation that defines an unused variable.",
    example: "query Albums($first: Int) { albums { title } }",
    fix: "Use the variable, or remove it.")
}
