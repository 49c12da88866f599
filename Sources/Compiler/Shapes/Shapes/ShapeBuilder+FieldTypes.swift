import ApusSource
import ApusSyntax

/// Decides the Swift type of a field whose merged selections are bound to different types.
extension ShapeBuilder {
  /// A selection of a field, and the Swift type that the field is bound to on the selection's parent type.
  typealias BoundSelection = (node: NodeID, binding: FieldBindingID)

  /// Decides the Swift type of a field in which several selections merge. If it is bound to different types on their parent types, it gets the most
  /// general one: an interface's identifier, or the scalar's type.
  ///
  /// - Parameter selections: the merged selections, with added ones last.
  func bind(_ field: inout Field, _ selections: [BoundSelection]) {
    guard let first = selections.first else { return }
    field.binding = first.binding
    guard let other = selections.first(where: { $0.binding != first.binding }) else { return }
    field.hasSeveralTypes = true
    field.binding = boundFields.common(of: selections.map(\.binding))
    if field.directive?.type != nil { return }
    let common = field.binding == 0 ? "the scalar's type" : describe(field.binding)
    noteConflict(
      field.key, other, first, "in another selection of the same property", "The property uses \(common)")
  }

  /// Reports a field that an enumeration lacks because its type differs between cases.
  func noteUnshared(_ field: Field, _ other: Field) {
    guard field.shape == nil, other.directive?.type == nil else { return }
    noteConflict(
      field.key, (field.node, field.binding), (other.node, other.binding),
      "in a case of the enum", "Only the cases have the property, not the enum")
  }

  private func noteConflict(
    _ key: NameID, _ one: BoundSelection, _ other: BoundSelection, _ otherPlace: String, _ effect: String
  ) {
    let name = tree.names.string(key)
    // An added key occurs in no document, so the message mentions where it comes from, and does not advise an alias.
    let isAdded = tree.has(NodeFlag.added, one.node)
    let subject = isAdded ? "\"\(name)\", a key that the compiler adds," : "\"\(name)\""
    let cure =
      isAdded || tree.has(NodeFlag.added, other.node)
      ? "Give both the same type under \"fields\" in apus.json."
      : "Give one of them an alias, or give both the same type under \"fields\" in apus.json."
    let message =
      "\(subject) is \(describe(one.binding)) here, but \(describe(other.binding)) \(otherPlace). \(effect). \(cure)"
    conflicts.types[one.node] = Diagnostic(
      .warning, .mixedFieldTypes, message, at: [tree.nameRange(of: one.node)],
      notes: other.node == one.node
        ? [] : [Diagnostic.Note("The other one is here.", at: tree.nameRange(of: other.node))])
  }

  private func describe(_ binding: FieldBindingID) -> String {
    binding == 0 ? "the scalar's type" : boundFields.description(of: binding)
  }
}
