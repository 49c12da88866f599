import ApusSyntax

/// The fragments that are spread at a place whatever the variables and the object's type are.
package struct SpreadFragments {
  package var fragments: [NodeID] = []
  /// Those that are only spread where the shape is a case and the enumeration spreads them, too: the enumeration conforms to the ones
  /// with type conditions.
  var answered: Set<NodeID> = []
}

/// By shape the fragments that are spread at its places. Places with equal content share a shape, whatever they spread.
package struct ShapeSpreads {
  private var spreads: [SpreadFragments] = []

  package subscript(shape: ShapeID) -> SpreadFragments { spreads[shape] }

  /// The fragments of all shapes, without the spreads that bring them.
  package var fragments: [[NodeID]] { spreads.map(\.fragments) }

  /// Adds the spreads of the shape of the next number.
  mutating func append(_ spread: SpreadFragments) { spreads.append(spread) }

  /// Adds those of one more place of a shape.
  mutating func add(_ spread: SpreadFragments, to shape: ShapeID) {
    for fragment in spread.fragments {
      let isAnswered = spread.answered.contains(fragment)
      if !spreads[shape].fragments.contains(fragment) {
        spreads[shape].fragments.append(fragment)
        if isAnswered { spreads[shape].answered.insert(fragment) }
      } else if !isAnswered {
        spreads[shape].answered.remove(fragment)
      }
    }
  }
}
