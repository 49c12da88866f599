import ApusSyntax

/// What applies within an object that several selections of one field open.
///
/// The object is there when any of them is. So what all of their conditions ask for says nothing more within it, and a
/// selection set that applies whenever any of them does applies always.
struct MergedSelections {
  private(set) var contributions: [Contribution] = []
  /// How often conditions were compared.
  private(set) var cost = 0

  /// - Parameter selections: the selection sets and the variables under which their fields are selected.
  init(_ selections: [Contribution], _ conditions: inout ConditionTable) {
    guard let first = selections.first else { return }
    if selections.allSatisfy({ $0.condition == first.condition }) {
      for set in Set(selections.map(\.selectionSet)).sorted() {
        contributions.append(Contribution(selectionSet: set, condition: 0))
      }
      return
    }
    let common = conditions.common(selections.lazy.map(\.condition))
    let sorted = selections.sorted()
    var start = 0
    while start < sorted.count {
      let set = sorted[start].selectionSet
      let end = sorted[start...].firstIndex { $0.selectionSet != set } ?? sorted.count
      let own = Set(sorted[start..<end].map(\.condition))
      start = end
      if own.contains(common) || applies(under: own, wheneverAnyOf: selections, conditions) {
        contributions.append(Contribution(selectionSet: set, condition: 0))
        continue
      }
      for condition in own.sorted() {
        cost += own.count
        // What a weaker condition lets in needs no other.
        if own.contains(where: { $0 != condition && conditions.implies(condition, $0) }) { continue }
        let rest = conditions.rest(of: condition, given: common)
        contributions.append(Contribution(selectionSet: set, condition: rest))
      }
    }
    contributions.sort()
  }

  private mutating func applies(
    under own: Set<ConditionID>, wheneverAnyOf selections: [Contribution], _ conditions: ConditionTable
  ) -> Bool {
    if own.count == 1 { return false }
    for selection in selections where !own.contains(selection.condition) {
      cost += own.count
      if !own.contains(where: { conditions.implies(selection.condition, $0) }) { return false }
    }
    return true
  }
}
