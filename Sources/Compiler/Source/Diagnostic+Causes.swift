extension Diagnostic {
  /// Groups warnings by cause: the first place, a count of the others, and the next few messages.
  ///
  /// Equal messages share a cause, such as one deprecated field selected in thirty places. For some codes all warnings
  /// do, such as unused fragments (``DiagnosticCode/isOneCause``). Errors are never grouped, because each has to be
  /// fixed there.
  ///
  /// - Parameter diagnostics: the diagnostics in display order.
  package static func byCause(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var groups: [[Diagnostic]] = []
    var numbers: [Cause: Int] = [:]
    for diagnostic in diagnostics {
      let cause = diagnostic.severity == .warning ? Cause(diagnostic) : nil
      if let cause, let known = numbers[cause] {
        groups[known].append(diagnostic)
      } else {
        if let cause { numbers[cause] = groups.count }
        groups.append([diagnostic])
      }
    }
    return groups.compactMap { group in
      guard var first = group.first else { return nil }
      let others = group.dropFirst()
      if others.isEmpty { return first }
      if first.code.isOneCause {
        first.message += " \(others.count == 1 ? "There is 1 more" : "There are \(others.count) more"):"
        first.notes += others.prefix(shownOthers).map { Note($0.message, at: $0.ranges.first) }
      } else {
        first.message += " (\(group.count) places; this is the first.)"
      }
      return first
    }
  }

  /// The number of other places of a cause that are shown.
  private static let shownOthers = 3

  private struct Cause: Hashable {
    var code: DiagnosticCode
    var message: String

    init(_ diagnostic: Diagnostic) {
      code = diagnostic.code
      message = diagnostic.code.isOneCause ? "" : diagnostic.message
    }
  }
}
