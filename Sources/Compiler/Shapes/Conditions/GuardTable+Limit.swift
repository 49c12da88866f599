import ApusSource
import ApusSyntax

extension GuardTable {
  /// Reports the fields and fragment properties whose guards have too many alternatives, because the emitted code lists them all.
  package func limitAlternatives(
    in shapes: [Shape], _ separate: FragmentFields, _ tree: SyntaxTree, _ diagnostics: DiagnosticSink
  ) {
    func refuse(_ name: String, _ node: NodeID) {
      diagnostics.append(
        Diagnostic(
          .error, .tooManyConditions,
          "The conditions on \"\(name)\" can be met in too many ways: the generated code lists each, up to \(GuardLimits.shownAlternatives). "
            + ShapeLimits.adviceOnConditions, at: [tree.place(of: node)]))
    }
    var refused: Set<NodeID> = []
    for shape in shapes {
      for index in shape.fields.indices where shape.fields[index].condition != .always {
        let field = shape.fields[index]
        guard field.condition != .mixed, hasTooManyAlternatives(field.condition),
          refused.insert(field.node).inserted
        else { continue }
        refuse(tree.names.string(field.key), field.node)
      }
      for property in shape.fragmentFields where hasTooManyAlternatives(property.condition) {
        guard refused.insert(property.fragment).inserted else { continue }
        refuse(separate.inline[property.fragment] ?? tree.name(property.fragment), property.fragment)
      }
    }
  }
}
