import ApusSource
import ApusSyntax

/// A schema is defined at most once; anything else goes into extensions.
///
/// https://spec.graphql.org/September2025/#sec-Schema
extension SDLChecker {
  mutating func checkLoneSchemaDefinition(_ node: NodeID) {
    if nodes[node].flags & NodeFlag.isExtension != 0 { return }
    if hasSchemaDefinition {
      report(
        .duplicateSchemaDefinition, "Must provide only one schema definition.",
        at: [tree.range(of: node)], node)
    }
    hasSchemaDefinition = true
  }
}

extension DiagnosticCode {
  package static let duplicateSchemaDefinition = DiagnosticCode(
    "duplicate-schema-definition",
    title: "A second definition of the schema",
    explanation: """
      One `schema { … }` names the root types. All files of a schema count as one, so a second definition in another
      file is an error too.
      """,
    example: "schema { query: Query }\nschema { mutation: Mutation }",
    fix: "Keep one definition, and write `extend schema { mutation: Mutation }` for the rest.")
}
