import ApusDiagnostics
import ApusSyntax

/// Fields that meet and are bound to Swift types.
extension ShapeBuilder {
  /// Gives a field that is selected several times its type. Where the selections, of different parents, say different ones, it is what
  /// they have in common: an interface's identifier, or what the scalar is.
  mutating func bind(_ field: inout Field, _ nodes: [NodeID]) {
    guard let first = nodes.first else { return }
    let binding = fieldBindings.ofField(documents.field(first))
    guard let other = nodes.first(where: { fieldBindings.ofField(documents.field($0)) != binding }) else {
      field.binding = binding
      return
    }
    field.hasSeveralTypes = true
    field.binding = fieldBindings.common(of: nodes.map { fieldBindings.ofField(documents.field($0)) })
    if field.directive?.type != nil { return }
    let otherBinding = fieldBindings.ofField(documents.field(other))
    let common = field.binding == 0 ? "what the scalar is" : describe(field.binding)
    noteConflict(
      other, otherBinding, first, binding, "in another selection that meets it", "The property is \(common)")
  }

  /// What cases have as different types they do not share.
  mutating func removeFieldsOfSeveralTypes(_ fields: inout [Field], _ cases: [Case]) {
    fields.removeAll { field in
      guard field.shape == nil, let node = field.node else { return false }
      for value in cases {
        guard let other = value.shape.field(field.key), other.binding != field.binding,
          other.directive?.type == nil, let otherNode = other.node
        else { continue }
        noteConflict(
          node, field.binding, otherNode, other.binding, "in a case, where it meets another selection",
          "The cases have it, what they share has not")
        return true
      }
      return false
    }
  }

  private mutating func noteConflict(
    _ node: NodeID, _ binding: FieldBindingID, _ other: NodeID, _ otherBinding: FieldBindingID,
    _ otherPlace: String, _ effect: String
  ) {
    let key = tree.names.string(tree.responseKey(node))
    let message =
      "\"\(key)\" is \(describe(binding)) here and \(describe(otherBinding)) \(otherPlace). \(effect). "
      + "Give one of them an alias, or bind both to one type."
    conflicts.types[node] = Diagnostic(
      .warning, .mixedFieldTypes, message, at: [tree.nameRange(of: node)],
      notes: other == node ? [] : [Diagnostic.Note("The other one.", at: tree.nameRange(of: other))])
  }

  private func describe(_ binding: FieldBindingID) -> String {
    binding == 0 ? "what its scalar is" : fieldBindings.entries[binding].binding.type
  }
}
