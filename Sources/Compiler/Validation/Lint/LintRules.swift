import ApusSource

/// A rule that is off by default. `apus.json` switches it on by the name of its code.
struct LintRule {
  let code: DiagnosticCode
  /// Reports what breaks the rule.
  let check: (ValidationContext) -> Void
}

/// The rules that are off by default. Those about Swift or the cache belong to later stages.
extension ValidationContext {
  private static var lintRules: [LintRule] {
    [
      LintRule(code: .repeatedField) { $0.checkRepeatedFields() },
      LintRule(code: .unnamedOperation) { $0.checkUnnamedOperations() },
      LintRule(code: .kindInName) { $0.checkKindsInNames() },
      LintRule(code: .literalArgument) { $0.checkLiteralArguments() },
      LintRule(code: .deepSelection) { $0.checkDepth() },
      LintRule(code: .unlimitedConnection) { $0.checkUnlimitedConnections() },
    ]
  }

  /// Checks the rules that are on. Fragments do not form cycles here.
  func checkLint() {
    if options.lint.codes.isEmpty { return }
    for rule in ValidationContext.lintRules where options.lint.contains(rule.code) { rule.check(self) }
  }
}

extension DiagnosticCode {
  /// The codes of this stage that are off by default.
  static let lintCodes: [DiagnosticCode] = [
    .repeatedField, .unnamedOperation, .kindInName, .literalArgument, .deepSelection, .unlimitedConnection,
    .expiredDeprecation,
  ]
}
