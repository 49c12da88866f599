import ApusSchema
import ApusSyntax

/// The type and the null rules with which a field is read.
struct NullReading: Equatable {
  var type: TypeReference
  var rules: NullRules

  /// What the schema and the documents say of a field's nulls.
  struct Statements {
    /// The type in the schema.
    var declared: TypeReference
    /// The levels at which the schema says that a null has errors, a bit each.
    var promised: UInt32
    /// The field's `@catch`, by level.
    var policies: [Int: CatchPolicy]
    /// The policy of levels without.
    var byDefault: CatchPolicy?
    /// The field's `@required`.
    var required: NullRules.Required?
    /// Whether the field has sub-selections, in which something can be thrown.
    var isComposite: Bool
    /// Whether errors do not propagate.
    var keepsErrors: Bool
  }

  init(_ said: Statements) {
    type = said.declared
    rules = .plain
    rules.keepsErrors = said.keepsErrors
    // What is caught is nil, whatever the schema declares: an error within the field, or its own if errors do not propagate.
    for (level, policy) in said.policies where policy == .null { type = type.nullable(atLevel: level) }
    let isRequired = said.required != nil && !type.isNonNull
    for level in 0...type.listDepth where !type.isNonNull(atLevel: level) {
      let isRequired = isRequired && level == 0
      let policy = said.policies[level] ?? said.byDefault
      switch policy {
      // A result is the whole field: what its lists hold throws, if at all.
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
