import ApusSyntax

/// The fragments that a place spreads for all variables and object types.
package struct SpreadFragments {
  package var fragments: [NodeID] = []
  /// The fragments that are spread only where the shape is a case, and that the enumeration spreads, too. If they have type conditions, the
  /// enumeration conforms to them.
  var answered: Set<NodeID> = []
}

/// The fragments that each shape spreads. Places with equal content share a shape, even if they spread different fragments.
package struct ShapeSpreads {
  private var spreads: [SpreadFragments] = []

  package subscript(shape: ShapeID) -> SpreadFragments { spreads[shape] }

  /// The fragments of all shapes.
  package var fragments: [[NodeID]] { spreads.map(\.fragments) }

  /// Adds the spreads of the shape with the next number.
  mutating func append(_ spread: SpreadFragments) { spreads.append(spread) }

  /// Adds the spreads of another place with the same shape.
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
