import SwiftSyntax

/// `GraphQLEnum`, `GraphQLResponse`, `.fragments` and other members.
extension ApolloEdits {
  static let unwrapped = "an enum is not wrapped: write the enum itself; of a text it is .init(rawValue:)"

  /// `GraphQLEnum<Episode>`, `GraphQLEnum(.jedi)`, `GraphQLEnum<Episode>.case(.jedi)`.
  func wrapper(_ tokens: [TokenSyntax], _ generic: GenericArgumentClauseSyntax?, _ last: Syntax) {
    let token = tokens[0]
    let call = last.parent?.as(FunctionCallExprSyntax.self).flatMap {
      $0.calledExpression.id == last.id ? $0 : nil
    }
    let argument = call.flatMap { $0.arguments.count == 1 ? $0.arguments.first : nil }
    if let generic {
      // `GraphQLEnum<Episode>.case(.jedi)` loses its `.case` by itself.
      let isMember = tokens.count > 1
      if let call, !isMember {
        guard let argument else { return leave(token, ApolloEdits.unwrapped) }
        if argument.label == nil, let value = argument.expression.as(MemberAccessExprSyntax.self),
          value.base == nil
        {
          // `GraphQLEnum<Episode>(.jedi)` is `Episode.jedi`.
          delete(call.leftParen?.start ?? 0, call.leftParen?.end ?? 0)
          delete(call.rightParen?.start ?? 0, call.rightParen?.end ?? 0)
        } else if argument.label?.text != "rawValue" {
          return leave(token, ApolloEdits.unwrapped)
        }
      } else if isMember, tokens[1].text != "case" {
        // Of Apollo's initializers ours has that of a raw value.
        guard tokens[1].text == "init", argument?.label?.text == "rawValue" else {
          return leave(token, ApolloEdits.unwrapped)
        }
      }
      delete(token.start, generic.leftAngle.end)
      delete(generic.rightAngle.start, generic.rightAngle.end)
      return
    }
    guard let call, let argument, tokens.count == 1 else { return leave(token, ApolloEdits.unwrapped) }
    if argument.label?.text == "rawValue" {
      // The place says which enum, or Apollo's generic type would not compile either.
      if call.parent?.is(MemberAccessExprSyntax.self) != true { return replace(token, ".init") }
      return leave(token, "write the enum's name for GraphQLEnum: its init(rawValue:) takes any text")
    }
    guard argument.label == nil, let left = call.leftParen, let right = call.rightParen,
      isEnumValue(argument.expression), call.parent?.is(MemberAccessExprSyntax.self) != true
    else {
      return leave(token, ApolloEdits.unwrapped)
    }
    // `GraphQLEnum(API.Episode.jedi)` is the case itself; of a variable it is the variable.
    delete(token.start, left.end)
    delete(right.start, right.end)
  }

  /// Whether an expression is a case or a variable of a generated enum: Apollo also wraps texts.
  func isEnumValue(_ value: ExprSyntax) -> Bool {
    if let member = value.as(MemberAccessExprSyntax.self) {
      guard let base = member.base else { return true }
      let type =
        base.as(DeclReferenceExprSyntax.self)?.baseName
        ?? base.as(MemberAccessExprSyntax.self)?.declName.baseName
      if let type, isGeneratedEnum(type.text) { return true }
      guard base.trimmedDescription == "self" else { return false }
    } else if !value.is(DeclReferenceExprSyntax.self) {
      return false
    }
    return types.type(of: value).map(isGeneratedEnum) ?? false
  }

  private func isGeneratedEnum(_ name: String) -> Bool {
    !index.declares(name) && modules.contains { $0.names?.enums[name] != nil }
  }

  /// `GraphQLResponse<AlbumQuery>` is `GraphQLResponse<AlbumQuery.Data>`.
  func response(_ token: TokenSyntax, _ generic: GenericArgumentClauseSyntax?) {
    needed.insert("Apus")
    guard let only = generic?.arguments.first, generic?.arguments.count == 1 else { return }
    let text = only.argument.trimmedDescription
    // In Apollo 1 the argument is the data already.
    if text.hasSuffix(".Data") || text.hasSuffix("Data") { return }
    insert(only.argument.end, ".Data")
  }

  // MARK: - Members

  func member(_ node: MemberAccessExprSyntax) {
    let token = node.declName.baseName
    switch token.text {
    case "case": caseWrapper(node)
    case "fragments": fragments(node)
    case "some", "none", "null": nullableCase(node)
    case "clearCache": clearing(node)
    case "store": store(node)
    case "unwrapped" where touches:
      leave(token, "of a GraphQLNullable it is .value")
    case "errors" where touches && node.base != nil && !isOwnMember("errors", node):
      // Where the array stands for itself, nothing changes.
      let parent = node.parent
      let isOptional =
        parent?.is(OptionalChainingExprSyntax.self) == true || parent?.is(ForceUnwrapExprSyntax.self) == true
        || parent?.as(InfixOperatorExprSyntax.self).map {
          ["??", "==", "!="].contains($0.operator.trimmedDescription)
        } == true
      if isOptional { leave(token, "errors of a response are an array that may be empty, no Optional") }
    case "value" where touches && isWrappedEnum(node.base):
      leave(token, "an enum is not wrapped: write the value itself, which may be .unrecognized(text)")
    case "dependentKeys" where touches:
      leave(token, "a response does not name its records: watch the query")
    case "source" where touches && isCompared(node):
      leave(token, "a watcher's update says whether the server answered: isFetching")
    case "apollo_pathComponents", "_dataDict", "__data":
      leave(token, "make values with initializers, or init(json:)")
    case "sendOperation" where touches, "kickoff" where touches, "proceedAsync" where touches:
      leave(token, "GraphQLTransport and GraphQLInterceptor have one function each")
    default: break
    }
  }

