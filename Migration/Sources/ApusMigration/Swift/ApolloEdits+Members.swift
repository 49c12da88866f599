import ApusSwiftModel
import SwiftSyntax

/// Members of responses, errors and other values.
extension ApolloEdits {
  func member(_ node: MemberAccessExprSyntax) {
    let token = node.declName.baseName
    chore = ApolloEdits.chores[token.text] ?? .types
    switch token.text {
    case "case": caseWrapper(node)
    case "fragments": fragments(node)
    case "some", "none", "null": nullableCase(node)
    case "clearCache": clearing(node)
    case "init" where touches && node.base == nil: initializer(node)
    case "resultMap" where touches && !index.memberNames.contains("resultMap"):
      leave(token, "a value is not a dictionary: json() writes it, init(json:) reads it")
    case "store": store(node)
    case "withinReadTransaction", "withinReadWriteTransaction": transaction(node)
    case "readObject", "updateObject", "removeObject", "removeObjects": transactionMember(node)
    case "unwrapped" where node.base.map(isNullable) == true:
      reason = "the value is declared as a GraphQLNullable"
      replace(token, "value")
    case "unwrapped" where touches:
      leave(token, "of a GraphQLNullable it is .value")
    case "errors" where mayBeApollos("errors") && node.base != nil && !isOwnMember("errors", node):
      errors(token, Syntax(node))
    case "extensions" where touches && node.base != nil && !index.memberNames.contains("extensions"):
      if isUnwrapped(Syntax(node)) || isCast(node) {
        leave(
          token,
          "values are of type GraphQLValue, and casts of them are nil: error.code, or extensions[\"code\"]?.string"
        )
      }
    case "message" where touches: message(node)
    case "locations" where touches && !index.memberNames.contains("locations") && isUnwrapped(Syntax(node)):
      leave(token, "locations of an error are an array that may be empty, not an Optional")
    case "value" where mayBeApollos("value") && isWrappedEnum(node.base): enumValue(node)
    case "dependentKeys" where touches:
      leave(token, "a response does not name its records: watch the query")
    case "source" where touches && isCompared(node):
      leave(token, "a watcher's update says whether the server answered: isFetching")
    case "apollo_pathComponents", "_dataDict", "__data":
      leave(token, "make values with initializers, or init(json:)")
    case "addHeader" where node.base.flatMap { types.type(of: $0) }?.unwrapped.name == "HTTPRequest":
      leave(token, "request.headers[name] = value, of a GraphQLHTTPRequest")
    case _ where node.base == nil && touches && ApolloEdits.apolloPolicies.contains(token.text):
      policyName(node)
    case "sendOperation" where touches, "kickoff" where touches, "proceedAsync" where touches:
      leave(token, "GraphQLTransport and GraphQLInterceptor have one function each")
    default: renamed(node)
    }
  }

  private static let chores: [String: Chore] = [
    "case": .values, "fragments": .fragments, "some": .values, "none": .values, "null": .values,
    "clearCache": .caches,
    "init": .values, "store": .caches, "withinReadTransaction": .caches,
    "withinReadWriteTransaction": .caches, "readObject": .caches, "updateObject": .caches,
    "removeObject": .caches, "removeObjects": .caches, "unwrapped": .values, "errors": .errors,
    "extensions": .errors,
    "message": .errors,
    "locations": .errors, "value": .values, "dependentKeys": .caches, "source": .caches,
    "sendOperation": .clients,
    "kickoff": .clients, "proceedAsync": .clients, "addHeader": .clients,
  ]

  /// `.init(.jedi)` of a wrapped enum, without a type that says so.
  private func initializer(_ node: MemberAccessExprSyntax) {
    guard let call = node.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id,
      call.arguments.count == 1, let argument = call.arguments.first, argument.label == nil,
      isEnumValue(argument.expression)
    else { return }
    if let member = argument.expression.as(MemberAccessExprSyntax.self), member.base == nil {
      let name = member.declName.baseName.text
      guard modules.contains(where: { $0.names?.enumCases.contains(name) == true }) else { return }
    }
    // A GraphQLNullable's stays.
    let expected = expectation(of: ExprSyntax(call))
    if expected.nullable != nil { return }
    if case .type(let type) = expected {
      guard type.unwrapped.name == "GraphQLEnum" else { return }
      return unwrap(ExprSyntax(call))
    }
    leave(node.declName, "if this makes a GraphQLEnum: write the enum itself")
  }

