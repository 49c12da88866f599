import ApusSchema
import ApusSyntax

/// The effects that reading a value can have on the values that contain it.
struct NullOutcome {
  /// Whether reading the value can throw the errors of fields.
  var canThrow = false
  /// A field within the value that has `@required(action: NONE)`. If it is null, the nearest enclosing nullable value is nil. Nil if there is no such
  /// field.
  var requiredField: NodeID?

  mutating func formUnion(_ other: NullOutcome) {
    canThrow = canThrow || other.canThrow
    requiredField = other.requiredField ?? requiredField
  }
}

extension NullRules {
  /// The rules of a field that also depend on the fields nested in it, as in `albums @catch { title @required }`.
  ///
  /// A list level keeps ``Level/catchesErrors`` only if something within it can throw; all others are read without a check for errors.
  /// ``Level/isNilWithin`` goes to the innermost nullable level that contains a required field.
  ///
  /// - Parameters:
  ///   - field: the field's node.
  ///   - reading: the type with which the field is read.
  ///   - declared: the type in the schema.
  ///   - keepsErrors: whether errors of the object's fields do not propagate.
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
      // A non-optional value throws if the server may send null for it nevertheless.
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
