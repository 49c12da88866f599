import ApusDocuments
import ApusShapes
import ApusSwiftModel
import ApusSource

/// Lowers documents for tests. Each test target of the compiler declares a `Lowering` that calls it, so no test of theirs lowers documents
/// without a look at what is sent.
package enum CheckedLowering {
  /// Lowers all documents of a run, and compares what is sent with them.
  ///
  /// - Parameter report: receives each difference.
  package static func lower(
    _ written: DocumentIndex, _ options: GenerationOptions, _ report: (String) -> Void
  ) -> (program: Program, diagnostics: [Diagnostic]) {
    let result = Lowering.lower(written, options)
    // With an error, nothing is sent.
    if !result.diagnostics.contains(where: { $0.severity == .error }) {
      result.program.operations.compactMap { SentText.difference($0, in: result.program) }.forEach(report)
    }
    return result
  }
}
