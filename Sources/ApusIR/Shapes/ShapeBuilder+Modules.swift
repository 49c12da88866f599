import ApusSyntax

/// What a module may use of the types of those below it.
extension ShapeBuilder {
  /// Goes on with the next module: the types of those before are settled. Those that they declare only as properties, for inline fragments that
  /// are deferred or have a name, have no protocol: a fragment of this module that comes to the same has a type of its own.
  ///
  /// - Parameter fragments: those of the modules before.
  mutating func beginModule(after fragments: [NodeID]) {
    module += 1
    if !shapes.contains(where: { !$0.deferredShapes.isEmpty }) { return }
    var hasProtocol = [Bool](repeating: false, count: shapes.count)
    var open = fragments.compactMap(ownShape)
    while let shape = open.popLast() {
      if hasProtocol[shape.id] { continue }
      hasProtocol[shape.id] = true
      open += shape.innerWithProtocols
    }
    byContent = byContent.filter { hasProtocol[$0.value.id] }
    byInput = byInput.filter { hasProtocol[$0.value.id] }
  }
}
