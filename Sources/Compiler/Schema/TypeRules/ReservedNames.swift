import ApusSource
import ApusSyntax

/// Names that begin with two underscores are reserved for introspection.
///
/// https://spec.graphql.org/September2025/#sec-Names.Reserved-Names
extension TypeChecker {
  /// - Parameter node: the node with that name.
  mutating func checkReservedNames(_ name: NameID, _ node: NodeID) {
    if !schema.names.isReserved(name) { return }
    report(
      .reservedName,
      "Name \"\(text(name))\" must not begin with \"__\", which is reserved by GraphQL introspection.",
      at: [node]
    )
  }
}

extension DiagnosticCode {
  package static let reservedName = DiagnosticCode(
    "reserved-name",
    title: "A name that begins with two underscores",
    explanation: """
      Names that begin with `__` belong to introspection. No type, field, argument, input field, enum value or
      directive of a schema may have one.
      """,
    example: "type Album { __internal: String }",
    fix: "Choose a name without the leading underscores.")
}
