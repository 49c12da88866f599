import ApusSource
import ApusSchema
import ApusSyntax

/// The root selections of a mutation or subscription are not deferred or streamed.
extension IncrementalDelivery {
  func checkDeferAtRoot(_ selectionSet: NodeID, _ kind: OperationKind, _ search: inout RootSearch) {
    for selection in context.tree.children(selectionSet) {
      switch context.nodes[selection].kind {
      case .field:
        reportAtRoot(context.tree.directive(Keyword.stream, on: selection), kind)
      case .fragmentSpread:
        guard let inner = selections(ofSpread: selection, &search) else { continue }
        reportAtRoot(context.tree.directive(Keyword.defer, on: selection), kind)
        checkDeferAtRoot(inner, kind, &search)
      default:
        reportAtRoot(context.tree.directive(Keyword.defer, on: selection), kind)
        if let inner = context.tree.child(selection, .selectionSet) { checkDeferAtRoot(inner, kind, &search) }
      }
    }
  }

  private func reportAtRoot(
    _ directive: NodeID?, _ kind: OperationKind
  ) {
    guard let directive else { return }
    context.report(
      .deferAtRoot,
      "\(label(directive)) directive cannot be used on root \(kind.keyword) type"
        + " \"\(context.schema.name(context.schema.rootType(kind)))\".", directive)
  }
}

extension DiagnosticCode {
  package static let deferAtRoot = DiagnosticCode(
    "defer-at-root",
    title: "A deferred or streamed root selection of a mutation or subscription",
    explanation: """
      The root fields of a mutation run one after another, and the root field of a subscription is the event: neither can
      arrive later than the rest.
      """,
    example: "mutation { ... @defer { rate(stars: 5) { id } } }",
    fix: "Move `@defer` below the root field: `rate(stars: 5) { ... @defer { id } }`.")
}
