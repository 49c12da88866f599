import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The final null rules of fields. Two of them depend on nested fields: where errors are caught, and which value becomes nil if a field with
/// `@required(action: NONE)` is null.
package struct SettledNulls {
  private let schema: Schema
  private let conformances: FragmentConformances
  /// By shape, and by the index in ``Shape/fields``.
  private var changed: [ShapeID: [Int: NullRules]] = [:]
  private var known: [ShapeID: NullOutcome] = [:]

  package var isEmpty: Bool { changed.isEmpty }

  /// The settled rules of a field.
  ///
  /// - Parameter field: the index in ``Shape/fields``.
  package subscript(shape: Shape, field: Int) -> NullRules {
    changed[shape.id]?[field] ?? shape.fields[field].nulls
  }

  package init(
    _ shapes: [Shape], _ definitions: [NodeID: Shape], _ conformances: FragmentConformances,
    _ nullability: FieldNullability, _ documents: DocumentIndex, _ diagnostics: DiagnosticSink
  ) {
    self.conformances = conformances
    schema = documents.schema
    if nullability.isTrivial { return }
    let dependsOnInner = shapes.contains { shape in
      shape.fields.contains { $0.nulls.required == .parent || $0.nulls.has(.catchesErrors) }
    }
    if !dependsOnInner { return }
    for shape in shapes { _ = outcome(of: shape) }
    let tree = documents.tree
    for (operation, shape) in definitions.sorted(by: { $0.key < $1.key })
    where tree.kind(operation) == .operation {
      guard let field = outcome(of: shape).requiredField else { continue }
      diagnostics.append(
        Diagnostic(
          .error, .requiredWithoutParent,
          "With \"action: NONE\", a null in \"\(tree.name(field))\" makes its nearest nullable parent nil, but in \"\(tree.name(operation))\" no parent is nullable. Write \"@required\" without an action, so that it throws.",
          at: [tree.place(of: field)]))
    }
  }

  /// The outcome of reading an object of a shape. Settles the rules of all fields in it.
  ///
  /// Recursive: selections are finite, and the compiler limits how deeply types nest.
  private mutating func outcome(of shape: Shape) -> NullOutcome {
    if let known = known[shape.id] { return known }
    var result = NullOutcome()
    // If errors do not propagate in one of the definitions that select from the object, all of its fields are read as in that definition.
    let keepsErrors = shape.fields.contains(where: \.nulls.keepsErrors)
    for index in shape.fields.indices {
      result.formUnion(settle(index, of: shape, keepsErrors: keepsErrors))
    }
    for inner in conformances.propertyShapes(of: shape) { result.formUnion(outcome(of: inner)) }
    if shape.isEnumeration { result.requiredField = nil }
    for item in shape.cases { result.formUnion(outcome(of: item.shape)) }
    known[shape.id] = result
    return result
  }

  /// Settles the rules of one field. If all cases of an enumeration share it, each case settles what its required fields make nil.
  private mutating func settle(_ index: Int, of shape: Shape, keepsErrors: Bool) -> NullOutcome {
    let field = shape.fields[index]
    var inner = NullOutcome()
    for object in [field.shape].compactMap(\.self) + field.caseShapes { inner.formUnion(outcome(of: object)) }
    if shape.isEnumeration { inner.requiredField = nil }
    let settled = field.nulls.settled(
      of: field.node, reading: field.type, declared: schema[field.definition].type,
      keepsErrors: keepsErrors, within: inner)
    if settled.rules != field.nulls { changed[shape.id, default: [:]][index] = settled.rules }
    return settled.outcome
  }
}
