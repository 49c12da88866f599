import ApusDiagnostics
import ApusIR

/// What there is to emit of a run's documents.
package struct LoweredDocuments {
  /// The program and the options that it was lowered with; nil when something is wrong.
  package internal(set) var output: (program: Program, options: GenerationOptions)?
  package internal(set) var diagnostics: [Diagnostic]

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
