import ApusDocuments
import ApusSyntax

/// The fragments that split shapes: if only one of two objects with equal fields spreads such a fragment, they need different shapes.
///
/// Whether a fragment is among them depends on its definition alone, not on its spreads, because all modules that use the fragment must agree.
package struct ShapeSplittingFragments {
  /// The fragments that contain separate fragments, or selections that depend on variables, directly or in fragments that they spread. A type that
  /// cannot conform to such a fragment has it as a property; a type with equal fields that does not spread it must not have that property.
  private let changing: Set<NodeID>
  /// The fragments on an object type that select no field themselves, so that a place's fields do not show whether it spreads the fragment. A
  /// fragment on an interface or union always has a field, because `__typename` is added to it.
  let withoutFields: Set<NodeID>

  package init(
    _ documents: DocumentIndex, _ spreads: FragmentSpreads, _ separate: FragmentFields,
    _ guards: GuardTable
  ) {
    let tree = documents.tree
    var changing: Set<NodeID> = []
    var withoutFields: Set<NodeID> = []
    for fragment in spreads.order {
      let isChanging =
        spreads.direct(in: fragment).contains(where: changing.contains)
        || (fragment + 1..<Int(tree.nodes[fragment].next)).contains { node in
          if separate.large.contains(node) { return true }
          guard case .directive = tree.nodes[node].kind else { return false }
          return guards.directive(node, in: tree) > .always || tree.nodes[node].name == Keyword.defer
            || separate.inline[NodeID(documents.parents[node])] != nil
        }
      if isChanging { changing.insert(fragment) }
      guard let set = documents.selectionSet(fragment),
        !documents.isAbstract(set)
      else { continue }
      let hasField = tree.children(set, .field).contains {
        !tree.has(NodeFlag.added, $0) && guards.directives(of: $0, in: tree) != .never
      }
      if !hasField { withoutFields.insert(fragment) }
    }
    self.changing = changing
    self.withoutFields = withoutFields
  }

  /// Those of `fragments` that split shapes, sorted.
  package func among(_ fragments: [NodeID]) -> [NodeID] {
    if changing.isEmpty, withoutFields.isEmpty { return [] }
    return fragments.filter { changing.contains($0) || withoutFields.contains($0) }.sorted()
  }
}
