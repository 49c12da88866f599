import ApusSource

/// The rules that are off by default. `apus.json` switches them on by the names of their codes. Rules about Swift or the cache are part of later
/// stages.
extension ValidationContext {
  private static var lintRules: [(code: DiagnosticCode, check: (ValidationContext) -> Void)] {
    [
      (.repeatedField, { $0.checkRepeatedFields() }),
      (.unnamedOperation, { $0.checkUnnamedOperations() }),
      (.kindInName, { $0.checkKindsInNames() }),
      (.literalArgument, { $0.checkLiteralArguments() }),
      (.deepSelection, { $0.checkDepth() }),
      (.unlimitedConnection, { $0.checkUnlimitedConnections() }),
    ]
  }

  /// Checks the rules that are on. Fragments do not form cycles here.
  func checkLint() {
    for rule in ValidationContext.lintRules where options.lint.codes.contains(rule.code) { rule.check(self) }
  }
}

extension DiagnosticCode {
  /// The codes of this stage that are off by default.
  static let lintCodes: [DiagnosticCode] = [
    .repeatedField, .unnamedOperation, .kindInName, .literalArgument, .deepSelection, .unlimitedConnection,
    .expiredDeprecation,
  ]
}