  /// Policies whose names no other type is likely to have.
  private static let apolloPolicies: Set<String> = [
    "returnCacheDataElseFetch", "fetchIgnoringCacheData", "fetchIgnoringCacheCompletely",
    "returnCacheDataDontFetch",
    "returnCacheDataAndFetch",
  ]

  /// A policy that is passed to a function of the app's, whose parameter a person gives another type.
  private func policyName(_ node: MemberAccessExprSyntax) {
    chore = .caches
    if let clause = node.parent?.as(InitializerClauseSyntax.self),
      clause.parent?.is(FunctionParameterSyntax.self) == true
    {
      return
    }
    // The request that takes the policy is listed as a whole.
    let calls = node.ancestors.lazy.compactMap { $0.as(FunctionCallExprSyntax.self)?.calledExpression }
    let isListed = calls.prefix(2).contains { callee in
      listed.contains(callee.as(MemberAccessExprSyntax.self)?.declName.start ?? callee.start)
    }
    if isListed { return }
    if usesCache, let ours = ApolloEdits.policies[node.declName.baseName.text] {
      return leave(node.declName, "of a GraphQLFetchPolicy it is .\(ours)")
    }
    leave(node.declName, usesCache ? "a GraphQLFetchPolicy has other cases" : ApolloTypes.cacheTask)
  }

  /// A field whose property has a different name, such as `page` for a field `Page`.
  private func renamed(_ node: MemberAccessExprSyntax) {
    let token = node.declName.baseName
    guard mayBeApollos(token.text), node.base != nil, !isOwnMember(token.text, node) else { return }
    let names = Set(modules.compactMap { $0.names?.properties[token.text] })
    guard let new = names.first, names.count == 1 else { return }
    if let type = node.base.flatMap({ types.type(of: $0) })?.unwrapped.name {
      guard modules.contains(where: { $0.member(token.text, of: type) != nil }) else { return }
      reason = "the property of a generated type has another name"
      return replace(token, SwiftNames.escape(new))
    }
    leave(token, "if this is a property of a response: \(new)")
  }

  private func isUnwrapped(_ node: Syntax) -> Bool {
    node.parent?.is(OptionalChainingExprSyntax.self) == true
      || node.parent?.is(ForceUnwrapExprSyntax.self) == true
  }

  /// `error.extensions as? [String: Any]`
  private func isCast(_ node: MemberAccessExprSyntax) -> Bool { node.parent?.is(AsExprSyntax.self) == true }

  /// `album.genre.value`, which is optional in Apollo.
  private func isWrappedEnum(_ base: ExprSyntax?) -> Bool {
    guard let base else { return false }
    let value = base.as(OptionalChainingExprSyntax.self)?.expression ?? base
    if let type = types.type(of: value)?.unwrapped {
      return type.name == "GraphQLEnum" || isGeneratedEnum(type)
    }
    let name: String?
    if let reference = value.as(DeclReferenceExprSyntax.self) {
      // `list.compactMap { $0.value }`
      name = reference.baseName.text == "$0" ? mapped(reference) : reference.baseName.text
    } else {
      name = value.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }
    guard let name else { return false }
    return modules.contains { $0.names?.enumProperties.contains(name) == true }
  }

