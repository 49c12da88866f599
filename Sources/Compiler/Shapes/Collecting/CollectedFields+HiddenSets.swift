import ApusSyntax

/// Finds *hidden sets*: inline fragments such as `... on Cat { ...Card }` that select no field directly, if the object's fields do not show whether
/// the type condition holds.
///
/// In `fragment Owner on Pet { ... on Cat { ...Card } }`, the fields of `Card` show whether the object is a `Cat`, so the type of `Owner` has a case
/// for it. In `{ pet { ...Owner ...Card } }`, every pet has these fields. But to conform to `Owner`, the type of `pet` has to know which case
/// applies. So the inline fragment makes a case as if it had a field.
extension CollectedFields {
  /// The indices of the hidden sets.
  func findHiddenSets() -> [Int] {
    if inlineSetsWithoutFields.isEmpty { return [] }
    var alone: [Int: [Guard]] = [:]
    return inlineSetsWithoutFields.filter { index in
      sets[index].edges.contains { edge in
        let target = sets[edge.target]
        let applies = target.fragment == nil ? edge.applies : context.guards.certain(edge.applies)
        // If no other edge widens the target's guard, the target's fields show whether the set applies, so the set is not hidden. Nearly all
        // documents are like that.
        if applies == target.applies { return false }
        let root = sets[index].root
        let guards = alone[root] ?? self.guards(from: root)
        alone[root] = guards
        return types(of: guards[edge.target]) != types(of: target.applies)
      }
    }
  }

  private func types(of applies: Guard) -> TypeSet {
    if applies == .never { return context.typeSets.empty() }
    if !context.guards.asksTypes(applies) { return types }
    return context.typeSets.intersection(types, context.types(of: applies))
  }

  /// The guard that each set would have if only `root` led to it, as in the type of the fragment to which `root` belongs.
  private func guards(from root: Int) -> [Guard] {
    var result = [Guard](repeating: .never, count: sets.count)
    result[root] = sets[root].applies
    for index in order.reversed() {
      if sets[index].fragment != nil { result[index] = context.guards.certain(result[index]) }
      let applies = result[index]
      if applies == .never { continue }
      for edge in sets[index].edges {
        let outer = context.guards.and(applies, edge.condition)
        let inner = narrow(outer, to: edge.type)
        result[edge.target] = context.guards.or(result[edge.target], inner)
      }
    }
    return result
  }
}