  /// `album.genre.value`, of which Apollo makes an Optional.
  private func isWrappedEnum(_ base: ExprSyntax?) -> Bool {
    guard let base else { return false }
    if types.type(of: base) == "GraphQLEnum" { return true }
    let value = base.as(OptionalChainingExprSyntax.self)?.expression ?? base
    guard let name = value.as(MemberAccessExprSyntax.self)?.declName.baseName.text else { return false }
    return modules.contains { $0.names?.enumProperties.contains(name) == true }
      && index.everywhere[name] == nil
  }

  /// `result.source == .cache`.
  private func isCompared(_ node: MemberAccessExprSyntax) -> Bool {
    guard let infix = node.parent?.as(InfixOperatorExprSyntax.self) else { return false }
    return [".cache", ".server"].contains(infix.rightOperand.trimmedDescription)
  }

  /// `.case(.jedi)` is `.jedi`.
  private func caseWrapper(_ node: MemberAccessExprSyntax) {
    guard touches, !index.cases.contains("case"), !index.cases.contains("`case`"),
      let call = node.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id,
      call.arguments.count == 1, let argument = call.arguments.first, argument.label == nil,
      let right = call.rightParen, let period = Optional(node.period)
    else { return }
    reason = "no enum of the app has a case named case"
    if let value = argument.expression.as(MemberAccessExprSyntax.self) {
      if value.base == nil {
        // The base of `.case` is the enum's name, if anything.
        delete(period.start, value.period.start)
      } else if node.base == nil {
        delete(period.start, argument.start)
      } else {
        return leave(node.declName, "an enum is not wrapped: write the case itself")
      }
      return delete(right.start, right.end)
    }
    if argument.expression.is(DeclReferenceExprSyntax.self), node.base == nil, !isPattern(call) {
      delete(period.start, argument.start)
      return delete(right.start, right.end)
    }
    leave(node.declName, "an enum is not wrapped: match its cases themselves")
  }

  private func isPattern(_ node: some SyntaxProtocol) -> Bool {
    node.parent?.is(ExpressionPatternSyntax.self) == true
      || node.parent?.is(ValueBindingPatternSyntax.self) == true
  }

  /// `.unknown` in a `switch` over a wrapped enum is `.unrecognized`.
  func enumSwitch(_ node: SwitchExprSyntax) {
    guard touches else { return }
    var patterns: [ExprSyntax] = []
    for case .switchCase(let item) in node.cases {
      guard let label = item.label.as(SwitchCaseLabelSyntax.self) else { continue }
      for entry in label.caseItems {
        var pattern = entry.pattern
        if let binding = pattern.as(ValueBindingPatternSyntax.self) { pattern = binding.pattern }
        if let expression = pattern.as(ExpressionPatternSyntax.self)?.expression {
          patterns.append(expression)
        }
      }
    }
    func head(_ expression: ExprSyntax) -> MemberAccessExprSyntax? {
      var expression = expression
      if let call = expression.as(FunctionCallExprSyntax.self) { expression = call.calledExpression }
      let member = expression.as(MemberAccessExprSyntax.self)
      return member?.base == nil ? member : nil
    }
    guard patterns.contains(where: { head($0)?.declName.baseName.text == "case" }) else { return }
    for pattern in patterns {
      if let member = head(pattern), member.declName.baseName.text == "unknown" {
        replace(member.declName, "unrecognized")
      }
    }
  }

  // MARK: - Fragments

  /// `album.fragments.albumCard` is `AlbumCardData(album)`.
  private func fragments(_ node: MemberAccessExprSyntax) {
    guard touches, let base = node.base, !isOwnMember("fragments", node) else { return }
    guard let outer = node.parent?.as(MemberAccessExprSyntax.self), outer.base?.id == node.id else {
      // Apollo's is a property, of whose members one is named.
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
    if index.everywhere["fragments"] != nil {
      return leave(
        outer.declName, "the app has a property named fragments; if this is Apollo's: \(type)(value)")
    }
    // A chain of members and subscripts with at most one level of optionality at each place.
    guard isPlainChain(base), !base.trimmedDescription.contains("??"), !isAssigned(outer),
      !base.trimmedDescription.contains(".fragments.")
    else {
      return leave(outer.declName, "\(type)(value) makes the fragment's value")
    }
    if let next = outer.parent?.as(MemberAccessExprSyntax.self), next.declName.baseName.text == "fragments" {
      return leave(outer.declName, "\(type)(value) makes the fragment's value")
    }
    let qualified = module.dropsNamespace || module.hasBareOperations ? type : "\(module.namespace).\(type)"
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
    // Without a mark at the end, the last value of the chain is not Optional by itself, but the whole chain is.
    if inner { insert(base.start, "(") }
    let isContinued = outer.parent?.as(MemberAccessExprSyntax.self)?.base?.id == outer.id
    let from = isLast ? value.end : node.period.start
    replace(from, outer.declName.end, "\(inner ? ")" : "").map({ \(type)($0) })\(isContinued ? "?" : "")")
  }

  /// Whether a chain has a `?` of its own, apart from those in its arguments.
  private func isOptionalChain(_ expression: ExprSyntax) -> Bool {
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
    // `items.last?` of optionals would be two levels; of the names of collections only `first` and `last` have that.
    return false
  }

  /// Whether something is assigned to a part of a value.
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
