import ApusSchema
import ApusSyntax

/// The effects that reading a value can have on the values that contain it.
struct NullOutcome {
  /// Whether reading the value can throw the errors of fields.
  var canThrow = false
  /// A field with `@required(action: NONE)`, the value itself or one nested in it, whose null makes the nearest enclosing nullable value nil. Nil if
  /// there is no such field, or if a nullable level of the value itself becomes nil.
  var requiredField: NodeID?

  mutating func formUnion(_ other: NullOutcome) {
    canThrow = canThrow || other.canThrow
    requiredField = other.requiredField ?? requiredField
  }
}

extension NullRules {
  /// The field's final rules, which also depend on the fields nested in it: in `albums @catch(to: NULL) { title @required }`, `albums` only catches
  /// errors because `title` can throw.
  ///
  /// A level without anything that can throw loses ``Level/catchesErrors``, so its code does not check for errors. The innermost nullable level that
  /// contains a field with `@required(action: NONE)` gets ``Level/isNilWithin``.
  ///
  /// - Parameters:
  ///   - field: the field's node.
  ///   - reading: the type with which the field is read.
  ///   - declared: the type in the schema.
  ///   - keepsErrors: whether errors do not propagate in the object that contains the field.
  ///   - inner: the outcome of reading the objects within the field.
  /// - Returns: the settled rules, and the outcome of reading the field.
  func settled(
    of field: NodeID, reading type: TypeReference, declared: TypeReference, keepsErrors: Bool,
    within inner: NullOutcome
  ) -> (rules: NullRules, outcome: NullOutcome) {
    var rules = self
    var outcome = inner
    for level in (0...type.listDepth).reversed() {
      let isNonNull = type.isNonNull(atLevel: level)
      if rules[level].contains(.catchesErrors) {
        if !outcome.canThrow { rules[level].remove(.catchesErrors) }
        outcome.canThrow = false
      }
      // A null of the required field makes the innermost nullable level nil. In a list, this may be an element.
      if !isNonNull, outcome.requiredField != nil {
        rules[level].insert(.isNilWithin)
        outcome.requiredField = nil
      }
      // Reading a non-optional level can throw if the server may send null for it: it is nullable in the schema, or errors do not propagate.
      if isNonNull ? keepsErrors || !declared.isNonNull(atLevel: level) : rules[level].contains(.throwsErrors)
      {
        outcome.canThrow = true
      }
    }
    switch required {
    case .throw: outcome.canThrow = true
    case .parent: outcome.requiredField = field
    case nil: break
    }
    if isResult { outcome.canThrow = false }
    return (rules, outcome)
  }
}
