import ApusSource

/// The rules that are off by default and that a configuration switches on, with their settings.
package struct LintOptions {
  /// The codes of the rules that are on.
  package var codes: Set<DiagnosticCode> = []
  /// The number of fields that may be nested in one another.
  package var maximumDepth = Int.max
  /// The day on which deprecations are judged.
  package var today: CalendarDate?

  package init() {}
}
