import ApusSource
import ApusSyntax

/// There is a query type, and root types are distinct object types.
///
/// https://spec.graphql.org/September2025/#sec-Root-Operation-Types
extension TypeChecker {
  mutating func checkRootTypes() {
    concern = .schema
    let kinds: [OperationKind] = [.query, .mutation, .subscription]
    // In a federation, another subgraph may define the query type.
    if schema.queryType == nil, operationType(.query) == nil, !schema.federation.isUsed {
      let definition = tree.definitions.first {
        nodes[$0].kind == .schemaDefinition && nodes[$0].flags & NodeFlag.isExtension == 0
      }
      report(
        .missingQueryType, "Query root type must be provided.",
        at: (definition.map { [$0] } ?? []).map(tree.range))
    }
    var uses: [(type: TypeID, kinds: [OperationKind])] = []
    for kind in kinds {
      guard let type = schema.rootType(kind) else { continue }
      if schema[type].kind != .object {
        reportRootKind(kind, type)
      } else if let known = uses.firstIndex(where: { $0.type == type }) {
        uses[known].kinds.append(kind)
      } else {
        uses.append((type, [kind]))
      }
    }
    for use in uses where use.kinds.count > 1 {
      report(
        .sharedRootType,
        "All root types must be different, \"\(schema.name(use.type))\" type is used as"
          + " \(Suggestions.join(use.kinds.map(\.keyword), "and")) root types.",
        at: use.kinds.compactMap(operationType))
    }
  }

  private mutating func reportRootKind(_ kind: OperationKind, _ type: TypeID) {
    let name =
      switch kind {
      case .query: "Query"
      case .mutation: "Mutation"
      case .subscription: "Subscription"
      }
    report(
      .rootTypeKind,
      "\(name) root type must be Object type\(kind == .query ? "" : " if provided"),"
        + " it cannot be \(schema.name(type)).",
      at: [operationType(kind) ?? schema[type].node])
  }

  /// The place in the schema definition or an extension that names the root type.
  private func operationType(_ kind: OperationKind) -> NodeID? {
    var extended: NodeID?
    for definition in tree.definitions where nodes[definition].kind == .schemaDefinition {
      for node in tree.children(definition, .operationTypeDefinition) where tree.operationKind(node) == kind {
        if nodes[definition].flags & NodeFlag.isExtension == 0 { return node + 1 }
        if extended == nil { extended = node + 1 }
      }
    }
    return extended
  }
}

extension DiagnosticCode {
  package static let missingQueryType = DiagnosticCode(
    "missing-query-type",
    title: "A schema without a query type",
    explanation: """
      Every schema has a query type: the one named in `schema { query: … }`, or else the object type named `Query`.
      Only a federation's subgraph may lack one.
      """,
    example: "schema { mutation: Mutation }\ntype Mutation { addAlbum(title: String!): ID }",
    fix:
      "Add `type Query { … }`, or name the type in the schema's definition; check that all of its files are given."
  )

  package static let rootTypeKind = DiagnosticCode(
    "root-type-kind",
    title: "A root type that is not an object type",
    explanation: "The root types of queries, mutations and subscriptions must be object types.",
    example: "interface Query { album: String }",
    fix: "Make it a `type`.")

  package static let sharedRootType = DiagnosticCode(
    "shared-root-type",
    title: "The same root type for two kinds of operations",
    explanation: "Queries, mutations and subscriptions must have distinct root types.",
    example: "schema { query: Root  mutation: Root }",
    fix: "Define a separate type for each.")
}
