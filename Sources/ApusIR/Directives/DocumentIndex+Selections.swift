import ApusDocuments
import ApusSchema
import ApusSyntax

extension DocumentIndex {
  /// The selection set of an operation, field, inline fragment or fragment definition.
  func selectionSet(_ node: NodeID) -> NodeID? { tree.child(node, .selectionSet) }

  /// The type that a fragment definition or inline fragment names, or 0.
  func typeCondition(_ fragment: NodeID) -> TypeID {
    guard let condition = tree.child(fragment, .namedType) else { return 0 }
    return resolved[condition]
  }
}
