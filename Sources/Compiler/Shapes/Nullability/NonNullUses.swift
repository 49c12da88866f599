import ApusDocuments
import ApusSchema
import ApusSyntax

/// The variables that operations and fragments use in non-null positions. Even a nullable variable is allowed there if it or the position has a
/// default (section 5.8.5): `query Page($n: Int = 10) { page(first: $n) }` with `first: Int!`. The default only applies if the variable is omitted.
/// So in Swift, such a variable can be omitted, but not be null.
package struct NonNullUses {
  /// The names of these variables, by operation or fragment.
  private var names: [NodeID: Set<NameID>] = [:]

  package init(_ documents: DocumentIndex) {
    for definition in documents.allDefinitions {
      for use in documents.variableUses(in: definition) where documents.valueTypes[use].isNonNull {
        names[documents.node(definition), default: []].insert(documents.tree.nodes[use].name)
      }
    }
  }

  /// The names of the variables that any of `definitions` uses in a non-null position.
  package func names(in definitions: [NodeID]) -> Set<NameID> {
    if names.isEmpty { return [] }
    return definitions.reduce(into: []) { result, definition in result.formUnion(names[definition] ?? []) }
  }
}
