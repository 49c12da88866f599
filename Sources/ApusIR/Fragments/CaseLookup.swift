import ApusSyntax

/// Finds the case of a fragment's choice that a type is: the one of which it has everything, unconditionally.
///
/// A choice may have hundreds of cases, and a type that conforms as many, so the cases are not tried one by one.
package struct CaseLookup {
  /// The selection sets that all cases have.
  private let common: Set<NodeID>
  /// How many others each case has.
  private let counts: [Int]
  /// The cases that have a selection set beside the common ones.
  private var cases: [NodeID: [Int]] = [:]

  /// - Parameter shapes: the cases' shapes, in order.
  init(_ shapes: [Shape]) {
    let sets = shapes.map(\.appliedSelections)
    let common = sets.dropFirst().reduce(sets.first ?? []) { $0.intersection($1) }
    // What the only case has tells it from "everything else".
    self.common = sets.count > 1 ? common : []
    counts = sets.map { [common = self.common] in $0.count - common.count }
    for (index, set) in sets.enumerated() {
      for selection in set where !self.common.contains(selection) {
        cases[selection, default: []].append(index)
      }
    }
  }

  /// The first case of which `shape` has everything; nil for `other`.
  func index(of shape: Shape) -> Int? {
    let sets = shape.appliedSelections
    guard common.isSubset(of: sets) else { return nil }
    var found: [Int: Int] = [:]
    for selection in sets {
      for index in cases[selection] ?? [] { found[index, default: 0] += 1 }
    }
    return found.lazy.filter { counts[$0.key] == $0.value }.map(\.key).min()
  }
}
