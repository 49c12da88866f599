import ApusSchema
import ApusSyntax

/// Finds the case of a fragment's enumeration to which a conforming type corresponds: the type has everything that the case selects. If the type's
/// object types are known, they must belong to the case, too.
///
/// An enumeration may have hundreds of cases and a conforming type as many, so the lookup does not compare every pair.
package struct CaseLookup {
  private let guards: GuardTable
  /// The selection sets of "everything else", which all cases have.
  private let common: [NodeID: Guard]
  /// For each case, the number of its selection sets that "everything else" does not have, or has under another condition.
  private let counts: [Int]
  /// For each case, its inline fragments without fields (``Case/inlineSets``).
  private let inlineSets: [[NodeID]]
  /// For each selection set that not all cases have: the cases that have it, and the condition under which they do.
  private var cases: [NodeID: [(condition: Guard, index: Int)]] = [:]
  private var caseOfType: [TypeID: Int] = [:]

  /// - Parameters:
  ///   - values: the cases, in order.
  ///   - rest: the shape of "everything else".
  package init(_ values: [Case], rest: Shape?, _ guards: GuardTable) {
    self.guards = guards
    inlineSets = values.map(\.inlineSets)
    let common = rest?.conditionsOfSets ?? [:]
    self.common = common
    var counts: [Int] = []
    for (index, value) in values.enumerated() {
      for type in value.types { caseOfType[type] = index }
      let own = value.shape.parts.filter { common[$0.selectionSet] != $0.condition }
      counts.append(own.count)
      for contribution in own {
        cases[contribution.selectionSet, default: []].append((contribution.condition, index))
      }
    }
    self.counts = counts
  }

  /// The index of the first case that `shape` contains completely; nil for "everything else".
  ///
  /// - Parameter types: the shape's object types; empty if they are unknown.
  package func index(of shape: Shape, _ types: [TypeID]) -> Int? {
    let own = shape.conditionsOfSets
    for (set, condition) in common {
      guard let held = own[set], guards.implies(condition, held) else { return nil }
    }
    var found: [Int: Int] = [:]
    for contribution in shape.parts {
      for value in cases[contribution.selectionSet] ?? []
      where guards.implies(value.condition, contribution.condition) {
        found[value.index, default: 0] += 1
      }
    }
    func hasEverything(_ index: Int) -> Bool { found[index, default: 0] == counts[index] }
    if let first = types.first, types.allSatisfy({ caseOfType[$0] == caseOfType[first] }) {
      // If the types are known, they decide which case it is, because a case may have nothing but the common sets. ``Shape/absentSets`` is not
      // checked, because an inline fragment of the case may apply to only some of its types.
      return caseOfType[first].flatMap { hasEverything($0) ? $0 : nil }
    }
    return found.keys.filter { index in
      hasEverything(index) && !(shape.absentSets.contains { inlineSets[index].contains($0) })
    }.min()
  }
}
