import SwiftSyntax

/// Transactions and other uses of a cache.
extension ApolloEdits {
  /// Whether a value is an Apollo client or store, as far as declarations say.
  private func isApollo(_ base: ExprSyntax) -> Bool? {
    if let inner = client(of: base) {
      // The `store` of something else may be a property of the app.
      return types.type(of: inner).map { isClient($0) || isStore(base) }
    }
    return types.type(of: base).map { isClient($0) || $0.unwrapped.name == "ApolloStore" }
  }

  private func isClient(_ type: AppType) -> Bool { ApolloEdits.clients.contains(type.unwrapped.name) }

  /// The base of `.store`.
  private func client(of base: ExprSyntax) -> ExprSyntax? {
    guard let member = base.as(MemberAccessExprSyntax.self) else { return nil }
    return member.declName.baseName.text == "store" ? member.base : nil
  }

  private func isStore(_ base: ExprSyntax) -> Bool { types.type(of: base)?.unwrapped.name == "ApolloStore" }

  /// Whether a value is a client's store, which becomes its cache.
  private func isClientsStore(_ base: ExprSyntax) -> Bool {
    client(of: base).flatMap { types.type(of: $0) }.map(isClient) ?? false
  }

  /// `try await client.clearCache()` becomes `client.cache?.clear()`.
  func clearing(_ node: MemberAccessExprSyntax) {
    guard touches, let call = node.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == node.id,
      let base = node.base
    else { return }
    let known = isApollo(base)
    if known == false { return }
    guard known == true, usesCache, call.arguments.isEmpty, call.trailingClosure == nil,
      let awaited = call.parent?.as(AwaitExprSyntax.self),
      let attempt = awaited.parent?.as(TryExprSyntax.self),
      attempt.questionOrExclamationMark == nil
    else { return leave(node.declName, "clear() of GraphQLCache") }
    reason = "the receiver is declared as Apollo's client or store"
    delete(attempt.start, call.start)
    if isClientsStore(base), let store = base.as(MemberAccessExprSyntax.self) {
      replace(store.declName.start, node.declName.end, "cache?.clear")
    } else {
      // A separate store becomes a GraphQLCache.
      replace(node.declName, isStore(base) ? "clear" : "cache?.clear")
    }
  }

  /// The methods of Apollo's transactions, by the first words of the call.
  private static let transactionCalls = [
    "read": "transaction.read(query), which returns nil where Apollo throws",
    "readObject": "transaction.read(Type.self, GraphQLCacheKey(typename, id))",
    "updateObject": "transaction.update(Type.self, GraphQLCacheKey(typename, id)) { … }",
    "removeObject": "transaction.evict(GraphQLCacheKey(typename, id))",
    "removeObjects": "transaction.evict(GraphQLCacheKey(typename, id)) of each",
  ]

  private static let transaction = "client.cache?.transaction { transaction in … }"

  private static let transactions: Set<String> = ["withinReadTransaction", "withinReadWriteTransaction"]

  /// The `store` of a client, unless another edit covers it.
  func store(_ node: MemberAccessExprSyntax) {
    guard touches, let base = node.base, isApollo(base) == true, !isOwnMember("store", node) else { return }
    if let outer = node.parent?.as(MemberAccessExprSyntax.self), outer.base?.id == node.id,
      ApolloEdits.transactions.union(["clearCache"]).contains(outer.declName.baseName.text)
    {
      return
    }
    leave(node.declName, "cache of GraphQLClient")
  }

  /// A member of a transaction that a function takes as a parameter.
  func transactionMember(_ node: MemberAccessExprSyntax) {
    guard let type = node.base.flatMap({ types.type(of: $0) })?.unwrapped.name,
      let own = type.split(separator: ".").last, ApolloTypes.transactions.contains(String(own)),
      let task = ApolloEdits.transactionCalls[node.declName.baseName.text]
    else { return }
    leave(node.declName, task)
  }

