import ApusShapes
import ApusSource
import ApusValidation

/// The configured severities of warnings.
package struct SeverityRules {
  /// How to treat a warning.
  package enum Rule: String, CaseIterable {
    case ignore, warning, error
  }

  /// The name, next to codes, of the rule for errors in parts of the schema that no document uses.
  static let unusedSchema = "schema"

  /// The codes that are off by default, by name.
  static let optionalCodes = Pipeline.catalog.codes.filter { $0.switchedOnBy != nil }
    .sorted { $0.name < $1.name }

  /// Rules by diagnostic code.
  package var rules: [String: Rule] = [:]
  /// The limits of rules that have one, by diagnostic code.
  package var limits: [String: Int] = [:]
  /// How to treat errors in parts of the schema that no document uses, unless their code has a rule.
  package var ofUnusedSchema = Rule.warning

  package init() {}

  /// Gives a code the rule that is written in `apus.json`: its name, or an object with a limit.
  mutating func set(_ code: String, _ value: JSONValue) {
    limits[code] = value["limit"]?.integer
    let name = value.kind == .object ? value["severity"]?.string ?? Rule.warning.rawValue : value.string
    rules[code] = name.flatMap(Rule.init)
  }

  /// The rules that are off by default and that are on.
  package var lint: LintOptions {
    var lint = LintOptions()
    if rules.isEmpty { return lint }
    lint.codes = Set(SeverityRules.optionalCodes.filter { (rules[$0.name] ?? .ignore) != .ignore })
    lint.maximumDepth = limits[DiagnosticCode.deepSelection.name] ?? .max
    return lint
  }

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
