import ApusSource
import ApusSyntax

/// Selections of one field that meet and disagree.
struct FieldConflicts {
  /// Conflicts about `@apus`.
  var names = DiagnosticsByNode()
  /// Conflicts about nulls and errors.
  var nulls = DiagnosticsByNode()
  /// Conflicts about fragments with arguments.
  var uses = FragmentUseConflicts()
  /// About the Swift types of scalars, the last for each node: that the cases of an enumeration have a field which it lacks says more than
  /// what the cases' property is.
  var types: [NodeID: Diagnostic] = [:]

  var diagnostics: [Diagnostic] {
    names.diagnostics + nulls.diagnostics + uses.diagnostics.diagnostics
      + types.sorted { $0.key < $1.key }.map(\.value)
  }
}
