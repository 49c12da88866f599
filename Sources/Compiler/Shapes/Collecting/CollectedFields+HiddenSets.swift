import ApusSyntax

/// Hidden sets are inline fragments that contain only spreads, if the selected fields do not show whether their conditions apply.
///
/// `... on Cat { ...Card }` makes cases by the fields of `Card`. If another selection gives the same fields to more types, they no longer show
/// whether the object is a `Cat`. Still, the type of the enclosing fragment has a case for `Cat`, and a type that spreads this fragment must know
/// which case applies. So a hidden set counts as if it had a field.
extension CollectedFields {
  /// The indices of the hidden sets.
  func findHiddenSets(_ types: TypeSet, _ context: CollectingContext) -> [Int] {
    if inlineSetsWithoutFields.isEmpty { return [] }
    var alone: [Int: [Guard]] = [:]
    return inlineSetsWithoutFields.filter { index in
      sets[index].edges.contains { edge in
        let target = sets[edge.target]
        let applies = target.fragment == nil ? edge.applies : context.guards.certain(edge.applies)
        // In nearly all documents, no other edge leads to the target.
        if applies == target.applies { return false }
        let root = sets[index].root
        let guards = alone[root] ?? self.guards(from: root, types, context)
        alone[root] = guards
        return self.types(of: guards[edge.target], types, context)
          != self.types(of: target.applies, types, context)
      }
    }
  }

  private func types(of applies: Guard, _ types: TypeSet, _ context: CollectingContext) -> TypeSet {
    if applies == .never { return context.typeSets.empty() }
    if !context.guards.asksTypes(applies) { return types }
    return context.typeSets.intersection(types, context.types(of: applies))
  }

  /// The guard that each set would have if `root` were the place's only root.
  private func guards(from root: Int, _ types: TypeSet, _ context: CollectingContext) -> [Guard] {
    var result = [Guard](repeating: .never, count: sets.count)
    result[root] = sets[root].applies
    for index in order.reversed() {
      if sets[index].fragment != nil { result[index] = context.guards.certain(result[index]) }
      let applies = result[index]
      if applies == .never { continue }
      for edge in sets[index].edges {
        let outer = context.guards.and(applies, edge.condition)
        let inner = narrow(outer, to: edge.type, types, context)
        result[edge.target] = context.guards.or(result[edge.target], inner)
      }
    }
    return result
  }
}
