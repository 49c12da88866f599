import ApusSource
import ApusSchema
import ApusSyntax

/// A field of a scalar or enum type is a leaf without selections; any other field has selections.
///
/// https://spec.graphql.org/September2025/#sec-Leaf-Field-Selections
extension ValidationContext {
  /// - Parameters:
  ///   - field: a field of the schema.
  ///   - type: its type.
  func checkLeafFieldSelections(_ field: NodeID, _ type: TypeReference) {
    guard let named = type.named else { return }
    let next = Int(nodes[field].next)
    switch schema[named].kind {
    case .scalar, .enum:
      // A selection set is the last child.
      if next == field &+ 1 { return }
      if let selections = tree.child(field, .selectionSet) { reportLeaf(field, type, selections) }
    case .object, .interface, .union:
      if next != field &+ 1, tree.child(field, .selectionSet) != nil { return }
      report(
        .missingSelection,
        "Field \"\(name(field))\" of type \"\(schema.description(type))\" must have a selection of subfields."
          + " Did you mean \"\(name(field)) { ... }\"?",
        field, notes: note(type: type.named))
    case .inputObject: break
    }
  }

  private func reportLeaf(_ field: NodeID, _ type: TypeReference, _ selections: NodeID) {
    report(
      .selectionOnLeaf,
      "Field \"\(name(field))\" must not have a selection since type \"\(schema.description(type))\""
        + " has no subfields.", selections, notes: note(type: type.named))
  }
}

extension DiagnosticCode {
  package static let selectionOnLeaf = DiagnosticCode(
    "selection-on-leaf",
    title: "Selections on a scalar or an enum",
    explanation: "Scalars and enums have no fields to select.",
    example: "{ album(id: \"7\") { title { text } } }  # title: String",
    fix: "Remove the braces: `{ album(id: \"7\") { title } }`.")

  package static let missingSelection = DiagnosticCode(
    "missing-selection",
    title: "An object without selections",
    explanation:
      "A field whose type is an object, an interface or a union needs a selection of that type's fields.",
    example: "{ album(id: \"7\") }  # album(id: ID!): Album",
    fix: "Select fields: `{ album(id: \"7\") { title } }`.")
}
