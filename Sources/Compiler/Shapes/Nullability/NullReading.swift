import ApusSchema
import ApusSyntax

/// The type and the null rules with which a field is read.
struct NullReading: Equatable {
  var type: TypeReference
  var rules: NullRules

  /// The declarations and directives that decide how a field's nulls are read.
  struct Statements {
    /// The type in the schema.
    var declared: TypeReference
    /// The levels at which the schema promises that a null comes with an error, as bits.
    var promised: UInt32
    /// The policies of `@catch` on the field, by level.
    var policies: [Int: CatchPolicy]
    /// The policy of levels without `@catch`.
    var byDefault: CatchPolicy?
    /// The action of `@required` on the field, if any.
    var required: NullRules.Required?
    /// Whether the field has sub-selections, which may throw.
    var isComposite: Bool
    /// Whether errors do not propagate.
    var keepsErrors: Bool
  }

  init(_ said: Statements) {
    type = said.declared
    rules = .plain
    rules.keepsErrors = said.keepsErrors
    // A caught error makes the value nil, even if the schema declares it non-null. It is an error of a nested field or, if errors do not propagate,
    // of the field itself.
    for (level, policy) in said.policies where policy == .null { type = type.nullable(atLevel: level) }
    let isRequired = said.required != nil && !type.isNonNull
    for level in 0...type.listDepth where !type.isNonNull(atLevel: level) {
      let isRequired = isRequired && level == 0
      let policy = said.policies[level] ?? said.byDefault
      switch policy {
      // A result is for the whole field. Errors of list elements are thrown.
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
