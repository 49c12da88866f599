import ApusDocuments
import ApusSchema
import ApusSyntax

/// Selection sets that contain a single fragment spread.
extension ShapeBuilder {
  /// The shape of `Card` for a set such as `{ ...Card }` on an interface or union, if `Card` is on the same type.
  ///
  /// The compiler adds `__typename` to this set as well as to `Card`. So without this rule, it would be a place with two sets, and have another shape
  /// than `Card`. If the set has a marker, its objects are written with this marker, so it does need a separate shape.
  func shapeOfOnlySpread(_ set: NodeID) -> Shape? {
    guard let spread = documents.onlySpread(in: set), let fragment = documents.fragment(ofSpread: spread),
      documents.marker(in: set) == nil, let own = ownShape(of: fragment)
    else { return nil }
    return reuse(own, SpreadFragments(fragments: [fragment]))
  }
}
