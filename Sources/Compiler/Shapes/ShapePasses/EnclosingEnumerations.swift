import ApusSchema

/// The enumerations that have each shape as a case, and the object types of that case.
package struct EnclosingEnumerations {
  private var entries: [ShapeID: [(enumeration: ShapeID, types: [TypeID])]] = [:]

  init(_ shapes: [Shape]) {
    for shape in shapes {
      guard case .enumeration(let cases) = shape.form else { continue }
      for value in cases { entries[value.shape.id, default: []].append((shape.id, value.types)) }
    }
  }

  func enumerations(of shape: Shape) -> [ShapeID] { entries[shape.id]?.map(\.enumeration) ?? [] }

  /// The object types of a structure: its selection sets name one, or its cases list them. Empty if they are unknown.
  package func types(of shape: Shape) -> [TypeID] {
    shape.objectType.map { [$0] } ?? entries[shape.id]?.flatMap(\.types) ?? []
  }

  /// The structures of a shape, which are its cases or the shape itself, with their object types.
  package func structuresWithTypes(of shape: Shape) -> [(structure: Shape, types: [TypeID])] {
    if case .enumeration(let cases) = shape.form { return cases.map { ($0.shape, $0.types) } }
    return [(shape, types(of: shape))]
  }
}
