import ApusSource
import ApusDocuments
import ApusSyntax

/// The inline fragments with `@apus(name:)`, each of which becomes one property. `... @include(if: $full) @apus(name: "details") { … }` becomes an
/// optional `details`, in which fields are only optional if the schema declares them so. Without the name, each field would become an optional
/// property.
///
/// The property has its own type, like one for a fragment spread with `@include(if: $full)`.
package struct NamedInlineFragments {
  private let diagnostics: DiagnosticSink
  private var names: [NodeID: String] = [:]

  init(_ documents: DocumentIndex, _ deferrals: Deferrals, _ diagnostics: DiagnosticSink) {
    self.diagnostics = diagnostics
    let tree = documents.tree
    for node in documents.directives(Keyword.apus) {
      let fragment = NodeID(documents.parents[node])
      // `ApusDirectiveReader` reports names that are not strings.
      guard tree.kind(fragment) == .inlineFragment, let name = tree.string(tree.argument("name", of: node))
      else { continue }
      if deferrals[fragment] != nil {
        report(
          "A deferred fragment's property is named after its label. Remove \"@apus\" and write the name as the label: @defer(label: \"…\").",
          tree.range(of: node))
        continue
      }
      if let condition = documents.typeCondition(fragment),
        let parent = documents.parentType(NodeID(documents.parents[fragment])),
        !documents.schema.implies(parent, condition)
      {
        let type = documents.schema.name(condition)
        report(
          "An inline fragment with a name cannot have a narrower type condition. Nest the two: ... on \(type) { ... @apus(name: \"…\") { … } }.",
          tree.range(of: node))
        continue
      }
      names[fragment] = name
    }
  }

  /// The name of an inline fragment's property; nil for an inline fragment without a name.
  package subscript(_ fragment: NodeID) -> String? { names.isEmpty ? nil : names[fragment] }

  mutating func renumber(_ numbers: NodeNumbers) { names = numbers.renumbered(names) }

  private mutating func report(_ message: String, _ range: SourceRange) {
    diagnostics.append(Diagnostic(.error, .invalidApusDirective, message, at: [range]))
  }
}
