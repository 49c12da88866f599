import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// A subscription selects exactly one root field, no introspection field, and not under `@skip` or `@include`.
///
/// https://spec.graphql.org/September2025/#sec-Single-Root-Field
extension ValidationContext {
  func checkSingleRootField(ofSubscription operation: NodeID, _ selectionSet: NodeID) {
    if schema.subscriptionType == nil { return }
    var roots = RootFields()
    collect(selectionSet, &roots)
    let subject =
      nodes[operation].name == 0 ? "Anonymous Subscription" : "Subscription \"\(name(operation))\""
    if !roots.conditions.isEmpty {
      report(
        .subscriptionRootField,
        "\(subject) must not use `@skip` or `@include` directives in the top level selection.",
        at: roots.conditions.map(tree.range))
      return
    }
    if roots.groups.isEmpty {
      report(.subscriptionRootField, "\(subject) must select one top level field.", selectionSet)
    } else if roots.groups.count > 1 {
      report(
        .subscriptionRootField, "\(subject) must select only one top level field.",
        at: roots.groups.dropFirst().joined().map(tree.range))
    }
    for group in roots.groups where name(group[0]).hasPrefix("__") {
      report(
        .subscriptionRootField, "\(subject) must not select an introspection top level field.",
        at: group.map(tree.range))
    }
  }

  /// CollectSubscriptionFields of the specification.
  private func collect(_ selectionSet: NodeID, _ roots: inout RootFields) {
    for selection in tree.children(selectionSet) {
      if let condition = tree.directive(Keyword.skip, on: selection)
        ?? tree.directive(Keyword.include, on: selection)
      {
        roots.conditions.append(condition)
        continue
      }
      switch nodes[selection].kind {
      case .field: roots.add(selection, tree.responseKey(selection))
      case .fragmentSpread:
        guard let fragment = index.definition(ofSpread: selection),
          roots.visited.insert(fragment).inserted, applies(index.node(fragment))
        else { continue }
        collect(index[fragment].selectionSet, &roots)
      default:
        if applies(selection), let inner = tree.child(selection, .selectionSet) { collect(inner, &roots) }
      }
    }
  }

  /// Whether the subscription's root type matches the fragment's type condition, if any.
  private func applies(_ fragment: NodeID) -> Bool {
    guard let condition = tree.child(fragment, .namedType) else { return true }
    guard let type = index.type(condition), let root = schema.subscriptionType else { return false }
    return schema[type].isComposite && schema.isSubset(root, of: type)
  }
}

/// The root fields of a subscription, grouped by response key.
private struct RootFields {
  var groups: [[NodeID]] = []
  var groupOfKey: [NameID: Int] = [:]
  /// Directives that would make a root field conditional.
  var conditions: [NodeID] = []
  /// Fragment definitions already visited.
  var visited: Set<DefinitionID> = []

  mutating func add(_ field: NodeID, _ key: NameID) {
    if let group = groupOfKey[key] {
      groups[group].append(field)
    } else {
      groupOfKey[key] = groups.count
      groups.append([field])
    }
  }
}

extension DiagnosticCode {
  package static let subscriptionRootField = DiagnosticCode(
    "subscription-root-field",
    title: "A subscription without exactly one root field",
    explanation: """
      A subscription is a stream of events, and its root field determines which events. So it selects exactly one root field,
      which is not an introspection field such as `__typename` and has neither `@skip` nor `@include`.
      """,
    example: "subscription { newReview { stars } newAlbum { title } }",
    fix: "Write one subscription for each field.")
}
