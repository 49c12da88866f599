/// Limits on the cost of guards, which can grow exponentially with the number of variables and types. The compiler rejects documents that exceed
/// them.
package struct GuardLimits {
  /// The maximum number of atoms that a guard tests one after the other. It bounds the recursion of ``GuardTable``.
  package var depth = 2_000
  /// The maximum number of steps in which all guards of a table are computed (``GuardTable/work``).
  var steps = 200_000
  /// The maximum number of alternatives that ``GuardTable/alternatives(_:)`` lists.
  static let alternatives = 5_000
  /// The maximum number of alternatives of a property's guard, because the emitted code lists them: `r.isTrue("x") || r.isTrue("y")`.
  static let shownAlternatives = 100

  package init() {}

  /// - Parameter nodeCount: the size of the documents. ``steps`` grows with it, so that documents are never rejected for their size alone.
  package init(nodeCount: Int) { steps += nodeCount * 10 }
}
