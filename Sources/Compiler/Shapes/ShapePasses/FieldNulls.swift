/// The null handling of the fields for which it depends on the fields within them.
package struct FieldNulls {
  private struct Place: Hashable {
    var shape: ShapeID
    var field: Int
  }

  private var changed: [Place: NullHandling] = [:]

  package init() {}

  package var isEmpty: Bool { changed.isEmpty }

  /// - Parameter field: the index in the shape's fields.
  package subscript(shape: Shape, field: Int) -> NullHandling {
    get { changed[Place(shape: shape.id, field: field)] ?? shape.fields[field].nulls }
    set { changed[Place(shape: shape.id, field: field)] = newValue }
  }
}
