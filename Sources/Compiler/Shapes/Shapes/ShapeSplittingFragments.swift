import ApusDocuments
import ApusSyntax

/// The fragments that make shapes of the same fields different ones. Only their own text decides, since modules that share a fragment must
/// agree.
package struct ShapeSplittingFragments {
  /// Those that variables or separate fragments change, and those that spread them: a type may have to hold them as properties, which
  /// another type of the same fields does not.
  private let changing: Set<NodeID>
  /// Those on an object type without a field, which nothing else shows. On an interface or union there is a `__typename`.
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
        !documents.schema.types[Int(documents.parentType(set))].isAbstract
      else { continue }
      let hasField = tree.children(set, .field).contains {
        !tree.has(NodeFlag.added, $0) && guards.directives(of: $0, in: tree) != .never
      }
      if !hasField { withoutFields.insert(fragment) }
    }
    self.changing = changing
    self.withoutFields = withoutFields
  }

  /// The fragments among `fragments` that tell shapes apart, sorted.
  package func among(_ fragments: [NodeID]) -> [NodeID] {
    if changing.isEmpty, withoutFields.isEmpty { return [] }
    return fragments.filter { changing.contains($0) || withoutFields.contains($0) }.sorted()
  }
}
