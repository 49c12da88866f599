import ApusSchema
import ApusSyntax

/// Finds the case of a fragment's choice that a type is: the one of which it has everything. Where its object
/// types are all known, they must be of that case, too.
///
/// A choice may have hundreds of cases, and a type that conforms as many, so the cases are not tried one by one.
package struct CaseLookup {
  private let guards: GuardTable
  /// The selection sets that "everything else" has, and so all cases.
  private let common: [NodeID: Guard]
  /// The number of other selection sets in each case.
  private let counts: [Int]
  private let inlineSets: [[NodeID]]
  /// By selection set other than the common ones, the cases that have it and the variables under which they do.
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

  /// The first case of which `shape` has everything; nil for `other`.
  ///
  /// - Parameter types: the object types that the shape is of; empty if they are not known.
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
      // Only its types identify a case that has no more than the common sets. An inline fragment of the case may apply to its other types.
      return caseOfType[first].flatMap { hasEverything($0) ? $0 : nil }
    }
    return found.keys.filter { index in
      hasEverything(index) && !(shape.absentSets.contains { inlineSets[index].contains($0) })
    }.min()
  }
}
