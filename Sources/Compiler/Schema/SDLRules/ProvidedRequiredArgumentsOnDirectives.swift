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
      if case .inputValueDefinition = nodes[child].kind,
        tree.child(node, .argument, named: nodes[child].name) == nil, let type = tree.type(child),
        nodes[type].flags & NodeFlag.nonNull != 0, tree.value(child) == nil
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
}

extension DiagnosticCode {
  package static let missingArgument = DiagnosticCode(
    "missing-argument",
    title: "A required argument that is not given",
    explanation: "An argument without a default value is required if its type ends with `!`.",
    example: "query { album { title } }  # the schema has album(id: ID!)",
    fix: "Give it: `album(id: $id)`.")
}
