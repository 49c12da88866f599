import ApusSyntax

/// The fragments that a place spreads for every object type and all values of the variables.
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

  /// Adds the spreads of another place with the same shape.
  mutating func formUnion(_ other: SpreadFragments) {
    for fragment in other.fragments {
      let isInherited = other.inheritedFromEnum.contains(fragment)
      if !fragments.contains(fragment) {
        fragments.append(fragment)
        if isInherited { inheritedFromEnum.insert(fragment) }
      } else if !isInherited {
        inheritedFromEnum.remove(fragment)
      }
    }
  }
}
