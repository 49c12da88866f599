import ApusSyntax

/// A selection set that applies to an object, and when it does.
package struct Contribution: Hashable, Comparable {
  package var selectionSet: NodeID
  /// Of variables alone, given that the object is there.
  package var condition: Guard

  package static func < (a: Contribution, b: Contribution) -> Bool {
    a.selectionSet != b.selectionSet ? a.selectionSet < b.selectionSet : a.condition < b.condition
  }
}
