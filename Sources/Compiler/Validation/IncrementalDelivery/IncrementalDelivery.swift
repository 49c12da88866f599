import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The rules of the incremental delivery proposal, for schemas that define `@defer` or `@stream` and documents that use
/// them.
///
/// The September 2025 specification has neither directive: https://github.com/graphql/graphql-spec/pull/1110
struct IncrementalDelivery {
  let context: ValidationContext
  /// All uses of the two directives, in source order.
  let uses: [NodeID]

  init(_ context: ValidationContext) {
    self.context = context
    uses = context.index.directives(Keyword.defer, Keyword.stream)
  }

  /// Applies the rules to all documents.
  func check() {
    if uses.isEmpty { return }
    warnOfUndefinedDirectives()
    checkDeferLabels()
    checkStreamedFieldsAreLists()
    var search = RootSearch()
    for definition in context.index.allDefinitions.map({ context.index[$0] }) {
      if context.nodes[definition.node].kind != .operation { continue }
      let kind = context.tree.operationKind(definition.node)
      if kind != .query, context.schema.rootType(kind) != nil {
        search.visited = []
        checkDeferAtRoot(definition.selectionSet, kind, &search)
      }
      if kind == .subscription {
        search.visited = []
        checkDeferInSubscriptions(definition.selectionSet, &search)
      }
    }
  }

  /// "Defer" or "Stream", for the start of messages.
  func label(_ directive: NodeID) -> String {
    context.nodes[directive].name == Keyword.defer ? "Defer" : "Stream"
  }

  /// The selections of a fragment if this search reaches it for the first time.
  func selections(ofSpread spread: NodeID, _ search: inout RootSearch) -> NodeID? {
    guard let fragment = context.index.definition(ofSpread: spread),
      search.visited.insert(fragment).inserted
    else { return nil }
    return context.index[fragment].selectionSet
  }
}

/// The state of a search that starts at an operation's root.
struct RootSearch {
  /// Fragments that this operation has visited.
  var visited: Set<DefinitionID> = []
  /// The spreads from the operation to the current selections.
  var path: [NodeID] = []
}