  /// `album.genre.value`, the Optional of a wrapped enum, which is nil for a name that the schema lacks. Where it is
  /// compared or switched over, the enum itself will do.
  private func enumValue(_ node: MemberAccessExprSyntax) {
    let value = node.base?.as(OptionalChainingExprSyntax.self)?.expression ?? node.base
    guard let value, let type = types.type(of: value)?.unwrapped, type.name == "GraphQLEnum" else {
      return leave(node.declName, ApolloEdits.valueTask)
    }
    reason = "the value is declared as a wrapped enum"
    if takesEnum(node) { return delete(value.end, node.end) }
    // A switch without a default has to have a case for .unrecognized here.
    let choice = node.parent?.as(SwitchExprSyntax.self)
    let isExhaustive = choice?.cases.contains {
      $0.as(SwitchCaseSyntax.self)?.label.is(SwitchDefaultLabelSyntax.self) ?? false
    }
    let isPlain =
      isExhaustive != false
      && !value.tokens(viewMode: .sourceAccurate).contains { token in
        if case .dollarIdentifier = token.tokenKind { return true }
        return [.keyword(.await), .keyword(.try)].contains(token.tokenKind)
      }
    guard isPlain, let name = type.arguments.first.flatMap({ enumName($0.name, at: node) }) else {
      return leave(node.declName, ApolloEdits.valueTask)
    }
    insert(value.start, "\(name).allCases.first(where: { $0 == ")
    replace(value.end, node.end, " })")
  }

  private static let valueTask =
    "an enum is not wrapped: write the value itself, which may be .unrecognized(text)"

  /// The name of a generated enum, which a name of the app's does not hide.
  private func enumName(_ path: String, at node: some SyntaxProtocol) -> String? {
    for module in modules {
      guard path.hasPrefix("\(module.namespace)."),
        let type = module.names?.enums[String(path.dropFirst(module.namespace.count + 1))]
      else { continue }
      let isBare = module.dropsNamespace || module.hasBareTypes
      if types.declares(isBare ? type.swiftName : module.namespace, at: node) { return nil }
      return isBare ? type.swiftName : "\(module.namespace).\(type.swiftName)"
    }
    return nil
  }

  /// Whether a place that takes the Optional of an enum takes the enum as well.
  private func takesEnum(_ node: MemberAccessExprSyntax) -> Bool {
    func isCase(_ pattern: PatternSyntax) -> Bool {
      let member = pattern.as(ExpressionPatternSyntax.self)?.expression.as(MemberAccessExprSyntax.self)
      return member.map { $0.base == nil && !["some", "none"].contains($0.declName.baseName.text) } ?? false
    }
    if let infix = node.parent?.as(InfixOperatorExprSyntax.self) {
      let other = infix.leftOperand.id == node.id ? infix.rightOperand : infix.leftOperand
      return ["==", "!="].contains(infix.operator.trimmedDescription) && !other.is(NilLiteralExprSyntax.self)
    }
    if let test = node.parent?.parent?.as(MatchingPatternConditionSyntax.self) { return isCase(test.pattern) }
    guard let choice = node.parent?.as(SwitchExprSyntax.self) else { return false }
    let labels = choice.cases.compactMap { $0.as(SwitchCaseSyntax.self)?.label }
    return labels.contains { $0.is(SwitchDefaultLabelSyntax.self) }
      && labels.allSatisfy {
        $0.as(SwitchCaseLabelSyntax.self)?.caseItems.allSatisfy { isCase($0.pattern) } ?? true
      }
  }

  /// The property whose elements are passed to a closure as `$0`.
  private func mapped(_ node: DeclReferenceExprSyntax) -> String? {
    var parent = node.parent
    while let current = parent {
      if let closure = current.as(ClosureExprSyntax.self) {
        let base = closure.parent?.as(FunctionCallExprSyntax.self)?.calledExpression
          .as(MemberAccessExprSyntax.self)?.base
        let value = base?.as(OptionalChainingExprSyntax.self)?.expression ?? base
        return value?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
          ?? value?.as(DeclReferenceExprSyntax.self)?.baseName.text
      }
      parent = current.parent
    }
    return nil
  }

  /// `result.source == .cache`.
  private func isCompared(_ node: MemberAccessExprSyntax) -> Bool {
    guard let infix = node.parent?.as(InfixOperatorExprSyntax.self) else { return false }
    return [".cache", ".server"].contains(infix.rightOperand.trimmedDescription)
  }
}
