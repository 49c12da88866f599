import ApusDocuments
import ApusShapes
import ApusSwiftModel
import ApusSentText
import ApusSource
import Testing

/// In this target the compiler's own, with a look at what is sent.
enum Lowering {
  static func lower(
    _ written: DocumentIndex, _ options: GenerationOptions
  ) -> (program: Program, diagnostics: [Diagnostic]) {
    CheckedLowering.lower(written, options) { Issue.record("\($0)") }
  }
}
