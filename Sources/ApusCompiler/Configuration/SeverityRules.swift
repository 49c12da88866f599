import ApusDiagnostics

/// The configured severities of warnings.
package struct SeverityRules {
  /// How to treat a warning.
  package enum Rule: String, CaseIterable {
    case ignore, warning, error
  }

  /// Rules by diagnostic code.
  package var rules: [String: Rule] = [:]

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
