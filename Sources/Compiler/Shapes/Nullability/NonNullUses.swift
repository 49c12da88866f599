import ApusDocuments
import ApusSchema
import ApusSyntax

/// Uses of nullable variables where null is rejected. They are valid if the location or the variable has a default, which applies when the variable
/// is omitted (section 5.8.5).
package struct NonNullUses {
  /// Variable names, by definition.
  private var names: [NodeID: Set<NameID>] = [:]

  package init(_ documents: DocumentIndex) {
    for definition in documents.allDefinitions {
      for use in documents.variableUses(in: definition) where documents.valueTypes[use].isNonNull {
        names[documents.node(definition), default: []].insert(documents.tree.nodes[use].name)
      }
    }
  }

  /// The variables that any of `definitions` uses where null is rejected.
  package func names(in definitions: [NodeID]) -> Set<NameID> {
    if names.isEmpty { return [] }
    return definitions.reduce(into: []) { result, definition in result.formUnion(names[definition] ?? []) }
  }
}
