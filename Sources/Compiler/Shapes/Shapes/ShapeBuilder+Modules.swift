import ApusSyntax

/// Reuses types that the modules below declare.
extension ShapeBuilder {
  /// Whether a module below declares a type that conforms to all fragments of a place. That module has settled its conformances.
  func isDeclared(_ shape: Shape, with spread: SpreadFragments) -> Bool {
    let known = spreads[shape.id]
    for fragment in spread.fragments {
      let own = ownShape(of: fragment)
      if own === shape { continue }
      guard known.fragments.contains(fragment) else { return false }
      if spread.inheritedFromEnum.contains(fragment) || !known.inheritedFromEnum.contains(fragment) {
        continue
      }
      if case .enumeration = own?.form { return false }
    }
    return true
  }

  /// Starts the next module; types of earlier modules are final. Their types for inline fragments that are properties have no protocols, so a
  /// fragment of this module with the same content gets a separate type.
  ///
  /// - Parameter fragments: all fragments. Only those of earlier modules have shapes.
  func beginModule(keepingShapesOf fragments: [NodeID]) {
    module += 1
    if !table.shapes.contains(where: { !$0.separateShapes.isEmpty }) { return }
    var hasProtocol = [Bool](repeating: false, count: table.shapes.count)
    var open = fragments.compactMap(ownShape)
    while let shape = open.popLast() {
      if hasProtocol[shape.id] { continue }
      hasProtocol[shape.id] = true
      open += shape.innerWithProtocols
    }
    table.keep { hasProtocol[$0.id] }
  }
}
