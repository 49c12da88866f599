import ApusDiagnostics
import ApusSyntax

/// A directive has each argument once.
///
/// https://spec.graphql.org/September2025/#sec-Argument-Uniqueness
extension SDLChecker {
  mutating func checkUniqueArgumentNames(of node: NodeID) {
    var child = node &+ 1
    let end = Int(nodes[node].next)
    // Fast path: a single argument, the usual case, cannot be a duplicate.
    if child >= end || Int(nodes[child].next) >= end { return }
    names.forgetAll()
    var hasDuplicates = false
    while child < end {
      if names.insert(nodes[child].name, child) >= 0 { hasDuplicates = true }
      child = Int(nodes[child].next)
    }
    if !hasDuplicates { return }
    for group in tree.groupsOfOneName(tree.children(node, .argument)) {
      report(
        .uniqueArgumentNames, .duplicateArgument, "There can be only one argument named \(quoted(group[0])).",
        at: group.map(tree.nameRange), group[1])
    }
  }
}

extension DiagnosticCode {
  package static let duplicateArgument = DiagnosticCode(
    "duplicate-argument",
    title: "An argument that is given twice",
    explanation: "Each argument of a field or directive may be given only once.",
    example: "query { album(id: \"1\", id: \"2\") { title } }",
    fix: "Keep one of them.")
}
