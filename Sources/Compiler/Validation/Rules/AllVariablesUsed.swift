import ApusSource
import ApusSchema
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
    for directive in index.directives {
      guard let entry = index.clientDirective(directive) else { continue }
      let use = (directive..<Int(nodes[directive].next)).first {
        nodes[$0].kind == .variable && nodes[$0].name == nodes[variable].name
      }
      guard let use else { continue }
      let advice = entry.meaning == .cacheEdit ? " " + ClientDirective.adviceOnConnections : ""
      return [Diagnostic.Note("This use is for clients and is not sent.\(advice)", at: tree.range(of: use))]
    }
    return []
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
