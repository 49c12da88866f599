import ApusSchema

/// By shape the enumerations that have it as a case, and the object types that are known to be of that case.
package struct EnclosingEnumerations {
  private var entries: [ShapeID: [(enumeration: ShapeID, types: [TypeID])]] = [:]

  init(_ shapes: [Shape]) {
    for shape in shapes {
      guard case .enumeration(let cases) = shape.form else { continue }
      for value in cases { entries[value.shape.id, default: []].append((shape.id, value.types)) }
    }
  }

  func enumerations(of shape: Shape) -> [ShapeID] { entries[shape.id]?.map(\.enumeration) ?? [] }

  /// The object types of a structure: the one that a selection set names, or those of its cases; none if they are not known.
  package func types(of shape: Shape) -> [TypeID] {
    shape.objectType == 0 ? entries[shape.id]?.flatMap(\.types) ?? [] : [shape.objectType]
  }

  /// The structures of a shape, its cases' or itself, with their object types.
  package func structuresWithTypes(of shape: Shape) -> [(structure: Shape, types: [TypeID])] {
    if case .enumeration(let cases) = shape.form { return cases.map { ($0.shape, $0.types) } }
    return [(shape, types(of: shape))]
  }
}
