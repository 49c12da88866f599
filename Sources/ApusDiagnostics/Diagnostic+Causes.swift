extension Diagnostic {
  /// Warnings with one line for each cause: the first place, how many more there are, and what the next few say.
  ///
  /// Equal messages have one cause: a field that is deprecated, selected at thirty places. Of some codes all warnings do
  /// (``DiagnosticCode/isOneCause``): fragments that nobody uses. Errors stay as they are, each is to be corrected at its place.
  ///
  /// - Parameter diagnostics: in the order in which they are shown.
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
        first.message += " (\(group.count) places, of which this is the first.)"
      }
      return first
    }
  }

  /// How many of the others of a cause are shown.
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
