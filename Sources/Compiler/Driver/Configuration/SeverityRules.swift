import ApusSource

/// The configured severities of warnings.
package struct SeverityRules {
  /// How to treat a warning.
  package enum Rule: String, CaseIterable {
    case ignore, warning, error
  }

  /// The name, next to codes, of the rule for errors in parts of the schema that no document uses.
  static let unusedSchema = "schema"

  /// Rules by diagnostic code.
  package var rules: [String: Rule] = [:]
  /// How to treat errors in parts of the schema that no document uses, unless their code has a rule.
  package var ofUnusedSchema = Rule.warning

  package init() {}

  /// Applies the rules to `diagnostics`. Errors are never changed.
  package func apply(to diagnostics: [Diagnostic]) -> [Diagnostic] {
    if rules.isEmpty { return diagnostics }
    return diagnostics.compactMap { diagnostic in
      guard diagnostic.severity == .warning, let rule = rules[diagnostic.code.name] else { return diagnostic }
      var diagnostic = diagnostic
      switch rule {
      case .ignore: return nil
      case .warning: break
      case .error: diagnostic.severity = .error
      }
      return diagnostic
    }
  }
}
