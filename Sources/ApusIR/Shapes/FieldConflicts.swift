import ApusDiagnostics
import ApusSyntax

/// Selections of one field that meet and disagree.
struct FieldConflicts {
  /// About their `@apus`.
  var names = DiagnosticsByNode()
  /// About nulls and errors.
  var nulls = DiagnosticsByNode()
  /// About the Swift types of scalars.
  var types = DiagnosticsByNode()

  var diagnostics: [Diagnostic] {
    names.diagnostics + nulls.diagnostics + types.diagnostics
  }
}
