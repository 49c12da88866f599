import ApusDocuments
import ApusSyntax

/// The fragments that make separate shapes of places with equal fields. Only a fragment's own document decides, because modules that share it must
/// agree.
package struct ShapeSplittingFragments {
  /// The fragments that variables or separate fragments change, and those that spread them. One type may need them as properties where another type
  /// with the same fields does not.
  private let changing: Set<NodeID>
  /// The fragments on an object type that select no field themselves, so that the selected fields do not reveal whether such a fragment is spread.
  /// For a fragment on an interface or union, the added `__typename` does.
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

  /// The fragments among `fragments` that make separate shapes, sorted.
  package func among(_ fragments: [NodeID]) -> [NodeID] {
    if changing.isEmpty, withoutFields.isEmpty { return [] }
    return fragments.filter { changing.contains($0) || withoutFields.contains($0) }.sorted()
  }
}