  /// `try await client.store.withinReadWriteTransaction { transaction in try await transaction.update(…) { … } }`
  /// becomes `try client.cache?.transaction { transaction in try transaction.update(…) { … } }`.
  func transaction(_ node: MemberAccessExprSyntax) {
    guard touches, let base = node.base else { return }
    let known = isApollo(base)
    if known == false { return }
    let isClients = isClientsStore(base)
    guard known == true, usesCache, let call = node.parent?.as(FunctionCallExprSyntax.self),
      let body = body(of: call), let name = parameter(of: body),
      let awaited = call.parent?.as(AwaitExprSyntax.self),
      !isClients
        || isDiscarded(awaited.parent?.is(TryExprSyntax.self) == true ? awaited.parent : Syntax(awaited))
    else { return leave(node.declName, ApolloEdits.transaction) }
    let uses = TransactionUses(name)
    uses.walk(body.statements)
    var changes: [() -> Void] = []
    var isCertain = true
    let deleted = Set(uses.found.compactMap { ApolloEdits.awaited($0)?.awaitKeyword.id })
    for token in body.tokens(viewMode: .sourceAccurate)
    where [.keyword(.await), .keyword(.async)].contains(token.tokenKind) && !deleted.contains(token.id) {
      isCertain = false
      leave(token, "a transaction of GraphQLCache is synchronous: wait for this before it begins")
    }
    for use in uses.found {
      if let edit = transactionEdit(use) {
        changes.append(edit)
      } else {
        isCertain = false
        let what = use.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
        leave(use, ApolloEdits.transactionCalls[what] ?? "write what GraphQLCacheTransaction has for this")
      }
    }
    guard isCertain else { return leave(node.declName, ApolloEdits.transaction) }
    reason =
      "the receiver is declared as Apollo's client or store, and all that is done with the transaction has a counterpart"
    delete(awaited.awaitKeyword.start, call.start)
    if isClients, let store = base.as(MemberAccessExprSyntax.self) {
      replace(store.declName.start, node.declName.end, "cache?.transaction")
    } else {
      replace(node.declName, "transaction")
    }
    for change in changes { change() }
  }

  /// Whether nothing uses the value of an expression. That of `client.cache?.transaction` is an optional.
  private func isDiscarded(_ expression: Syntax?) -> Bool {
    guard let parent = expression?.parent else { return false }
    if parent.is(CodeBlockItemSyntax.self) { return true }
    if let list = parent.as(ExprListSyntax.self) {
      return list.count == 3 && list.first?.is(DiscardAssignmentExprSyntax.self) == true
    }
    return parent.as(InfixOperatorExprSyntax.self)?.leftOperand.is(DiscardAssignmentExprSyntax.self) == true
  }

  /// The single argument of a call, in parentheses or trailing.
  private func body(of call: FunctionCallExprSyntax) -> ClosureExprSyntax? {
    guard call.additionalTrailingClosures.isEmpty else { return nil }
    if let closure = call.trailingClosure { return call.arguments.isEmpty ? closure : nil }
    guard call.arguments.count == 1, call.arguments.first?.label == nil else { return nil }
    return call.arguments.first?.expression.as(ClosureExprSyntax.self)
  }

  private func parameter(of closure: ClosureExprSyntax) -> String? {
    guard let clause = closure.signature?.parameterClause else { return "$0" }
    guard case .simpleInput(let list) = clause, list.count == 1 else { return nil }
    return list.first?.name.text
  }

  /// The `await` directly before a transaction call, which is deleted.
  private static func awaited(_ use: DeclReferenceExprSyntax) -> AwaitExprSyntax? {
    use.parent?.parent?.as(FunctionCallExprSyntax.self)?.parent?.as(AwaitExprSyntax.self)
  }

  /// The certain edits of a transaction call: `update`, and `write(data:for:)`.
  private func transactionEdit(_ use: DeclReferenceExprSyntax) -> (() -> Void)? {
    guard let member = use.parent?.as(MemberAccessExprSyntax.self), member.base?.id == use.id,
      let call = member.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == member.id
    else { return nil }
    let awaited = ApolloEdits.awaited(use)
    let word = member.declName.baseName.text
    let isWrite = word == "write" && call.arguments.first?.label?.text == "data"
    guard word == "update" || isWrite else { return nil }
    return {
      if let awaited { self.delete(awaited.awaitKeyword.start, call.start) }
      if isWrite, let first = call.arguments.first { self.delete(first.start, first.expression.start) }
    }
  }
}

/// Collects the uses of a transaction.
private final class TransactionUses: SyntaxVisitor {
  private let name: String
  var found: [DeclReferenceExprSyntax] = []

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  // A nested closure has its own `$0`.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    name == "$0" && node.signature?.parameterClause == nil ? .skipChildren : .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.baseName.text == name, node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id {
      found.append(node)
    }
    return .visitChildren
  }
}
