import ApusSource
import ApusSyntax

/// Something is selected. A rule of our own: a warning, since the draft of 2026 allows empty selection sets.
///
/// https://github.com/graphql/graphql-spec/pull/1227
extension ValidationContext {
  /// - Parameter selectionSet: one without a selection.
  func checkEmptySelection(_ selectionSet: NodeID) {
    warn(
      .emptySelection,
      "The selection set is empty, which most servers reject. Select a field, such as \"__typename\".",
      at: [tree.range(of: selectionSet)])
  }
}

extension DiagnosticCode {
  package static let emptySelection = DiagnosticCode(
    "empty-selection",
    title: "A selection set without selections",
    explanation: """
      The draft of 2026 allows `{ }`. In Swift, the object then has no properties; you can only check whether it is present. \
      Most servers still reject such a document as a syntax error.
      """,
    example: "{ album(id: \"7\") { } }",
    fix: "Select a field; every object has `__typename`.",
    isWarning: true)
}
