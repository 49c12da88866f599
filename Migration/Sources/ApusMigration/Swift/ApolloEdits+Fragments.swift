import SwiftSyntax

/// Conversions of values to their fragments' types.
extension ApolloEdits {
  /// `album.fragments.albumCard` becomes `AlbumCardData(album)`.
  func fragments(_ node: MemberAccessExprSyntax) {
    guard touches, let base = node.base, !isOwnMember("fragments", node) else { return }
    guard let outer = node.parent?.as(MemberAccessExprSyntax.self), outer.base?.id == node.id else {
      // Apollo's `fragments` is a property, followed by the name of a member.
      if node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == node.id { return }
      return leave(node.declName, "the value itself conforms to the protocols of its fragments")
    }
    let name = outer.declName.baseName.text
    let owners = modules.filter { $0.names?.spreads[name] != nil }
    guard owners.count == 1, let module = owners.first, let type = module.names?.spreads[name] else {
      return leave(outer.declName, "the value itself conforms to the fragment's protocol")
    }
    if module.names?.conditional.contains(name) == true {
      return leave(outer.declName, "the fragment is an optional property of the value")
    }
    if index.memberNames.contains("fragments") {
      return leave(
        outer.declName, "the app has a property named fragments; if this is Apollo's: \(type)(value)")
    }
    // Only a chain of members and subscripts with at most one level of optionality at each step is certain.
    guard isPlainChain(base), !base.trimmedDescription.contains("??"), !isAssigned(outer),
      !base.trimmedDescription.contains(".fragments.")
    else {
      return leave(outer.declName, "\(type)(value) makes the fragment's value")
    }
    if let next = outer.parent?.as(MemberAccessExprSyntax.self), next.declName.baseName.text == "fragments" {
      return leave(outer.declName, "\(type)(value) makes the fragment's value")
    }
    let qualified = module.dropsNamespace || module.hasBareOperations ? type : "\(module.namespace).\(type)"
    if qualified == type, types.declares(type, at: node) {
      return leave(outer.declName, "write \(type)(value) with its module: the app has a type of that name")
    }
    convert(node, base, outer, qualified)
  }

  private func convert(
    _ node: MemberAccessExprSyntax, _ base: ExprSyntax, _ outer: MemberAccessExprSyntax, _ type: String
  ) {
    reason = "the documents spread the fragment, and no variable decides on it"
    guard isOptionalChain(base) else {
      insert(base.start, "\(type)(")
      return replace(node.period.start, outer.declName.end, ")")
    }
    var isLast = false
    var value = base
    if let chain = base.as(OptionalChainingExprSyntax.self) {
      isLast = true
      value = chain.expression
    }
    let inner = isOptionalChain(value)
    // Without a mark at the end, the last value is not optional itself, but the whole chain is.
    if inner { insert(base.start, "(") }
    let isContinued = outer.parent?.as(MemberAccessExprSyntax.self)?.base?.id == outer.id
    let from = isLast ? value.end : node.period.start
    replace(from, outer.declName.end, "\(inner ? ")" : "").map({ \(type)($0) })\(isContinued ? "?" : "")")
  }

  /// Whether a chain contains a `?` outside of its arguments.
  func isOptionalChain(_ expression: ExprSyntax) -> Bool {
    if expression.is(OptionalChainingExprSyntax.self) { return true }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      return member.base.map(isOptionalChain) ?? false
    }
    if let forced = expression.as(ForceUnwrapExprSyntax.self) { return isOptionalChain(forced.expression) }
    if let call = expression.as(SubscriptCallExprSyntax.self) {
      return isOptionalChain(call.calledExpression)
    }
    if let call = expression.as(FunctionCallExprSyntax.self) { return isOptionalChain(call.calledExpression) }
    return false
  }

  private func isPlainChain(_ expression: ExprSyntax) -> Bool {
    if expression.is(DeclReferenceExprSyntax.self) { return true }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      return member.base.map(isPlainChain) ?? false
    }
    if let chain = expression.as(OptionalChainingExprSyntax.self) {
      return !chain.expression.is(OptionalChainingExprSyntax.self) && isPlainChain(chain.expression)
    }
    if let forced = expression.as(ForceUnwrapExprSyntax.self) {
      return isPlainChain(forced.expression) && !isOptionalChain(forced.expression)
    }
    if let call = expression.as(SubscriptCallExprSyntax.self) { return isPlainChain(call.calledExpression) }
    if let call = expression.as(FunctionCallExprSyntax.self) {
      return call.trailingClosure == nil && isPlainChain(call.calledExpression)
    }
    // `items.last?` of optionals would have two levels. Among common collection members, only `first` and `last` do.
    return false
  }

  /// Whether something is assigned to part of a value.
  private func isAssigned(_ node: some SyntaxProtocol) -> Bool {
    var child = Syntax(node)
    while let parent = child.parent {
      if let infix = parent.as(InfixOperatorExprSyntax.self), infix.leftOperand.id == child.id {
        return infix.operator.is(AssignmentExprSyntax.self)
          || infix.operator.trimmedDescription.hasSuffix("=")
            && !["==", "!=", "<=", ">="].contains(infix.operator.trimmedDescription)
      }
      if parent.is(InOutExprSyntax.self) { return true }
      guard
        parent.is(MemberAccessExprSyntax.self) || parent.is(OptionalChainingExprSyntax.self)
          || parent.is(SubscriptCallExprSyntax.self)
      else { return false }
      child = parent
    }
    return false
  }
}
