import ApusSource
import ApusSyntax

/// Every directive on a definition is defined and allowed in that location.
///
/// https://spec.graphql.org/September2025/#sec-Directives-Are-Defined
/// https://spec.graphql.org/September2025/#sec-Directives-Are-in-Valid-Locations
extension SDLChecker {
  mutating func checkKnownDirectives(unknown node: NodeID) {
    report(
      .unknownDirective, "Unknown directive \(quoted(node, prefix: "@")).",
      at: [tree.range(of: node)], node)
  }

  /// - Parameters:
  ///   - directive: the directive's definition.
  ///   - owner: the node that the directive is on.
  mutating func checkKnownDirectives(of node: NodeID, _ directive: NodeID, _ owner: NodeID) {
    let location = tree.directiveLocation(of: owner, in: nodes[definition].kind)
    if tree.child(directive, .directiveLocation, named: location) != nil { return }
    report(
      .misplacedDirective,
      "Directive \(quoted(node, prefix: "@")) may not be used on \(tree.names.string(location)).",
      at: [tree.range(of: node)], node, directive: directive)
  }
}

extension DiagnosticCode {
  package static let unknownDirective = DiagnosticCode(
    "unknown-directive",
    title: "A directive that the schema does not define",
    explanation: """
      Apart from `@skip`, `@include`, `@deprecated`, `@specifiedBy` and `@oneOf`, a directive has to be defined in the
      schema before it is used.
      """,
    example: "type Album { title: String @uppercase }",
    fix: "Define it, for example `directive @uppercase on FIELD_DEFINITION`, or correct the name.")

  package static let misplacedDirective = DiagnosticCode(
    "misplaced-directive",
    title: "A directive in a location that its definition does not allow",
    explanation:
      "A directive's definition lists the kinds of places where it may be used, after the word `on`.",
    example: "directive @key on OBJECT\ntype Album { id: ID! @key }",
    fix:
      "Move the directive, or add the place to its definition: `directive @key on OBJECT | FIELD_DEFINITION`."
  )
}
