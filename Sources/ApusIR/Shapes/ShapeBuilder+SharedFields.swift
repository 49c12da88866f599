import ApusSyntax

extension ShapeBuilder {
  /// Gives each enumeration the fields that all of its cases have: those of "everything else", which has no others.
  mutating func shareFields() {
    for shape in table.shapes {
      guard case .enumeration(let cases) = shape.form, let rest = cases.last else { continue }
      var fields = rest.shape.fields
      if hasFieldBindings { removeFieldsOfSeveralTypes(&fields, cases) }
      var caseShapes = [[Shape]](repeating: [], count: fields.count)
      for value in cases {
        let others = value.shape.fields
        keys.forgetAll()
        for index in others.indices { keys.set(Int(others[index].key), to: index) }
        for index in fields.indices {
          let number = keys.number(of: Int(fields[index].key))
          if number < 0 { continue }
          if others[number].condition != fields[index].condition { fields[index].condition = .mixed }
          if !nullability.isTrivial { compareNulls(fields[index], others[number]) }
          if let inner = others[number].shape { caseShapes[index].append(inner) }
        }
      }
      for index in fields.indices {
        guard let own = fields[index].shape else { continue }
        if caseShapes[index].contains(where: { $0 !== own }) { fields[index].caseShapes = caseShapes[index] }
      }
      shape.fields = fields
    }
  }

  /// A field that all cases share is one property. An object's type may narrow the type of its interface's field: the names of the
  /// types say nothing of null.
  private mutating func compareNulls(_ one: Field, _ other: Field) {
    var (nulls, otherNulls) = (one.nulls, other.nulls)
    // A value with a caught error within is nil, whichever case catches it.
    (nulls.caughtLevels, otherNulls.caughtLevels) = (0, 0)
    if nulls == otherNulls, one.type.hasSameWrappers(as: other.type) { return }
    if let first = one.node, let second = other.node {
      nullability.reportConflict(first, second, &conflicts.nulls)
    }
  }
}
