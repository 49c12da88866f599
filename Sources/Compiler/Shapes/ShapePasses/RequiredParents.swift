import ApusSource
import ApusDocuments
import ApusSyntax

/// Finds the values that are nil because a required field within them is null (`@required(action: NONE)`): the nearest place that can be null.
package struct RequiredParents {
  private let conformances: FragmentConformances
  package private(set) var nulls = FieldNulls()
  /// By shape a field that makes the whole object nil, once it is known.
  private var known: [ShapeID: NodeID?] = [:]

  package init(
    _ shapes: [Shape], _ definitions: [NodeID: Shape], _ conformances: FragmentConformances,
    _ tree: SyntaxTree, _ diagnostics: DiagnosticSink
  ) {
    self.conformances = conformances
    let isAnyRequired = shapes.contains { shape in shape.fields.contains { $0.nulls.required == .parent } }
    if !isAnyRequired { return }
    for shape in shapes { _ = culprit(shape) }
    for (operation, shape) in definitions.sorted(by: { $0.key < $1.key })
    where tree.kind(operation) == .operation {
      guard let culprit = culprit(shape) else { continue }
      diagnostics.append(
        Diagnostic(
          .error, .requiredWithoutParent,
          "\"\(tree.name(culprit))\" makes its nearest nullable parent nil where it is null, and in "
            + "\"\(tree.name(operation))\" it has none. Let it throw.", at: [tree.place(of: culprit)]))
    }
  }

  /// A field of an object, or of the objects within it, that makes the whole object nil.
  ///
  /// Selections are finite, and types are nested no deeper than the compiler allows.
  private mutating func culprit(_ shape: Shape) -> NodeID? {
    if let known = known[shape.id] { return known }
    var result: NodeID?
    if case .enumeration(let cases) = shape.form {
      for value in cases { result = culprit(value.shape) ?? result }
    } else {
      for index in shape.fields.indices { result = find(index, of: shape) ?? result }
      for inner in conformances.propertyShapes(of: shape) { result = culprit(inner) ?? result }
    }
    known[shape.id] = .some(result)
    return result
  }

  private mutating func find(_ index: Int, of shape: Shape) -> NodeID? {
    let field = shape.fields[index]
    let own = field.nulls.required == .parent ? field.node : nil
    guard let inner = field.shape, let culprit = culprit(inner) else { return own }
    // The elements of a required field may be nil.
    for level in (0...field.type.listDepth).reversed() where !field.type.isNonNull(atLevel: level) {
      nulls[shape, index].nilLevel = level
      return own
    }
    return own ?? culprit
  }
}
