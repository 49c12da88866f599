import ApusDocuments
import ApusSchema
import ApusSyntax

extension FragmentFields {
  /// A fragment with at least this many type conditions is large.
  private static let conditionCount = 8

  /// The spreads of fragments with many type conditions. Each becomes a property with the fragment's own type.
  ///
  /// If the fragment were merged into the enclosing object, that object would have a case for each condition, and so would all objects that spread
  /// the enclosing fragment. The conditions in the documents are counted, not the object types of the schema, so it does not matter if the schema
  /// gains types.
  ///
  /// - Parameter fragments: all fragments, each after the ones it spreads.
  static func spreadsOfLarge(
    _ documents: DocumentIndex, _ fragments: [NodeID], _ deferrals: Deferrals
  ) -> Set<NodeID> {
    let tree = documents.tree
    var conditions: [NodeID: Set<TypeID>] = [:]
    var large: Set<NodeID> = []
    for fragment in fragments {
      let found = FragmentFields.conditions(of: fragment, documents, conditions, large, deferrals)
      if found.isEmpty { continue }
      conditions[fragment] = found
      if found.count >= FragmentFields.conditionCount { large.insert(fragment) }
    }
    var spreads: Set<NodeID> = []
    if large.isEmpty { return spreads }
    for node in 0..<tree.count where tree.kind(node) == .fragmentSpread {
      guard deferrals[node] == nil, let fragment = documents.fragment(ofSpread: node),
        large.contains(fragment)
      else { continue }
      let set = NodeID(documents.parents[node])
      // An object type's set does not have cases, and a set that contains only the spread has the fragment's own type anyway.
      if documents.isAbstract(set), documents.onlySpread(in: set) == nil { spreads.insert(node) }
    }
    return spreads
  }

  /// The type conditions in a fragment, and in those that it contains or spreads and that are neither deferred nor large. Conditions that all objects
  /// of the fragment's type satisfy are left out.
  private static func conditions(
    of fragment: NodeID, _ documents: DocumentIndex, _ known: [NodeID: Set<TypeID>], _ large: Set<NodeID>,
    _ deferrals: Deferrals
  ) -> Set<TypeID> {
    let tree = documents.tree
    let type = documents.typeCondition(fragment)
    var result: Set<TypeID> = []
    var pending = [documents.selectionSet(fragment)].compactMap(\.self)
    func add(_ condition: TypeID?) {
      guard let type, let condition, !documents.schema.implies(type, condition) else { return }
      result.insert(condition)
    }
    while let set = pending.popLast() {
      let isOnlySpread = documents.onlySpread(in: set) != nil
      for selection in tree.children(set) where deferrals[selection] == nil {
        switch tree.kind(selection) {
        case .inlineFragment:
          add(documents.typeCondition(selection))
          if let inner = documents.selectionSet(selection) { pending.append(inner) }
        case .fragmentSpread:
          guard let target = documents.fragment(ofSpread: selection) else { continue }
          add(documents.typeCondition(target))
          if isOnlySpread || !large.contains(target) { known[target]?.forEach { add($0) } }
        default: continue
        }
      }
    }
    return result
  }
}

extension DocumentIndex {
  /// The spread in a set such as `{ ...Card }`, if the set is on an interface or union, `Card` is on the same type, the spread is without directives,
  /// and the user selects nothing else.
  func onlySpread(in set: NodeID) -> NodeID? {
    guard isAbstract(set) else { return nil }
    var spread: NodeID?
    var child = set &+ 1
    let end = Int(tree.nodes[set].next)
    while child < end {
      if tree.nodes[child].flags & NodeFlag.added == 0 {
        guard spread == nil, case .fragmentSpread = tree.nodes[child].kind else { return nil }
        spread = child
      }
      child = Int(tree.nodes[child].next)
    }
    guard let spread, tree.child(spread, .directive) == nil, let fragment = fragment(ofSpread: spread),
      typeCondition(fragment) == parentType(set)
    else { return nil }
    return spread
  }
}
