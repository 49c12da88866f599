import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Fields with the same response key in a selection set, including its fragments, can be merged.
///
/// ``MergeCheck`` decides quickly. Only if it rejects a definition does ``ConflictSearch`` look for the details to
/// report.
///
/// https://spec.graphql.org/September2025/#sec-Field-Selection-Merging
extension ValidationContext {
  func checkFieldSelectionMerging() {
    if !index.hasFragmentArguments { return checkMerging() }
    let expanded = ExpandedDocuments(index)
    if expanded.isTooLarge { return reportTooManyUses() }
    let context = ValidationContext(
      expanded.index, options, expansion: expanded)
    context.checkMerging()
    diagnostics += context.diagnostics
  }

  private func checkMerging() {
    var check = MergeCheck(self)
    defer { check.deallocate() }
    let refused = check.refusedDefinitions()
    if refused.isEmpty { return }
    var search = ConflictSearch(self)
    var reported: Set<[NodeID]> = []
    for definition in index.reached(from: refused).sorted().map(index.node) {
      for node in definition..<Int(nodes[definition].next) where nodes[node].kind == .selectionSet {
        // The selections of an inline fragment belong to the enclosing selection set.
        if nodes[Int(parents[node])].kind == .inlineFragment { continue }
        for conflict in search.conflicts(in: node) {
          // Several uses of a fragment have the same conflicts.
          let fields = conflict.first + conflict.second
          let isNew = reported.insert(expansion.map { fields.map($0.origin) } ?? fields).inserted
          if isNew { report(conflict) }
        }
      }
    }
    reportUses(search.conflictingUses, &reported)
    if reported.isEmpty, let (first, second) = check.conflict {
      report(
        FieldConflict(
          responseKey: tree.responseKey(first), reason: "they differ", first: [first], second: [second]))
    }
  }

  private func report(_ conflict: FieldConflict) {
    let fields = conflict.first + conflict.second
    report(
      .fieldsConflict,
      "Fields \"\(tree.names.string(conflict.responseKey))\" conflict because \(conflict.reason)."
        + " Use different aliases on the fields to fetch both if this was intentional.",
      at: fields.map(tree.range),
      notes: fields.dropFirst().map {
        .init("\"\(tree.names.string(tree.responseKey($0)))\" is selected here.", at: tree.range(of: $0))
      })
  }
}

extension DiagnosticCode {
  package static let fieldsConflict = DiagnosticCode(
    "fields-conflict",
    title: "Different fields with the same name",
    explanation: """
      Two fields with the same response key in one object share one place in the response, so they must be the same field
      with the same arguments, and their selections must not conflict either. Fields on different object types never
      share a
      place, but their types still have to agree. The conflict may come through fragments.
      """,
    example: "{ album(id: \"7\") { cover(size: 64) cover(size: 512) } }",
    fix: "Give one of them an alias: `thumbnail: cover(size: 64)`.")
}
