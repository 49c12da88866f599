import ApusSyntax
import ApusShapes

/// Adds properties for fragments, and names the types of inline fragments that are properties because they are named or deferred.
extension Declarations {
  /// Adds a property for a fragment to a type: `let albumCard: AlbumCardData?`.
  func nameFragment(
    _ property: FragmentField, of type: ResponseType, _ shape: Shape, _ properties: [Property]
  ) {
    let sites = property.deferredBy.compactMap { separate.deferrals[$0] }
    let given = separate.inline[property.fragment]
    var name = given ?? tree.name(property.fragment)
    if let site = sites.first { name = site.name ?? name }
    let wanted = memberNames.wantedName(of: property)
    let swiftName = memberNames.name(of: property, in: shape)
    let others = conformances.properties(of: shape)
    if swiftName != wanted {
      let site = property.deferredBy.first ?? spread(of: property.fragment) ?? property.fragment
      let subject = "the \(sites.isEmpty ? "" : "deferred ")fragment \"\(name)\""
      if properties.contains(where: { $0.swiftName == wanted })
        || others.contains(where: { memberNames.name(of: $0, in: shape) == wanted })
      {
        note(wanted, swiftName, subject, properties, type, at: site)
      } else if given != nil {
        noteGivenName(wanted, swiftName, subject, properties, at: site)
      }
    }
    type.fragmentProperties.append(
      FragmentProperty(
        field: property, name: name, swiftName: swiftName,
        typeName: typeName(of: property.fragment) ?? "",
        key: sites.first?.key
          ?? (given == nil ? Markers.key(ofFragment: name) : Markers.key(ofInlineFragment: name))))
  }

  /// Names the types of the inline fragments that are properties.
  ///
  /// - Returns: the names and the shapes, with the indices of the fragments in ``ResponseType/fragmentProperties``.
  func nameSeparateTypes(
    _ type: ResponseType, _ shape: Shape, _ types: inout NameScope
  ) -> [(index: Int, shape: Shape, name: String)] {
    if shape.separateShapes.isEmpty { return [] }
    return type.fragmentProperties.enumerated().compactMap { index, fragment in
      guard let inner = shape.separateShapes[fragment.definition] else { return nil }
      return (index, inner, types.claim(SwiftNames.capitalized(fragment.name), suffix: NameSuffix.part))
    }
  }
}
