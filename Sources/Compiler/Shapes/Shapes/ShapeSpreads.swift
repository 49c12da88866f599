import ApusSyntax

/// The fragments that a place spreads for all variables and object types.
package struct SpreadFragments {
  package internal(set) var fragments: [NodeID]
  /// The fragments that are spread only where the shape is a case, and that the enumeration spreads, too. If they have type conditions, the
  /// enumeration conforms to them.
  package internal(set) var inheritedFromEnum: Set<NodeID>

  package init(fragments: [NodeID] = [], inheritedFromEnum: Set<NodeID> = []) {
    self.fragments = fragments
    self.inheritedFromEnum = inheritedFromEnum
  }

  /// Whether a type with these fragments can be converted to the type of a fragment that other types have as a property.
  package func shows(_ property: FragmentField) -> Bool {
    property.deferredBy.isEmpty && fragments.contains(property.fragment)
      && !inheritedFromEnum.contains(property.fragment)
  }
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
      let isInherited = spread.inheritedFromEnum.contains(fragment)
      if !spreads[shape].fragments.contains(fragment) {
        spreads[shape].fragments.append(fragment)
        if isInherited { spreads[shape].inheritedFromEnum.insert(fragment) }
      } else if !isInherited {
        spreads[shape].inheritedFromEnum.remove(fragment)
      }
    }
  }
}
