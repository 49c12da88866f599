import ApusSource
import ApusSyntax

/// Conflicts between merged selections of one field.
struct FieldConflicts {
  /// Conflicts about `@apus`.
  var names = DiagnosticsByNode()
  /// Conflicts about nulls and errors.
  var nulls = DiagnosticsByNode()
  /// Conflicts about fragments with arguments.
  var uses = FragmentUseConflicts()
  /// Conflicts about the Swift types of scalars. Of several for a node, the last is reported: a field that an enumeration lacks matters more than the
  /// type that its property would have.
  var types: [NodeID: Diagnostic] = [:]

  var diagnostics: [Diagnostic] {
    names.diagnostics + nulls.diagnostics + uses.diagnostics.diagnostics
      + types.sorted { $0.key < $1.key }.map(\.value)
  }
}
