import ApusSyntax
import ApusShapes

/// Fragments that are properties, and the types of separate inline fragments.
extension Declarations {
  /// Makes a fragment a property.
  func nameFragment(
    _ property: FragmentField, of type: DeclaredType, _ properties: [Property]
  ) {
    let sites = property.deferredBy.compactMap { separate.deferrals[$0] }
    let given = separate.inline[property.fragment]
    var name = given ?? tree.name(property.fragment)
    if let site = sites.first { name = site.name ?? name }
    let wanted = memberNames.wantedName(of: property)
    let swiftName = memberNames.name(of: property, in: type.shape)
    let others = conformances.properties(of: type.shape)
    if swiftName != wanted,
      properties.contains(where: { $0.swiftName == wanted })
        || others.contains(where: { memberNames.name(of: $0, in: type.shape) == wanted })
    {
      let site = property.deferredBy.first ?? spread(of: property.fragment)
      note(
        wanted, swiftName, "the \(sites.isEmpty ? "" : "deferred ")fragment \"\(name)\"", properties, type,
        at: site ?? property.fragment)
    }
    type.conditionalFragments.append(
      ConditionalFragment(
        condition: property.condition, definition: property.fragment, name: name, swiftName: swiftName,
        typeName: fragmentTypes[property.fragment] ?? "", isDeferred: !sites.isEmpty,
        key: sites.first?.key
          ?? (given == nil ? Markers.key(ofFragment: name) : Markers.key(ofInlineFragment: name))))
  }

  /// Names the types of separate inline fragments.
  ///
  /// - Returns: the names by the fragments' places in ``DeclaredType/conditionalFragments``.
  func nameSeparateTypes(_ type: DeclaredType, _ types: inout NameScope) -> [(index: Int, name: String)] {
    if type.shape.separateShapes.isEmpty { return [] }
    var result: [(index: Int, name: String)] = []
    for (index, fragment) in type.conditionalFragments.enumerated()
    where type.shape.separateShapes[fragment.definition] != nil {
      result.append((index, types.claim(SwiftNames.capitalized(fragment.name), suffix: "Part")))
    }
    return result
  }
}
