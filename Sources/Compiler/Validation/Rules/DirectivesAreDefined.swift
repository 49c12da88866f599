import ApusSource
import ApusSyntax

/// The schema defines every directive.
///
/// https://spec.graphql.org/September2025/#sec-Directives-Are-Defined
extension ValidationContext {
  /// - Parameter directive: an unknown directive.
  func checkDirectivesAreDefined(_ directive: NodeID) {
    // The server does not need to know client-side directives.
    if index.clientDirectives[nodes[directive].name] != nil { return }
    // A document that defines directives is rejected for that, so their uses are not reported too.
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
