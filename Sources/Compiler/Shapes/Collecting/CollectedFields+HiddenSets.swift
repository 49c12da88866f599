import ApusSyntax

/// An inline fragment that holds spreads alone, `... on Cat { ...Card }`, makes cases by the fields of the spreads. Where another
/// selection brings the same to more types, nothing there shows whether the condition holds. The type of a fragment around has a case
/// for it all the same, and what spreads the fragment must say which case it is: so such a set counts as if it had a field.
extension CollectedFields {
  /// The sets that hold no field and are inline fragments, by index.
  var inlineSetsWithoutFields: [Int] {
    sets.indices.filter { sets[$0].occurrences.isEmpty && sets[$0].root != $0 && !sets[$0].isAdded }
  }

  /// The inline fragments without fields whose condition nothing else shows.
  func findHiddenSets(_ types: TypeSet, _ context: CollectingContext) -> [Int] {
    var alone: [Int: [Guard]] = [:]
    return inlineSetsWithoutFields.filter { index in
      sets[index].edges.contains { edge in
        let target = sets[edge.target]
        let applies = target.fragment == nil ? edge.applies : context.guards.certain(edge.applies)
        // Nearly always there is no other way.
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

  /// When each set applies if nothing but one of them leads to others.
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
