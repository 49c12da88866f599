import ApusDiagnostics
import ApusSyntax

/// A directive is one that the schema defines.
///
/// https://spec.graphql.org/September2025/#sec-Directives-Are-Defined
extension ValidationContext {
  /// - Parameter directive: a directive that was not found.
  func checkDirectivesAreDefined(_ directive: NodeID) {
    // No server has to know those that are for clients.
    if index.clientDirectives[nodes[directive].name] != nil { return }
    // A document that defines directives is refused for that; using them is no further error.
    let isDefined =
      index.hasTypeSystemDefinitions
      && tree.definitions.contains {
        nodes[$0].kind == .directiveDefinition && nodes[$0].name == nodes[directive].name
      }
    if isDefined { return }
    let notes = ForeignDirectives.explanation(of: name(directive)).map { [Diagnostic.Note($0)] }
    report(.unknownDirective, "Unknown directive \"@\(name(directive))\".", directive, notes: notes ?? [])
  }
}
