import ApusSyntax

extension ShapeBuilder {
  /// Sets the fields that all cases of each enumeration share. All selections for "everything else" also apply to the other cases, so only its fields
  /// can be shared.
  func shareFields() {
    for shape in table.shapes {
      guard let rest = shape.cases.last else { continue }
      let ofRest = rest.shape.fields
      var inCases = [[Field]](repeating: [], count: ofRest.count)
      for value in shape.cases {
        let others = value.shape.fields
        keys.forgetAll()
        for index in others.indices { keys.set(Int(others[index].key), to: index) }
        for index in ofRest.indices {
          let number = keys.number(of: Int(ofRest[index].key))
          if number >= 0 { inCases[index].append(others[number]) }
        }
      }
      shape.fields = zip(ofRest, inCases).compactMap { own, fields in share(own, fields) }
    }
  }

  /// Makes the field that all cases share. If its Swift types differ, reports that and returns nil.
  ///
  /// - Parameters:
  ///   - own: the field of "everything else".
  ///   - fields: the field of each case.
  private func share(_ own: Field, _ fields: [Field]) -> Field? {
    guard var shared = Field.shared(fields) else {
      if let other = fields.first(where: { !$0.hasSameLeaf(as: own) }) { noteUnshared(own, other) }
      return nil
    }
    if !nullability.isTrivial { for field in fields { compareNulls(shared, field) } }
    let shapes = fields.compactMap(\.shape)
    if let shape = own.shape, shapes.contains(where: { $0 !== shape }) { shared.caseShapes = shapes }
    return shared
  }

  /// Reports a field that a case reads with other null rules than the property that all cases share. An object type may narrow the type of its
  /// interface's field, so only list and non-null wrappers are compared.
  private func compareNulls(_ one: Field, _ other: Field) {
    // It does not matter if only some cases catch errors: the property's type is the same in all, and the enum's property returns the case's value.
    var rules = one.nulls.without(.catchesErrors)
    // Nor whether the operation around a case's selection keeps errors: a fragment in several operations has one type.
    rules.keepsErrors = other.nulls.keepsErrors
    if rules == other.nulls.without(.catchesErrors), one.type.hasSameWrappers(as: other.type) { return }
    nullability.reportConflict(one.node, other.node, &conflicts.nulls)
  }
}
