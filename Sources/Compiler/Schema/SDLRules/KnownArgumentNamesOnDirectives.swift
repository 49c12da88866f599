import ApusSource
import ApusSyntax

/// A directive has only arguments that its definition declares.
///
/// https://spec.graphql.org/September2025/#sec-Argument-Names
extension SDLChecker {
  /// - Parameter directive: the directive's definition.
  mutating func checkKnownArgumentNamesOnDirectives(of node: NodeID, _ directive: NodeID) {
    var argument = node &+ 1
    let end = Int(nodes[node].next)
    while argument < end {
      if tree.child(directive, .inputValueDefinition, named: nodes[argument].name) == nil {
        let known = tree.children(directive, .inputValueDefinition).map(tree.name)
        report(
          .unknownArgument,
          "Unknown argument \(quoted(argument)) on directive \(quoted(node, prefix: "@"))."
            + Suggestions.didYouMean(tree.name(argument), among: known),
          at: [tree.range(of: argument)], argument, directive: directive)
      }
      argument = Int(nodes[argument].next)
    }
  }
}

extension DiagnosticCode {
  package static let unknownArgument = DiagnosticCode(
    "unknown-argument",
    title: "An argument that does not exist",
    explanation: "A field or a directive takes only the arguments that its definition in the schema lists.",
    example: "query { album(identifier: \"1\") { title } }  # the schema has album(id: ID!)",
    fix: "Correct the argument's name, or remove it.")
}
