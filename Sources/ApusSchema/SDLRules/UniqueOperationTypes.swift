import ApusDiagnostics
import ApusSyntax

/// The schema has at most one root type each for queries, mutations and subscriptions.
///
/// https://spec.graphql.org/September2025/#sec-Root-Operation-Types
extension SDLChecker {
  mutating func checkUniqueOperationTypes(of schemaDefinition: NodeID) {
    for node in tree.children(schemaDefinition, .operationTypeDefinition) {
      let kind = tree.operationKind(node)
      let first = operationType(kind)
      if first < 0 {
        setOperationType(kind, node)
      } else {
        report(
          .uniqueOperationTypes, .duplicateOperationType,
          "There can be only one \(kind.keyword) type in schema.",
          at: [tree.range(of: first), tree.range(of: node)], node)
      }
    }
  }

  private func operationType(_ kind: OperationKind) -> NodeID {
    switch kind {
    case .query: operationTypes.0
    case .mutation: operationTypes.1
    case .subscription: operationTypes.2
    }
  }

  private mutating func setOperationType(_ kind: OperationKind, _ node: NodeID) {
    switch kind {
    case .query: operationTypes.0 = node
    case .mutation: operationTypes.1 = node
    case .subscription: operationTypes.2 = node
    }
  }
}

extension DiagnosticCode {
  package static let duplicateOperationType = DiagnosticCode(
    "duplicate-operation-type",
    title: "A second root type for the same kind of operation",
    explanation: "The schema and its extensions may name only one type for each kind of operation.",
    example: "schema { query: Query  query: Root }",
    fix: "Keep one of them.")
}
