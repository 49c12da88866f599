import ApusDocuments
import ApusSchema
import ApusSyntax

/// Where nullable variables stand in places that refuse null: allowed when the place or the variable has a default, which
/// holds when the variable is left out (section 5.8.5).
struct NonNullUses {
  /// By definition the names of the variables.
  private var names: [NodeID: Set<NameID>] = [:]

  init(_ documents: DocumentIndex) {
    let tree = documents.tree
    for definition in tree.definitions {
      let end = Int(tree.nodes[definition].next)
      var node = definition &+ 1
      while node < end {
        // A variable's own definition is no use of it, and has no type as a place.
        if case .variableDefinition = tree.nodes[node].kind {
          node = Int(tree.nodes[node].next)
          continue
        }
        if case .variable = tree.nodes[node].kind, documents.valueTypes[node].isNonNull {
          names[definition, default: []].insert(tree.nodes[node].name)
        }
        node = node &+ 1
      }
    }
  }

  /// The variables that stand so in any of some definitions.
  func names(in definitions: [NodeID]) -> Set<NameID> {
    if names.isEmpty { return [] }
    return definitions.reduce(into: []) { result, definition in result.formUnion(names[definition] ?? []) }
  }
}
