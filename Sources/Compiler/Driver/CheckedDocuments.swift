import ApusSource
import ApusDocuments
import ApusSchema

/// Documents, the schema they were validated against, and the diagnostics.
package struct CheckedDocuments {
  /// The documents with resolved names; nil without a usable schema. The files of its tree have the paths of the run's
  /// documents, and their order.
  package let index: DocumentIndex?
  package let diagnostics: [Diagnostic]

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// Returns a copy with additional diagnostics.
  package func with(_ more: [Diagnostic]) -> CheckedDocuments {
    more.isEmpty ? self : CheckedDocuments(index: index, diagnostics: diagnostics + more)
  }

  /// Returns a copy without some of the diagnostics.
  package func without(_ isLeftOut: (Diagnostic) -> Bool) -> CheckedDocuments {
    CheckedDocuments(index: index, diagnostics: diagnostics.filter { !isLeftOut($0) })
  }
}
