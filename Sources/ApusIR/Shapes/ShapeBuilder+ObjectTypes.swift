import ApusSchema
import ApusSyntax

/// The object type of a structure, where the document names it.
extension ShapeBuilder {
  /// The object type that a place is declared as and no selection set with fields names; else 0.
  func unnamedObjectType(_ collection: CollectedFields, _ applied: [TypeCases.Applied]) -> TypeID {
    let isNamed = applied.contains { isObject(documents.parentType(collection.sets[$0.set].selectionSet)) }
    return isNamed ? 0 : collection.placeTypes.first(where: isObject) ?? 0
  }

  /// The object type that selection sets name; else 0.
  func objectType(of contributions: [Contribution]) -> TypeID {
    for contribution in contributions {
      let parent = documents.parentType(contribution.selectionSet)
      if isObject(parent) { return parent }
    }
    return 0
  }

  private func isObject(_ type: TypeID) -> Bool {
    if case .object = schema.types[Int(type)].kind { true } else { false }
  }
}
