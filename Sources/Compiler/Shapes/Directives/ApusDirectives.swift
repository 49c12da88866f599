import ApusSource
import ApusSyntax

/// The `@apus` directives of the documents. They are for the compiler alone and are not sent.
package struct ApusDirectives {
  /// The directives by the field, inline fragment, variable or definition that has them.
  package let places: [NodeID: ApusDirective]
  private let tree: SyntaxTree

  package init(_ places: [NodeID: ApusDirective], _ tree: SyntaxTree) {
    self.places = places
    self.tree = tree
  }

  /// The directive of a field that merges several selections. All of them must have the same `name` and `type`; the field gets the protocols of all.
  ///
  /// - Parameter conflicts: collects an error for each selection whose directive differs.
  func merged(_ nodes: [NodeID], _ conflicts: inout DiagnosticsByNode) -> ApusDirective? {
    guard let marked = nodes.first(where: { places[$0] != nil }), var result = places[marked] else {
      return nil
    }
    for node in nodes where node != marked {
      guard let merged = result.merged(places[node] ?? ApusDirective()) else {
        let key = tree.names.string(tree.responseKey(node))
        conflicts.report(
          node,
          Diagnostic(
            .error, .invalidApusDirective,
            "The selections of \"\(key)\" become one property, but their \"@apus\" directives differ. Write the same directive on each.",
            at: [tree.range(of: node)],
            notes: [Diagnostic.Note("The other one is here.", at: tree.range(of: marked))]))
        continue
      }
      result = merged
    }
    return result
  }
}
