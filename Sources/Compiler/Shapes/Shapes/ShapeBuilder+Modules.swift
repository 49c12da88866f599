import ApusSyntax

/// Reuses types that the modules below declare.
extension ShapeBuilder {
  /// Whether a place of this module can use a shape of a module below: its type conforms to all fragments that the place spreads. That module has
  /// decided its conformances, and this one cannot add any.
  func isDeclared(_ shape: Shape, with spread: SpreadFragments) -> Bool {
    let known = spreads[shape.id]
    for fragment in spread.fragments {
      let own = ownShape(of: fragment)
      if own === shape { continue }
      guard known.fragments.contains(fragment) else { return false }
      if spread.inheritedFromEnum.contains(fragment) || !known.inheritedFromEnum.contains(fragment) {
        continue
      }
      if own?.isEnumeration == true { return false }
    }
    return true
  }

  /// Starts the next module. The types of earlier modules are final.
  ///
  /// If inline fragments are properties in earlier modules, their types lack the protocols that fragments of this module need. Then only shapes with
  /// protocols, those of fragments and their inner shapes, can still be found by their keys (``ShapeTable/keep(where:)``).
  ///
  /// - Parameter fragments: all fragments. Those of this and later modules do not have shapes yet.
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
