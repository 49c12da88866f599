import ApusDiagnostics
import ApusDocuments
import ApusSchema

/// Documents with the schema that they were judged by, and the verdict.
package struct CheckedDocuments {
  /// The documents and the meaning of their names; nil when there is no schema to give one.
  ///
  /// When ``hasErrors`` is false, file n of its tree is document n of the run.
  package let index: DocumentIndex?
  package let diagnostics: [Diagnostic]

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The same with more diagnostics.
  package func with(_ more: [Diagnostic]) -> CheckedDocuments {
    more.isEmpty ? self : CheckedDocuments(index: index, diagnostics: diagnostics + more)
  }

  /// The same without some of the diagnostics.
  package func without(_ isLeftOut: (Diagnostic) -> Bool) -> CheckedDocuments {
    CheckedDocuments(index: index, diagnostics: diagnostics.filter { !isLeftOut($0) })
  }
}
