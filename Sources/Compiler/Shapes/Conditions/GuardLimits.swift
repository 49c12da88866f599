/// Limits on the cost of guards. The compiler rejects documents that exceed them: even a formula of few variables can take more steps than it has
/// atoms.
package struct GuardLimits {
  /// The number of atoms that one guard may check in sequence. It bounds the recursion.
  package var depth = 2_000
  /// The number of steps that all guards of a run may take.
  var steps = 200_000
  /// The number of alternatives that a guard with type conditions may have.
  static let alternatives = 5_000
  /// The number of alternatives that a property's guard may have, since the emitted code lists them.
  static let shownAlternatives = 100

  package init() {}

  /// - Parameter nodeCount: the size of the documents. The limit grows with it, so that documents are never rejected for their size alone.
  package init(nodeCount: Int) { steps += nodeCount * 10 }
}

/// The limit that guards exceeded.
enum GuardExcess: Equatable {
  case depth
  case steps
}
