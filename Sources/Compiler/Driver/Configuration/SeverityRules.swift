import ApusShapes
import ApusSource
import ApusValidation

/// The configured severities of warnings.
package struct SeverityRules {
  /// How to treat a warning.
  package enum Rule: String, CaseIterable, Comparable {
    case ignore, warning, error

    private var strictness: Int {
      switch self {
      case .ignore: 0
      case .warning: 1
      case .error: 2
      }
    }

    package static func < (left: Rule, right: Rule) -> Bool { left.strictness < right.strictness }
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

  /// The rule for a diagnostic; nil if none is configured.
  private func rule(for diagnostic: Diagnostic) -> Rule? {
    [diagnostic.code, diagnostic.generalCode].compactMap { code in code.flatMap { rules[$0.name] } }.max()
  }

  /// Applies the rules to `diagnostics`. Errors are never changed.
  package func apply(to diagnostics: [Diagnostic]) -> [Diagnostic] {
    if rules.isEmpty { return diagnostics }
    return diagnostics.compactMap { diagnostic in
      guard diagnostic.severity == .warning, let rule = rule(for: diagnostic) else { return diagnostic }
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
