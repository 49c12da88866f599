import ApusSource
import ApusSchema
import ApusSyntax

/// In a subscription, `@defer` and `@stream` can be turned off by a variable or `false`.
extension IncrementalDelivery {
  func checkDeferInSubscriptions(_ selectionSet: NodeID, _ search: inout RootSearch) {
    for selection in context.tree.children(selectionSet) {
      if canBeLeftOut(selection) { continue }
      for directive in context.tree.children(selection, .directive) {
        let name = context.nodes[directive].name
        if name != Keyword.defer && name != Keyword.stream || canBeTurnedOff(directive) { continue }
        reportInSubscription(directive, search.path)
      }
      if context.nodes[selection].kind == .fragmentSpread {
        guard let inner = selections(ofSpread: selection, &search) else { continue }
        search.path.append(selection)
        checkDeferInSubscriptions(inner, &search)
        search.path.removeLast()
      } else if let inner = context.tree.child(selection, .selectionSet) {
        checkDeferInSubscriptions(inner, &search)
      }
    }
  }

  private func reportInSubscription(_ directive: NodeID, _ path: [NodeID]) {
    let name = context.name(directive)
    context.report(
      .deferInSubscription,
      "\(label(directive)) directive not supported on subscription operations. Disable `@\(name)` by setting"
        + " the `if` argument to `false`.",
      at: [context.tree.range(of: directive)] + path.reversed().map(context.tree.range),
      notes: path.reversed().map {
        .init("The subscription reaches it here.", at: context.tree.range(of: $0))
      })
  }

  /// Whether `@skip` or `@include` can exclude a selection. An invalid `@skip`, reported elsewhere, counts as one that
  /// can.
  private func canBeLeftOut(_ selection: NodeID) -> Bool {
    if let skip = context.tree.directive(Keyword.skip, on: selection),
      context.tree.boolean(context.tree.argument(Keyword.if, of: skip)) != false
    {
      return true
    }
    if let include = context.tree.directive(Keyword.include, on: selection),
      let value = context.tree.argument(Keyword.if, of: include)
    {
      return context.tree.boolean(value) != true
    }
    return false
  }

  private func canBeTurnedOff(_ directive: NodeID) -> Bool {
    guard let value = context.tree.argument(Keyword.if, of: directive) else { return false }
    return context.nodes[value].kind == .variable || context.tree.boolean(value) == false
  }
}

extension DiagnosticCode {
  package static let deferInSubscription = DiagnosticCode(
    "defer-in-subscription",
    title: "A subscription that defers or streams",
    explanation:
      "Each event of a subscription arrives as a whole. If queries use the same fragment, use a variable.",
    example: "subscription { newReview { ... @defer { text } } }",
    fix: "Remove the directive, or pass a variable: `@defer(if: $isQuery)`.")
}
