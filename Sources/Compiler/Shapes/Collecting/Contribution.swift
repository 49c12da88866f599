import ApusSyntax

/// A selection set that applies to an object, and its guard.
package struct Contribution: Hashable, Comparable {
  package var selectionSet: NodeID
  /// The guard, given that the object exists. It depends on variables alone.
  package var condition: Guard

  package static func < (a: Contribution, b: Contribution) -> Bool {
    a.selectionSet != b.selectionSet ? a.selectionSet < b.selectionSet : a.condition < b.condition
  }
}
