import ApusSyntax

/// A selection set that applies to an object, and when it does.
struct Contribution: Hashable, Comparable {
  var selectionSet: NodeID
  /// Of variables alone, given that the object is there.
  var condition: Guard

  static func < (a: Contribution, b: Contribution) -> Bool {
    a.selectionSet != b.selectionSet ? a.selectionSet < b.selectionSet : a.condition < b.condition
  }
}
