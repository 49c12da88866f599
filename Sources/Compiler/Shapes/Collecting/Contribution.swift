import ApusSyntax

/// A selection set that applies to an object, and its guard.
package struct Contribution: Hashable, Comparable {
  package var selectionSet: NodeID
  /// The guard under which the set applies. It only depends on variables, except in the ``ShapeKey`` of an enumeration.
  package var condition: Guard

  package static func < (a: Contribution, b: Contribution) -> Bool {
    a.selectionSet != b.selectionSet ? a.selectionSet < b.selectionSet : a.condition < b.condition
  }
}
