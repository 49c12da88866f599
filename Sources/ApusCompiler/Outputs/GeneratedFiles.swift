import ApusDiagnostics

/// What a run that writes came to.
package struct GeneratedFiles {
  /// The paths of the files that were written, because their content is new.
  package internal(set) var written: [String] = []
  /// The paths of the files that were deleted, because their documents are gone.
  package internal(set) var removed: [String] = []
  /// Whether a ``BuildRecord`` said that all is as the last good run left it, so that nothing was made.
  package internal(set) var isOfRecord = false
  /// What the run made on its way. To take it apart is a tenth of the work: who is about to end can do without.
  package internal(set) var remains: [Any] = []
  package internal(set) var diagnostics: [Diagnostic] = []

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
