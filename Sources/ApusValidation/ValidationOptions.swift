import ApusDiagnostics

/// How the validator judges.
package struct ValidationOptions {
  /// What to check.
  package var rules: Rules = .all
  /// A fragment that nothing uses: a warning in a compiler, where fragments are shared; an error by the specification.
  package var unusedFragmentSeverity: Diagnostic.Severity = .warning
  /// Leave out "Did you mean …?".
  package var hidesSuggestions = false
  /// Report a conflict of fields wherever it is met: in each fragment and each operation that has both.
  package var repeatsConflicts = false

  package init() {}
}
