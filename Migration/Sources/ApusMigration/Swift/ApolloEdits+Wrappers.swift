import SwiftSyntax

/// `GraphQLEnum` and `GraphQLResponse`.
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
      // The `.case` of `GraphQLEnum<Episode>.case(.jedi)` is removed separately.
      let isMember = tokens.count > 1
      if let call, !isMember {
        guard let argument else { return leave(token, ApolloEdits.unwrapped) }
        if argument.label == nil, let value = argument.expression.as(MemberAccessExprSyntax.self),
          value.base == nil
        {
          // `GraphQLEnum<Episode>(.jedi)` becomes `Episode.jedi`.
          delete(call.leftParen?.start ?? 0, call.leftParen?.end ?? 0)
          delete(call.rightParen?.start ?? 0, call.rightParen?.end ?? 0)
        } else if argument.label?.text != "rawValue" {
          return leave(token, ApolloEdits.unwrapped)
        }
      } else if isMember, tokens[1].text != "case" {
        // Of Apollo's initializers, Apus only has the one with a raw value.
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
      // The context says which enum it is; otherwise Apollo's generic type would not compile either.
      if call.parent?.is(MemberAccessExprSyntax.self) != true { return replace(token, ".init") }
      return leave(token, "write the enum's name for GraphQLEnum: its init(rawValue:) takes any text")
    }
    guard argument.label == nil, let left = call.leftParen, let right = call.rightParen,
      isEnumValue(argument.expression), call.parent?.is(MemberAccessExprSyntax.self) != true
    else {
      return leave(token, ApolloEdits.unwrapped)
    }
    // `GraphQLEnum(API.Episode.jedi)` becomes the case itself, and with a variable, the variable.
    delete(token.start, left.end)
    delete(right.start, right.end)
  }

  /// Whether an expression is a case or variable of a generated enum. Apollo can also wrap strings.
  func isEnumValue(_ value: ExprSyntax) -> Bool {
    if let member = value.as(MemberAccessExprSyntax.self) {
      guard let base = member.base else { return true }
      if let type = types.named(base), isGeneratedEnum(type) { return true }
    } else if !value.is(DeclReferenceExprSyntax.self) {
      return false
    }
    return types.type(of: value).map(isGeneratedEnum) ?? false
  }

  func isGeneratedEnum(_ type: AppType) -> Bool { modules.contains { $0.isEnum(type.name) } }

  /// `GraphQLResponse<AlbumQuery>` becomes `GraphQLResponse<AlbumQuery.Data>`.
  func response(_ token: TokenSyntax, _ generic: GenericArgumentClauseSyntax?) {
    needed.insert("Apus")
    guard let only = generic?.arguments.first, generic?.arguments.count == 1 else { return }
    let text = only.argument.trimmedDescription
    // In Apollo 1 the argument already is the data type.
    if text.hasSuffix("Data") { return }
    if isOnlyInResponses(text, token) {
      return leave(
        only,
        "write <Data: GraphQLObject> for \(text), and Data for \(text).Data: a response has the data's type alone"
      )
    }
    insert(only.argument.end, ".Data")
  }

  /// Whether a function has a generic parameter only for its responses, which `GraphQLResponse<Query.Data>` cannot
  /// infer.
  private func isOnlyInResponses(_ name: String, _ node: TokenSyntax) -> Bool {
    var parent = node.parent
    while let current = parent {
      let function = current.as(FunctionDeclSyntax.self)
      let generics =
        function?.genericParameterClause
        ?? current.as(InitializerDeclSyntax.self)?.genericParameterClause
      let signature = function?.signature ?? current.as(InitializerDeclSyntax.self)?.signature
      if let signature, generics?.parameters.contains(where: { $0.name.text == name }) == true {
        return !signature.parameterClause.tokens(viewMode: .sourceAccurate).contains {
          $0.text == name && isDetermining($0)
        }
      }
      parent = current.parent
    }
    return false
  }

  /// Whether a name in a parameter's type makes it inferable: not as the base of a member, and not as a response's
  /// operation.
  private func isDetermining(_ token: TokenSyntax) -> Bool {
    guard let type = token.parent?.as(IdentifierTypeSyntax.self),
      type.parent?.is(MemberTypeSyntax.self) != true
    else { return false }
    let owner = type.parent?.parent?.parent?.parent?.as(IdentifierTypeSyntax.self)
    return owner.map { !["GraphQLResponse", "GraphQLResult"].contains($0.name.text) } ?? true
  }

  /// `.case(.jedi)` becomes `.jedi`.
  func caseWrapper(_ node: MemberAccessExprSyntax) {
    guard touches, !index.cases.contains("case"), !index.cases.contains("`case`"),
      let call = node.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id,
      call.arguments.count == 1, let argument = call.arguments.first, argument.label == nil,
      let right = call.rightParen, let period = Optional(node.period)
    else { return }
    reason = "no enum of the app has a case named case"
    if let value = argument.expression.as(MemberAccessExprSyntax.self) {
      if value.base == nil {
        // The base of `.case`, if present, is the enum's name.
        delete(period.start, value.period.start)
      } else if node.base == nil {
        delete(period.start, argument.start)
      } else {
        return leave(node.declName, "an enum is not wrapped: write the case itself")
      }
      return delete(right.start, right.end)
    }
    let value = argument.expression
    let isWhole =
      value.is(DeclReferenceExprSyntax.self) || value.is(FunctionCallExprSyntax.self)
      || value.is(SubscriptCallExprSyntax.self)
    if isWhole, node.base == nil, !isPattern(call) {
      delete(period.start, argument.start)
      return delete(right.start, right.end)
    }
    leave(node.declName, "an enum is not wrapped: match its cases themselves")
  }

  private func isPattern(_ node: some SyntaxProtocol) -> Bool {
    node.parent?.is(ExpressionPatternSyntax.self) == true
      || node.parent?.is(ValueBindingPatternSyntax.self) == true
  }

  /// `.unknown` in a `switch` over a wrapped enum becomes `.unrecognized`.
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
}
