import ApusSource
import ApusSyntax

/// Rejects fields and fragments whose conditions can hold in too many ways, since emitted code lists them all.
package struct PresenceLimit {
  private let diagnostics: DiagnosticSink

  package init(
    _ shapes: [Shape], _ separate: FragmentFields, _ guards: GuardTable, _ tree: SyntaxTree,
    _ diagnostics: DiagnosticSink
  ) {
    self.diagnostics = diagnostics
    var refused: Set<NodeID> = []
    for shape in shapes {
      for field in shape.fields {
        guard field.condition != .mixed, guards.hasTooManyAlternatives(field.condition),
          refused.insert(field.node).inserted
        else { continue }
        refuse(tree.names.string(field.key), field.node, tree)
      }
      for property in shape.fragmentFields where guards.hasTooManyAlternatives(property.condition) {
        guard refused.insert(property.fragment).inserted else { continue }
        refuse(separate.inline[property.fragment] ?? tree.name(property.fragment), property.fragment, tree)
      }
    }
  }

  private func refuse(_ name: String, _ node: NodeID, _ tree: SyntaxTree) {
    diagnostics.append(
      Diagnostic(
        .error, .tooManyConditions,
        "The conditions on \"\(name)\" can be met in more than \(GuardLimits.shownAlternatives) ways. "
          + ShapeLimits.adviceOnConditions, at: [tree.place(of: node)]))
  }
}
