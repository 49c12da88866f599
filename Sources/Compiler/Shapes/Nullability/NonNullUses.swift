import ApusDocuments
import ApusSchema
import ApusSyntax

/// The uses of nullable variables in places that refuse null: allowed when the place or the variable has a default, which
/// holds when the variable is left out (section 5.8.5).
package struct NonNullUses {
  /// By definition the names of the variables.
  private var names: [NodeID: Set<NameID>] = [:]

  package init(_ documents: DocumentIndex) {
    for number in 1..<max(1, documents.definitionCount) {
      let definition = documents.definitions[number]
      for index in definition.firstVariableUse..<definition.variableUseEnd {
        let use = NodeID(documents.variableUses[index])
        if documents.valueTypes[use].isNonNull {
          names[definition.node, default: []].insert(documents.tree.nodes[use].name)
        }
      }
    }
  }

  /// The variables that are used so in any of some definitions.
  package func names(in definitions: [NodeID]) -> Set<NameID> {
    if names.isEmpty { return [] }
    return definitions.reduce(into: []) { result, definition in result.formUnion(names[definition] ?? []) }
  }
}
