/// Limits on the cost of guards, above which the compiler rejects the documents. A formula of few variables can need more steps than there are
/// atoms.
package struct GuardLimits {
  /// The number of atoms that one guard may check in sequence. It bounds the recursion.
  package var depth = 2_000
  /// The number of steps that all guards of a run may take.
  var steps = 200_000
  /// In how many ways one guard may hold that types ask.
  static let alternatives = 5_000
  /// In how many ways one property may be there: emitted code lists them.
  static let shownAlternatives = 100

  package init() {}

  /// - Parameter nodeCount: the size of the documents: what grows as they do is not refused, however large they are.
  package init(nodeCount: Int) { steps += nodeCount * 10 }
}

/// The limit that guards exceeded.
enum GuardExcess: Equatable {
  case depth
  case steps
}
