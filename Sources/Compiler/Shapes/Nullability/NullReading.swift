import ApusSchema
import ApusSyntax

/// The type and the null rules with which a field is read.
package struct NullReading: Equatable {
  package var type: TypeReference
  package var rules: NullRules

  /// The declarations and directives that decide how a field's nulls are read.
  struct Statements {
    /// The type in the schema.
    var declared: TypeReference
    /// The list levels at which the schema promises that a null comes with an error, as bits. Bit 0 is the field itself.
    var promised: UInt32
    /// The policies of `@catch` on the field, by level.
    var policies: [Int: CatchPolicy]
    /// The policy of levels without `@catch`.
    var byDefault: CatchPolicy?
    /// The action of `@required` on the field, if any.
    var required: NullRules.Required?
    /// Whether the field has a selection set, whose fields may throw.
    var isComposite: Bool
    /// Whether errors do not propagate, so that a field declared non-null may be null.
    var keepsErrors: Bool
  }

  init(_ said: Statements) {
    type = said.declared
    rules = .plain
    rules.keepsErrors = said.keepsErrors
    // `@catch(to: NULL)` makes a value optional even if the schema declares it non-null: it is nil if a nested field throws or, if errors do not
    // propagate, the field itself has an error.
    for (level, policy) in said.policies where policy == .null { type = type.nullable(atLevel: level) }
    let isRequired = said.required != nil && !type.isNonNull
    for level in 0...type.listDepth where !type.isNonNull(atLevel: level) {
      let isRequired = isRequired && level == 0
      let policy = said.policies[level] ?? said.byDefault
      switch policy {
      // A `Result` is for the whole field. The elements of its list are read as without a policy.
      case .result: if level == 0, !isRequired { rules.isResult = true }
      case .null:
        if !isRequired, level < type.listDepth || said.isComposite { rules[level].insert(.catchesErrors) }
        continue
      case .throw, nil: break
      }
      if said.promised &>> UInt32(level) & 1 != 0 {
        type = type.nonNull(atLevel: level)
        rules[level].insert(.isPromised)
      } else if policy == .throw, !isRequired {
        rules[level].insert(.throwsErrors)
      }
    }
    if said.policies[0] == .result, !isRequired { rules.isResult = true }
    if isRequired {
      rules.required = said.required
      type = type.nonNull
    }
  }
}
