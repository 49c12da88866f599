import ApusSyntax

/// Finds the case of a fragment's choice that a type is: the one of which it has everything.
///
/// A choice may have hundreds of cases, and a type that conforms as many, so the cases are not tried one by one.
struct CaseLookup {
  /// The selection sets that "everything else" has, and so all cases.
  private let common: Set<Contribution>
  /// How many others each case has.
  private let counts: [Int]
  /// The cases that have a selection set beside the common ones, and the variables under which they do.
  private var cases: [NodeID: [(condition: ConditionID, index: Int)]] = [:]

  /// - Parameters:
  ///   - shapes: the cases' shapes, in order.
  ///   - rest: the shape of "everything else".
  init(_ shapes: [Shape], rest: Shape?) {
    let common = rest?.contributionSet ?? []
    self.common = common
    counts = shapes.map { $0.contributionSet.subtracting(common).count }
    for (index, shape) in shapes.enumerated() {
      for contribution in shape.contributionSet where !common.contains(contribution) {
        cases[contribution.selectionSet, default: []].append((contribution.condition, index))
      }
    }
  }

  /// The first case of which `shape` has everything; nil for `other`.
  func index(of shape: Shape) -> Int? {
    let contributions = shape.contributionSet
    // What applies always does so under every condition.
    func isAlways(_ selectionSet: NodeID) -> Bool {
      contributions.contains(Contribution(selectionSet: selectionSet, condition: 0))
    }
    guard common.allSatisfy({ contributions.contains($0) || isAlways($0.selectionSet) }) else { return nil }
    var found: [Int: Int] = [:]
    for contribution in contributions {
      if contribution.condition != 0, isAlways(contribution.selectionSet) { continue }
      for value in cases[contribution.selectionSet] ?? []
      where contribution.condition == 0 || value.condition == contribution.condition {
        found[value.index, default: 0] += 1
      }
    }
    return found.lazy.filter { counts[$0.key] == $0.value }.map(\.key).min()
  }
}
