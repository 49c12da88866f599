import ApusSource

/// The result of a run that writes files.
package struct GeneratedFiles {
  /// The paths of files that were written because their content changed.
  package internal(set) var written: [String] = []
  /// The paths of files that were deleted because their documents are gone.
  package internal(set) var removed: [String] = []
  /// Whether a ``BuildRecord`` showed that the outputs are up to date, so nothing was generated.
  package internal(set) var isOfRecord = false
  /// Objects that the run created. Deallocating them is a tenth of the work, which a process about to exit can skip.
  package internal(set) var remains: [Any] = []
  package internal(set) var diagnostics: [Diagnostic] = []

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
