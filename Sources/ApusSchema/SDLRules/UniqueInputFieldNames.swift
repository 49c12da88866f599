import ApusDiagnostics
import ApusSyntax

/// An object value has each field once.
///
/// https://spec.graphql.org/September2025/#sec-Input-Object-Field-Uniqueness
extension SDLChecker {
  mutating func checkUniqueInputFieldNames(of object: NodeID) {
    names.forgetAll()
    var child = object &+ 1
    let end = Int(nodes[object].next)
    while child < end {
      let first = names.insert(nodes[child].name, child)
      if first >= 0 {
        report(
          .uniqueInputFieldNames, .duplicateInputField,
          "There can be only one input field named \(quoted(child)).",
          at: [tree.nameRange(of: first), tree.nameRange(of: child)], child)
      }
      child = Int(nodes[child].next)
    }
  }
}

extension DiagnosticCode {
  package static let duplicateInputField = DiagnosticCode(
    "duplicate-input-field",
    title: "A field that is repeated in an object value",
    explanation: "An object value may contain each field only once.",
    example: "query { albums(filter: { year: 1999, year: 2000 }) { title } }",
    fix: "Keep one of them.")
}
