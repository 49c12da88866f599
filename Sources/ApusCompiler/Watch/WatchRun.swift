import ApusDiagnostics

/// The result of one run of a ``WatchSession``.
package struct WatchRun {
  /// The files that changed since the last run, sorted by path; in the first run, all files.
  package var changed: [String]
  package var documentCount: Int
  package var isFirst = false
  /// The outputs that were written because their content changed.
  package var written: [String] = []
  /// The outputs that were deleted because their documents are gone.
  package var removed: [String] = []
  package var diagnostics: [Diagnostic] = []
  /// Microseconds until the outputs of the changed documents were written, if they were compiled first.
  package var firstDuration: Int?
  /// Microseconds until the whole run was done.
  package var duration = 0

  package init(changed: [String], documentCount: Int) {
    self.changed = changed
    self.documentCount = documentCount
  }

  package var errorCount: Int { diagnostics.reduce(0) { $0 + ($1.severity == .error ? 1 : 0) } }

  /// A summary for people, without a line feed.
  package var summary: String {
    let subject =
      if isFirst { WatchRun.count(documentCount, "document") } else if let first = changed.first {
        changed.count == 1 ? first : "\(first) and \(changed.count - 1) more"
      } else { "The list of documents" }
    if errorCount > 0 {
      // The outputs of changed documents come first, followed by differences that only the full run found.
      let files = written.isEmpty ? "no file is written" : "\(WatchRun.count(written.count, "file")) written"
      return "\(subject): \(WatchRun.count(errorCount, "error")), \(files)."
    }
    var parts: [String] = []
    if !written.isEmpty { parts.append("\(WatchRun.count(written.count, "file")) written") }
    if !removed.isEmpty { parts.append("\(WatchRun.count(removed.count, "file")) deleted") }
    if parts.isEmpty { parts = ["no file changes"] }
    let what = parts.joined(separator: ", ")
    guard let firstDuration else { return "\(subject): \(what), \(WatchRun.time(duration))." }
    return
      "\(subject): \(what), \(WatchRun.time(firstDuration)); compared with all others, \(WatchRun.time(duration))."
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func time(_ microseconds: Int) -> String {
    "\((microseconds + 999) / 1000) ms"
  }
}
