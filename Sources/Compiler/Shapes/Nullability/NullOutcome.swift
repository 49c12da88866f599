import ApusSchema
import ApusSyntax

/// What reading an object or a value can lead to, outside of it.
struct NullOutcome {
  /// Whether it can throw errors.
  var canThrow = false
  /// A required field that makes the value nil where it is null.
  var requiredField: NodeID?

  mutating func formUnion(_ other: NullOutcome) {
    canThrow = canThrow || other.canThrow
    requiredField = other.requiredField ?? requiredField
  }
}

extension NullRules {
  /// The rules of a field that is read with these ones, where reading the objects within it can lead to `inner`.
  ///
  /// A level keeps ``Level/catchesErrors`` only if something can be thrown within it: any other value is read without a look at errors.
  /// ``Level/isNilWithin`` goes to the innermost nullable level around a required field.
  ///
  /// - Parameters:
  ///   - field: the field's node.
  ///   - reading: the type with which it is read.
  ///   - declared: the type in the schema.
  ///   - keepsErrors: whether errors of the object's fields do not propagate.
  /// - Returns: the rules, and what reading the field can lead to.
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
      // The elements of a required field may be nil.
      if !isNonNull, outcome.requiredField != nil {
        rules[level].insert(.isNilWithin)
        outcome.requiredField = nil
      }
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
