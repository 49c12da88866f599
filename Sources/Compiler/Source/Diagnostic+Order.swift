extension Diagnostic {
  /// The secondary places that no note mentions.
  package var otherRanges: [SourceRange] {
    ranges.dropFirst().filter { range in
      !notes.contains { $0.range.map { $0.file === range.file && $0.start == range.start } ?? false }
    }
  }

  /// Whether this diagnostic is shown before `other`: by path, then by place. Diagnostics without a place come first.
  ///
  /// The order is independent of the order in which the diagnostics were found.
  package func isBefore(_ other: Diagnostic) -> Bool {
    let left = ranges.first?.inFile
    let right = other.ranges.first?.inFile
    let leftPath = left?.file.path ?? path ?? ""
    let rightPath = right?.file.path ?? other.path ?? ""
    if leftPath != rightPath { return ByteOrder.precedes(leftPath, rightPath) }
    let leftPlace = left.map { ($0.start, $0.end) } ?? (-1, -1)
    let rightPlace = right.map { ($0.start, $0.end) } ?? (-1, -1)
    if leftPlace != rightPlace { return leftPlace < rightPlace }
    if severity != other.severity { return severity == .error }
    if code != other.code { return code.name < other.code.name }
    return ByteOrder.precedes(message, other.message)
  }
}

extension Sequence<Diagnostic> {
  /// The diagnostics in display order.
  package func sortedByPlace() -> [Diagnostic] { sorted { $0.isBefore($1) } }
}
