import ApusSource
import ApusSyntax

/// Conflicts between merged selections of one field.
struct FieldConflicts {
  /// Conflicts about `@apus`.
  var names = DiagnosticsByNode()
  /// Conflicts about nulls and errors.
  var nulls = DiagnosticsByNode()
  /// Conflicts about fragments with arguments.
  var uses = DiagnosticsByNode()
  /// Conflicts about the Swift types of scalars. If a selection has several, the last one is kept: that an enum lacks a property matters more than
  /// which type the property has in a case.
  var types: [NodeID: Diagnostic] = [:]

  var diagnostics: [Diagnostic] {
    names.diagnostics + nulls.diagnostics + uses.diagnostics
      + types.sorted { $0.key < $1.key }.map(\.value)
  }
}
