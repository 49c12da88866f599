import ApusDocuments
import ApusSchema
import ApusSyntax

extension DocumentIndex {
  /// The selection set of an operation, field, inline fragment or fragment definition.
  package func selectionSet(_ node: NodeID) -> NodeID? { tree.child(node, .selectionSet) }

  /// Whether a selection set selects from an interface or union.
  package func isAbstract(_ set: NodeID) -> Bool {
    guard let type = parentType(set) else { return false }
    return schema[type].isAbstract
  }

  /// The interface or union whose marker (``TypeMarkers``) a selection set of the rewritten documents contains; nil if it contains none.
  func marker(in set: NodeID) -> TypeID? {
    // The marker follows an added `__typename`, if there is one, and precedes all other selections.
    var child = set &+ 1
    let end = Int(tree.nodes[set].next)
    while child < end {
      let entry = tree.nodes[child]
      guard entry.flags & NodeFlag.added != 0, case .field = entry.kind else { return nil }
      if entry.flags & NodeFlag.marker != 0 { return parentType(set) }
      child = Int(entry.next)
    }
    return nil
  }

  /// The type condition of a fragment definition or inline fragment; nil for an inline fragment without one.
  package func typeCondition(_ fragment: NodeID) -> TypeID? {
    guard let condition = tree.child(fragment, .namedType) else { return nil }
    return type(condition)
  }
}
