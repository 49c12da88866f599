import SwiftSyntax

/// The errors of responses, which Apollo has as an Optional, and the messages of errors.
extension ApolloEdits {
  private static let errorsTask = "errors of a response are an array that may be empty, not an Optional"
  private static let messageTask = "the message of an error is not optional"

  private static let errorsReason = "the receiver is declared as a response, whose errors are an array"
  private static let messageReason = "the receiver is an error of a response, whose message is not optional"

  /// Whether a value is a response; nil if its type is unknown.
  private func isResponse(_ value: ExprSyntax) -> Bool? {
    types.type(of: value).map { AppType.responses.contains($0.unwrapped.name) }
  }

  /// `if let errors = response.errors` becomes `if case let errors = response.errors, !errors.isEmpty`.
  func binding(_ node: OptionalBindingConditionSyntax) {
    guard let member = node.initializer?.value.as(MemberAccessExprSyntax.self), let base = member.base else {
      return
    }
    let token = member.declName.baseName
    if touches, token.text == "message", types.type(of: base)?.name == "GraphQLError", !isOptionalChain(base)
    {
      return leave(token, ApolloEdits.messageTask)
    }
    guard token.text == "errors", mayBeApollos("errors"), !isOwnMember("errors", member) else { return }
    let known = isResponse(base)
    if known == false { return }
    let isChain = isOptionalChain(base)
    guard known == true, node.typeAnnotation == nil, node.bindingSpecifier.tokenKind == .keyword(.let),
      isChain || !base.trimmedDescription.contains("?")
    else { return leave(token, ApolloEdits.errorsTask) }
    reason = ApolloEdits.errorsReason
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
      guard node.pattern.trimmedDescription == "_", !isChain else {
        return leave(token, ApolloEdits.errorsTask)
      }
      replace(node.start, base.start, "!")
      return insert(member.end, ".isEmpty")
    }
    let conditions = node.parent?.parent?.as(ConditionElementListSyntax.self).map(Array.init) ?? []
    let isTested = conditions.contains { $0.condition.trimmedDescription == "!\(name).isEmpty" }
    if isChain, isTested { return }
    if !isChain { replace(node.bindingSpecifier, "case let") }
    if !isTested { insert(node.end, ", !\(name).isEmpty") }
  }

  /// The members of an array that have the same meaning for `nil` as for no errors.
  private static let defaults = [
    "isEmpty": "true", "count": "0", "map": "[]", "compactMap": "[]", "filter": "[]",
  ]

  /// `errors` of a response, used as an Optional as in Apollo.
  func errors(_ token: TokenSyntax, _ node: Syntax) {
    let member = node.as(MemberAccessExprSyntax.self)
    let known = member?.base.flatMap(isResponse)
    if known == false { return }
    let isCertain = known == true && member.map { !isOptionalChain(ExprSyntax($0)) } == true
    let infix = node.parent?.as(InfixOperatorExprSyntax.self)
    reason = ApolloEdits.errorsReason
    if let infix, infix.leftOperand.id == node.id {
      let word = infix.operator.trimmedDescription
      if isCertain, word == "??", infix.rightOperand.trimmedDescription == "[]" {
        return delete(node.end, infix.end)
      }
      if isCertain, ["==", "!="].contains(word), infix.rightOperand.is(NilLiteralExprSyntax.self) {
        if word == "!=" { insert(node.start, "!") }
        return replace(node.end, infix.end, ".isEmpty")
      }
    }
    if let forced = node.parent?.as(ForceUnwrapExprSyntax.self) {
      return isCertain
        ? delete(forced.exclamationMark.start, forced.end) : leave(token, ApolloEdits.errorsTask)
    }
    if let chain = node.parent?.as(OptionalChainingExprSyntax.self) {
      if known == true, unwrap(chain, isCertain: isCertain) { return }
      return leave(token, ApolloEdits.errorsTask)
    }
    // The array on its own does not change. That `if let` takes it is seen there.
    if let infix, ["??", "==", "!="].contains(infix.operator.trimmedDescription) {
      leave(token, ApolloEdits.errorsTask)
    }
  }

  /// Removes the mark of `errors?`, where what follows it means the same.
  ///
  /// - Parameter isCertain: whether the response itself is not optional.
  private func unwrap(_ chain: OptionalChainingExprSyntax, isCertain: Bool) -> Bool {
    guard let next = chain.parent?.as(MemberAccessExprSyntax.self) else { return false }
    let word = next.declName.baseName.text
    if ["first", "last"].contains(word) {
      delete(chain.questionMark.start, chain.questionMark.end)
      return true
    }
    var whole = Syntax(next)
    if let call = whole.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == whole.id {
      whole = Syntax(call)
    }
    guard isCertain, let value = ApolloEdits.defaults[word],
      let infix = whole.parent?.as(InfixOperatorExprSyntax.self), infix.leftOperand.id == whole.id
    else { return false }
    let (sign, right) = (infix.operator.trimmedDescription, infix.rightOperand.trimmedDescription)
    let isComparison = word == "isEmpty" && sign == "==" && right == "false"
    guard isComparison || sign == "??" && right == value else { return false }
    if isComparison { insert(whole.start, "!") }
    delete(chain.questionMark.start, chain.questionMark.end)
    delete(whole.end, infix.end)
    return true
  }

  /// `error.message`, which is not an Optional here.
  func message(_ node: MemberAccessExprSyntax) {
    guard let base = node.base else { return }
    let type = types.type(of: base)?.unwrapped.name
    let isCertain = type == "GraphQLError" && !isOptionalChain(base)
    guard type == "GraphQLError" || type == nil && !index.memberNames.contains("message") else { return }
    reason = ApolloEdits.messageReason
    if let forced = node.parent?.as(ForceUnwrapExprSyntax.self) {
      if isCertain { return delete(forced.exclamationMark.start, forced.end) }
      return leave(node.declName, ApolloEdits.messageTask)
    }
    if let infix = node.parent?.as(InfixOperatorExprSyntax.self), infix.operator.trimmedDescription == "??",
      infix.leftOperand.id == node.id, isCertain
    {
      return delete(node.end, infix.end)
    }
    guard let chain = node.parent?.as(OptionalChainingExprSyntax.self), seesApolloAPI || type != nil else {
      return
    }
    var whole = chain.parent.map { Syntax($0) }
    if let call = whole?.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == whole?.id {
      whole = Syntax(call)
    }
    let infix = whole?.parent?.as(InfixOperatorExprSyntax.self)
    guard isCertain, let infix, ["==", "!="].contains(infix.operator.trimmedDescription),
      !infix.rightOperand.is(NilLiteralExprSyntax.self)
    else {
      let task = type == nil ? "if this is an error of a response: " : ""
      return leave(node.declName, task + ApolloEdits.messageTask)
    }
    delete(chain.questionMark.start, chain.questionMark.end)
  }
}
