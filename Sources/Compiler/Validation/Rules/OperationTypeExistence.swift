import ApusSource
import ApusSyntax

/// The schema has a root type for every kind of operation that is used.
///
/// https://spec.graphql.org/September2025/#sec-Operation-Type-Existence
extension ValidationContext {
  func checkOperationTypeExistence(_ operation: NodeID) {
    let kind = tree.operationKind(operation)
    if schema.rootType(kind) != nil { return }
    var message = "The \(kind.keyword) operation is not supported by the schema."
    if schema.federation.isUsed {
      message +=
        " It is a subgraph's schema, and another subgraph may define the root type. Compile against the gateway's API schema."
    }
    report(.unsupportedOperation, message, operation)
  }
}

extension DiagnosticCode {
  package static let unsupportedOperation = DiagnosticCode(
    "unsupported-operation",
    title: "A kind of operation that the schema does not support",
    explanation: """
      Queries, mutations and subscriptions each select from a root type, and the schema has none for this kind. The root
      types are those of the `schema` definition, or the types named Query, Mutation and Subscription.
      """,
    example: "subscription { newReview { stars } }  # the schema has no Subscription type",
    fix: """
      Remove the operation, or update the schema file if the server supports it. If the file is a subgraph's schema, use
      the gateway's API schema instead.
      """)
}
