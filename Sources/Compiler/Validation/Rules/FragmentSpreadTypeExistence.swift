import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The schema defines the type of every type condition and variable.
///
/// https://spec.graphql.org/September2025/#sec-Fragment-Spread-Type-Existence
extension ValidationContext {
  /// - Parameter node: an unknown named type.
  func checkFragmentSpreadTypeExistence(_ node: NodeID) {
    let defined = typesDefinedInDocuments
    if defined.contains(nodes[node].name) { return }
    let isInDocument = isInExecutableDefinition(node)
    if !isInDocument, schema.type(named: nodes[node].name) != nil { return }
    let known = schema.allTypes.filter { !isInDocument || !index.missingScalars.contains($0) }
      .map { schema[$0].name }.filter { schema.type(named: $0) != nil }
    let suggestion = Suggestions.didYouMean(name(node), among: (known + defined).map(schema.names.string))
    report(.unknownType, "Unknown type \"\(name(node))\".\(suggestion)", node)
  }

  /// Types that documents define illegally. That is already reported, so their uses are not.
  private var typesDefinedInDocuments: Set<NameID> {
    guard index.hasTypeSystemDefinitions else { return [] }
    var found: Set<NameID> = []
    for node in tree.definitions where nodes[node].flags & NodeFlag.isExtension == 0 {
      switch nodes[node].kind {
      case .scalarType, .objectType, .interfaceType, .unionType, .enumType, .inputObjectType:
        found.insert(nodes[node].name)
      default: break
      }
    }
    return found
  }

  private func isInExecutableDefinition(_ node: NodeID) -> Bool {
    let definition = index.definition(around: node)
    return nodes[definition].kind == .operation || nodes[definition].kind == .fragmentDefinition
  }
}
