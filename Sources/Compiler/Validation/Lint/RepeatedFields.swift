import ApusSource
import ApusSyntax

/// A selection set selects a response key once. This rule of our own is off by default.
///
/// Fields with different directives are different: one of them may be left out.
extension ValidationContext {
  func checkRepeatedFields() {
    for set in 0..<tree.count where nodes[set].kind == .selectionSet {
      var first: [String: NodeID] = [:]
      for field in tree.children(set) where nodes[field].kind == .field {
        let key = tree.names.string(tree.responseKey(field))
        let directives = tree.children(field, .directive).map(tree.text(of:))
        let identity = ([key] + directives).joined(separator: " ")
        guard let other = first[identity] else {
          first[identity] = field
          continue
        }
        warn(
          .repeatedField, "\"\(key)\" is already selected in this selection set. Remove one of the two.",
          at: [tree.nameRange(of: field), tree.nameRange(of: other)],
          notes: [.init("The other one is here.", at: tree.nameRange(of: other))])
      }
    }
  }
}

extension DiagnosticCode {
  package static let repeatedField = DiagnosticCode(
    "repeated-field",
    title: "A field that is selected twice in one selection set",
    explanation: """
      Fields with one response key are merged, so the second one has no effect, or its selections belong into those of the first. \
      Selections of fragments do not count, and neither do fields with different directives.
      """,
    example: "{ album(id: \"7\") { title year title } }",
    fix: "Remove one of the two, and join their selections.", isWarning: true, switchedOnBy: "\"warning\"")
}
