import ApusShapes

/// The types that declare shapes: those of fragments, followed by those of the current file.
struct ShapeOwners {
  /// The type of each shape, by its id.
  private var types: [DeclaredType?] = []
  /// The shapes that have a type, in the order in which they were added.
  private var placed: [ShapeID] = []

  /// The number of shapes that have a type.
  var count: Int { placed.count }

  subscript(shape: ShapeID) -> DeclaredType? { shape < types.count ? types[shape] : nil }

  mutating func add(_ type: DeclaredType) {
    let shape = type.shape.id
    while types.count <= shape { types.append(nil) }
    types[shape] = type
    placed.append(shape)
  }

  /// Forgets all but the first `count`.
  mutating func forget(to count: Int) {
    while placed.count > count { types[placed.removeLast()] = nil }
  }
}
