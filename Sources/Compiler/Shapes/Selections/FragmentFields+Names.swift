import ApusSource
import ApusDocuments
import ApusSyntax

extension FragmentFields {
  /// The names of the inline fragments with `@apus(name:)`, each of which becomes one property.
  /// `... @include(if: $full) @apus(name: "details") { … }` becomes an optional `details`, in which fields are only optional if the schema declares
  /// them so. Without the name, each field would become an optional property.
  ///
  /// The property has its own type, like one for a fragment spread with `@include(if: $full)`.
  static func named(
    _ documents: DocumentIndex, _ deferrals: Deferrals, _ diagnostics: DiagnosticSink
  ) -> [NodeID: String] {
    var names: [NodeID: String] = [:]
    func report(_ message: String, _ directive: NodeID) {
      diagnostics.append(
        Diagnostic(.error, .invalidApusDirective, message, at: [documents.tree.range(of: directive)]))
    }
    let tree = documents.tree
    for node in documents.directives(Keyword.apus) {
      let fragment = NodeID(documents.parents[node])
      // `ApusDirectiveReader` reports names that are not strings.
      guard tree.kind(fragment) == .inlineFragment, let name = tree.string(tree.argument("name", of: node))
      else { continue }
      if deferrals[fragment] != nil {
        report(
          "A deferred fragment's property is named after its label. Remove \"@apus\" and write the name as the label: @defer(label: \"…\").",
          node)
        continue
      }
      if let condition = documents.typeCondition(fragment),
        let parent = documents.typeOfParent(of: fragment),
        !documents.schema.implies(parent, condition)
      {
        let type = documents.schema.name(condition)
        report(
          "An inline fragment with a name cannot have a narrower type condition. Nest the two: ... on \(type) { ... @apus(name: \"…\") { … } }.",
          node)
        continue
      }
      names[fragment] = name
    }
    return names
  }
}
