import ApusDiagnostics
import ApusSyntax

/// An object value has each field once.
///
/// https://spec.graphql.org/September2025/#sec-Input-Object-Field-Uniqueness
extension ValidationContext {
  func checkInputObjectFieldUniqueness(_ object: NodeID) {
    names.forgetAll()
    var field = object &+ 1
    let end = Int(nodes[object].next)
    while field < end {
      let first = names.insert(nodes[field].name, field)
      if first >= 0 {
        report(
          .duplicateInputField, "There can be only one input field named \"\(name(field))\".",
          at: [tree.nameRange(of: field), tree.nameRange(of: first)])
      }
      field = Int(nodes[field].next)
    }
  }
}
