import ApusSource
import ApusSyntax

/// A directive has every argument that is non-null and lacks a default value.
///
/// https://spec.graphql.org/September2025/#sec-Required-Arguments
extension SDLChecker {
  /// - Parameter directive: the directive's definition.
  mutating func checkProvidedRequiredArgumentsOnDirectives(of node: NodeID, _ directive: NodeID) {
    var child = directive &+ 1
    let end = Int(nodes[directive].next)
    while child < end {
      if case .inputValueDefinition = nodes[child].kind, !isGiven(nodes[child].name, to: node),
        let type = tree.type(child), nodes[type].flags & NodeFlag.nonNull != 0, tree.value(child) == nil
      {
        report(
          .missingArgument,
          "Argument \"@\(tree.name(node))(\(tree.name(child)):)\" of type"
            + " \"\(MinifyingPrinter.printPart(type, of: tree))\" is required, but it was not provided.",
          at: [tree.range(of: node)], node, directive: directive)
      }
      child = Int(nodes[child].next)
    }
  }

  private func isGiven(_ name: NameID, to node: NodeID) -> Bool {
    var argument = node &+ 1
    let end = Int(nodes[node].next)
    while argument < end {
      if nodes[argument].name == name { return true }
      argument = Int(nodes[argument].next)
    }
    return false
  }
}

extension DiagnosticCode {
  package static let missingArgument = DiagnosticCode(
    "missing-argument",
    title: "A required argument that is not given",
    explanation: "An argument without a default value is required if its type ends with `!`.",
    example: "query { album { title } }  # the schema has album(id: ID!)",
    fix: "Give it: `album(id: $id)`.")
}
