import ApusDiagnostics

/// Which warnings are silenced and which stop the build.
package struct SeverityRules {
  /// What is made of a warning.
  package enum Rule: String, CaseIterable {
    case ignore, warning, error
  }

  /// By the name of the code.
  package var rules: [String: Rule] = [:]

  package init() {}

  /// `diagnostics` as the rules have them. An error stays one whatever the rules say.
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
