/// What the compiler has to say of its input: what is wrong and where.
package struct Diagnostic {
  /// Whether the diagnostic stops the build.
  package enum Severity: String {
    case error, warning
  }

  /// A remark that belongs to a diagnostic, with a place of its own where it has one.
  package struct Note {
    package var message: String
    package var range: SourceRange?

    package init(_ message: String, at range: SourceRange? = nil) {
      self.message = message
      self.range = range
    }
  }

  package var severity: Severity
  /// The kind of diagnostic: its name is stable, `apusc explain` shows its page.
  package var code: DiagnosticCode
  /// One sentence that says what is wrong and, where that is not plain, what to do.
  package var message: String
  /// Every place that takes part, the primary one first; empty when the diagnostic is about no text.
  package var ranges: [SourceRange]
  package var notes: [Note]
  /// The file that the diagnostic is about when no range in it can be given, for example one that cannot be read.
  package var path: String?
  /// The key of the configuration that the diagnostic is about, for those who know its place (`cacheKeys.Album`).
  package var configurationKey: String?

  package init(
    _ severity: Severity, _ code: DiagnosticCode, _ message: String, at ranges: [SourceRange] = [],
    notes: [Note] = [], path: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.ranges = ranges
    self.notes = notes
    self.path = path
  }
}
