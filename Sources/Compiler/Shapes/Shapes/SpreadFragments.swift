import ApusSyntax

/// The fragments that a place spreads for all objects and all values of the variables, directly or through other fragments.
package struct SpreadFragments {
  package internal(set) var fragments: [NodeID]
  /// The fragments among them that the shape only spreads as a case of an enumeration that spreads them, too. In
  /// `{ pet { ...Card ... on Dog { barks } } }`, `Card` is such a fragment of the case for `Dog`. If it has type conditions, the enumeration conforms
  /// to it instead of the case.
  package internal(set) var inheritedFromEnum: Set<NodeID>

  package init(fragments: [NodeID] = [], inheritedFromEnum: Set<NodeID> = []) {
    self.fragments = fragments
    self.inheritedFromEnum = inheritedFromEnum
  }

  /// Whether a type with these fragments conforms to a fragment that is a property of other types. If so, the fragment's type can be created from a
  /// value of this type. False if the property is deferred.
  package func shows(_ property: FragmentField) -> Bool {
    property.deferredBy.isEmpty && fragments.contains(property.fragment)
      && !inheritedFromEnum.contains(property.fragment)
  }

  /// Adds the fragments that another place with the same shape spreads.
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
