import ApusSyntax

/// The types of the modules below that a module may use.
extension ShapeBuilder {
  /// Whether a module below declares a type that conforms to all fragments that are spread at a place. What it conforms to was found there.
  func isDeclared(_ shape: Shape, with spread: SpreadFragments) -> Bool {
    let known = spreads[shape.id]
    for fragment in spread.fragments {
      let own = ownShape(of: fragment)
      if own === shape { continue }
      guard known.fragments.contains(fragment) else { return false }
      if spread.answered.contains(fragment) || !known.answered.contains(fragment) { continue }
      if case .enumeration = own?.form { return false }
    }
    return true
  }

  /// Continues with the next module; the types of those before are final. The types of inline fragments that are properties have no
  /// protocol there: a fragment of this module with the same content gets a type of its own.
  ///
  /// - Parameter fragments: all fragments, of which only those of the modules before have a shape.
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
