import ApusDocuments
import ApusSchema
import ApusSyntax

extension DocumentIndex {
  /// The selection set of an operation, field, inline fragment or fragment definition.
  package func selectionSet(_ node: NodeID) -> NodeID? { tree.child(node, .selectionSet) }

  /// The type whose marker a selection set of rewritten documents has.
  func marker(in set: NodeID) -> TypeID? {
    // Behind a `__typename` that was added, in front of all others.
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

  /// The type that a fragment definition or inline fragment names, or 0.
  package func typeCondition(_ fragment: NodeID) -> TypeID {
    guard let condition = tree.child(fragment, .namedType) else { return 0 }
    return resolved[condition]
  }
}
