/// A problem in the compiler's input: what is wrong and where.
package struct Diagnostic {
  /// Whether the diagnostic fails the build.
  package enum Severity: String {
    case error, warning
  }

  /// A remark that belongs to a diagnostic, optionally with its own place.
  package struct Note {
    package var message: String
    package var range: SourceRange?

    package init(_ message: String, at range: SourceRange? = nil) {
      self.message = message
      self.range = range
    }
  }

  package var severity: Severity
  /// The kind of diagnostic. Its name is stable, and `apus-tool explain` shows its page.
  package var code: DiagnosticCode
  /// The general code that a special one replaces. The stricter of their configured severities applies.
  package var generalCode: DiagnosticCode?
  /// One sentence that states what is wrong and, if that is not obvious, what to do.
  package var message: String
  /// All places involved, the primary one first; empty if the diagnostic is not about source text.
  package var ranges: [SourceRange]
  package var notes: [Note]
  /// The file that the diagnostic is about, if no range can be given, for example because it is unreadable.
  package var path: String?
  /// The configuration key that the diagnostic is about (`cache.keys.Album`), so that the caller can find it in the file.
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
