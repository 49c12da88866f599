import ApusSource
import ApusSwiftModel

/// The lowered documents of a run.
package struct LoweredDocuments {
  /// The program and the options that it was lowered with; nil if there are errors.
  package internal(set) var output: (program: Program, options: GenerationOptions)?
  package internal(set) var diagnostics: [Diagnostic]

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
