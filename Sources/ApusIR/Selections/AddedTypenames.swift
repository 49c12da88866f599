import ApusDocuments
import ApusSyntax

/// The `__typename` that is added as the first field of each selection set on an interface or union, where the set belongs to a field, a
/// fragment definition or a separate fragment and does not select it itself.
struct AddedTypenames {
  /// By selection set the key of the one that it gets; 0 where it gets none.
  private let keys: NumberTable

  init(_ documents: DocumentIndex, _ separate: SeparateFragments, _ names: MarkerNames) {
    let tree = documents.tree
    let nodes = tree.nodes
    let types = documents.schema.types
    keys = NumberTable(count: tree.count)
    let end = tree.count
    var set = 0
    while set < end {
      if case .selectionSet = nodes[set].kind, AddedTypenames.isRead(set, documents, separate),
        types[Int(documents.parentType(set))].isAbstract
      {
        let key = names.typename(in: set)
        if key != Keyword.typename || !documents.selects(key, set) { keys.values[set] = key }
      }
      set = set &+ 1
    }
  }

  /// Whether a selection set is read by itself rather than as a part of the one around it.
  private static func isRead(
    _ set: NodeID, _ documents: DocumentIndex, _ separate: SeparateFragments
  ) -> Bool {
    let owner = NodeID(documents.parents[set])
    switch documents.tree.nodes[owner].kind {
    case .field, .fragmentDefinition: return true
    case .inlineFragment: return separate.contains(owner)
    default: return false
    }
  }

  /// The key of the `__typename` that a selection set gets.
  subscript(_ selectionSet: NodeID) -> NameID? {
    let key = keys.values[selectionSet]
    return key == 0 ? nil : key
  }
}
