/// Collects the diagnostics of all passes of a run. A pass cannot be made without one, so that none of its diagnostics is lost.
package final class DiagnosticSink {
  /// The diagnostics, in the order in which they were found.
  package private(set) var all: [Diagnostic] = []

  package init() {}

  package func append(_ diagnostic: Diagnostic) { all.append(diagnostic) }

  package func append(contentsOf diagnostics: some Sequence<Diagnostic>) { all += diagnostics }
}
