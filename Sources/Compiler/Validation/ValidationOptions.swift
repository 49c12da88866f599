import ApusSource

/// Configures the validator.
package struct ValidationOptions {
  /// The severity of an unused fragment: a warning in a compiler, where fragments are shared; an error in the
  /// specification.
  package var unusedFragmentSeverity: Diagnostic.Severity = .warning
  /// Whether documents may have fragment arguments.
  package var allowsFragmentArguments: Bool
  /// The rules that are off by default and that are on.
  package var lint = LintOptions()

  package init(allowsFragmentArguments: Bool = true) {
    self.allowsFragmentArguments = allowsFragmentArguments
  }
}
