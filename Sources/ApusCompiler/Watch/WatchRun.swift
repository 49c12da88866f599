import ApusDiagnostics

/// What one run of a ``WatchSession`` read, wrote and found.
package struct WatchRun {
  /// The files that changed since the run before, in the order of their paths; all of them in the first run.
  package var changed: [String]
  package var documentCount: Int
  package var isFirst = false
  /// The outputs that were written, because their content is new.
  package var written: [String] = []
  /// The outputs that were deleted, because their documents are gone.
  package var removed: [String] = []
  package var diagnostics: [Diagnostic] = []
  /// Microseconds until the outputs of the changed documents were there, where they went first.
  package var firstDuration: Int?
  /// Microseconds until everything was compared.
  package var duration = 0

  package init(changed: [String], documentCount: Int) {
    self.changed = changed
    self.documentCount = documentCount
  }

  package var errorCount: Int { diagnostics.reduce(0) { $0 + ($1.severity == .error ? 1 : 0) } }

  /// A line for people, without a line feed.
  package var summary: String {
    let subject =
      if isFirst { WatchRun.count(documentCount, "document") } else if let first = changed.first {
        changed.count == 1 ? first : "\(first) and \(changed.count - 1) more"
      } else { "The list of documents" }
    if errorCount > 0 {
      // What only all documents together show comes behind the outputs of those that changed.
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
