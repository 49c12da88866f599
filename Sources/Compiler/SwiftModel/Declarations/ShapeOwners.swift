import ApusShapes

/// The types that declare shapes: those of fragments, followed by those of the current file.
struct ShapeOwners {
  /// The type of each shape, by its id.
  private var types: [ResponseType?] = []
  /// The shapes that have a place, in the order in which they got it.
  private var placed: [ShapeID] = []

  /// The number of shapes that have a type.
  var count: Int { placed.count }

  subscript(shape: ShapeID) -> ResponseType? { shape < types.count ? types[shape] : nil }

  mutating func add(_ type: ResponseType, of shape: Shape) {
    while types.count <= shape.id { types.append(nil) }
    types[shape.id] = type
    placed.append(shape.id)
  }

  /// Forgets all but the first `count`.
  mutating func forget(to count: Int) {
    while placed.count > count { types[placed.removeLast()] = nil }
  }
}
