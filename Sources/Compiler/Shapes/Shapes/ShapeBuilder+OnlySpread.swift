import ApusDocuments
import ApusSchema
import ApusSyntax

/// Selection sets that contain a single fragment spread.
extension ShapeBuilder {
  /// The fragment's own shape, where a set of an interface or union holds a spread of a fragment on that type and nothing else.
  ///
  /// The set has a `__typename` of its own there, so its fields alone do not show that it is the fragment. With a marker of its own it
  /// writes more than the fragment.
  func shapeOfOnlySpread(_ set: NodeID) -> Shape? {
    guard let spread = documents.onlySpread(in: set), let fragment = documents.fragment(ofSpread: spread),
      documents.marker(in: set) == nil, let own = ownShape(of: fragment)
    else { return nil }
    return reuse(own, SpreadFragments(fragments: [fragment]))
  }
}
