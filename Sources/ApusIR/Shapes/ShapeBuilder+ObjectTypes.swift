import ApusSchema
import ApusSyntax

/// Which object type a structure is of, where the document says so.
extension ShapeBuilder {
  /// What the key of a place's structure says of it (``ShapeKey/objectType``).
  func objectType(_ collection: FieldCollection, _ applied: [TypeCases.Applied], _ group: Group?)
    -> TypeID
  {
    if markers(collection, group).isEmpty { return 0 }
    let isNamed = applied.contains { isObject(documents.parentType(collection.sets[$0.set].selectionSet)) }
    return isNamed ? 0 : collection.placeTypes.first(where: isObject) ?? 0
  }

  private func isObject(_ type: TypeID) -> Bool {
    if case .object = schema.types[Int(type)].kind { true } else { false }
  }

  /// Notes the object type that a selection set names.
  func noteObjectType(of set: NodeID, in shape: Shape) {
    let parent = documents.parentType(set)
    if isObject(parent) { shape.objectType = parent }
  }
}
