import ApusDocuments
import ApusSchema
import ApusSyntax

/// Selection sets that contain a single fragment spread.
extension ShapeBuilder {
  /// The fragment's own shape, if a set on an interface or union contains only a spread of a fragment on that same type.
  ///
  /// The set has its own `__typename` then, so its fields alone do not identify the fragment. A set with a marker writes more than the fragment, so
  /// it gets a separate shape.
  func shapeOfOnlySpread(_ set: NodeID) -> Shape? {
    guard let spread = documents.onlySpread(in: set), let fragment = documents.fragment(ofSpread: spread),
      documents.marker(in: set) == nil, let own = ownShape(of: fragment)
    else { return nil }
    return reuse(own, SpreadFragments(fragments: [fragment]))
  }
}
