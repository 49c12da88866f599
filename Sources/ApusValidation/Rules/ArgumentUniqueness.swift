import ApusDiagnostics
import ApusSchema
import ApusSyntax

/// A field, directive or fragment spread has each argument once.
///
/// https://spec.graphql.org/September2025/#sec-Argument-Uniqueness
extension ValidationContext {
  /// - Parameter owner: a field, directive or spread whose first child is an argument.
  func checkArgumentUniqueness(_ owner: NodeID) {
    var argument = owner &+ 1
    let end = Int(nodes[owner].next)
    var hasDuplicates = false
    names.forgetAll()
    while argument < end, case .argument = nodes[argument].kind {
      if names.insert(nodes[argument].name, argument) >= 0 { hasDuplicates = true }
      argument = Int(nodes[argument].next)
    }
    if !hasDuplicates { return }
    for group in tree.groupsOfOneName(tree.children(owner, .argument)) {
      report(
        .duplicateArgument, "There can be only one argument named \"\(name(group[0]))\".",
        at: group.map(tree.nameRange))
    }
  }
}
