import ApusDiagnostics
import ApusSchema
import ApusSyntax

/// A directive that is not repeatable is used at most once per location.
///
/// https://spec.graphql.org/September2025/#sec-Directives-Are-Unique-per-Location
extension ValidationContext {
  /// - Parameter first: the first of several directives on one node.
  func checkDirectivesAreUniquePerLocation(_ first: NodeID) {
    names.forgetAll()
    var directive = first
    let end = Int(nodes[Int(parents[first])].next)
    while directive < end, case .directive = nodes[directive].kind {
      let definition = schema.directives + Int(resolved[directive])
      if resolved[directive] != 0, !definition.pointee.isRepeatable {
        let before = names.insert(nodes[directive].name, directive)
        if before >= 0 {
          report(
            .duplicateDirective,
            "The directive \"@\(name(directive))\" can only be used once at this location.",
            at: [tree.range(of: directive), tree.range(of: before)])
        }
      }
      directive = Int(nodes[directive].next)
    }
  }
}
