import ApusSyntax

/// A selection set that applies to an object, and its guard.
package struct Contribution: Hashable, Comparable {
  package var selectionSet: NodeID
  /// The guard under which the set applies to an object of the shape. It only asks variables.
  package var condition: Guard

  package static func < (a: Contribution, b: Contribution) -> Bool {
    a.selectionSet != b.selectionSet ? a.selectionSet < b.selectionSet : a.condition < b.condition
  }
}
