import ApusDriver
import ApusSwiftModel
import SwiftSyntax

/// Values for `GraphQLNullable`: `.some`, `.none`, `.null`, `nil` and `??`.
extension ApolloEdits {
  /// `GraphQLNullable<Int>.some(1)`, with an explicit type.
  func nullableMember(_ last: Syntax) {
    guard let member = last.as(MemberAccessExprSyntax.self),
      ["some", "none"].contains(member.declName.baseName.text)
    else {
      return
    }
    if coalesced(member) { return }
    if isFallback(call(of: member).map(ExprSyntax.init) ?? ExprSyntax(member)) {
      return leave(member.declName, ApolloEdits.chain)
    }
    replace(member.declName, member.declName.baseName.text == "some" ? "value" : "unset")
  }

  /// Whether an expression is the right side of Apollo's `??` between an Optional and a GraphQLNullable, which Apus
  /// lacks.
  private func isFallback(_ expression: ExprSyntax) -> Bool {
    var child = Syntax(expression)
    while let parent = child.parent {
      if let infix = parent.as(InfixOperatorExprSyntax.self) {
        return infix.operator.trimmedDescription == "??" && infix.rightOperand.id == child.id
          && !isNullable(infix.leftOperand)
      }
      guard
        parent.is(TupleExprSyntax.self) || parent.is(LabeledExprSyntax.self)
          || parent.is(LabeledExprListSyntax.self) || parent.is(TernaryExprSyntax.self)
      else { return false }
      child = parent
    }
    return false
  }

  func isNullable(_ value: ExprSyntax) -> Bool {
    types.type(of: value)?.unwrapped.name == "GraphQLNullable"
  }

  private static let chain =
    "Apus has no ?? of an Optional and a GraphQLNullable: write .ifPresent(…), or .init(…), of all the Optionals"

  private func call(of member: MemberAccessExprSyntax) -> FunctionCallExprSyntax? {
    member.parent?.as(FunctionCallExprSyntax.self).flatMap { $0.calledExpression.id == member.id ? $0 : nil }
  }

  /// Whether a member is the right side of `??`, which is edited as a whole.
  private func coalesced(_ member: MemberAccessExprSyntax) -> Bool {
    guard let infix = member.parent?.as(InfixOperatorExprSyntax.self) else { return false }
    return infix.operator.trimmedDescription == "??" && infix.rightOperand.id == member.id
  }

  static let nullableReason = "this place takes a GraphQLNullable"

  // MARK: - Implicit members

  /// `.some(x)`, `.none` and `.null` without a type.
  func nullableCase(_ node: MemberAccessExprSyntax) {
    guard node.base == nil, touches else { return }
    let word = node.declName.baseName.text
    let whole = call(of: node)
    let expression = whole.map(ExprSyntax.init) ?? ExprSyntax(node)
    let expected = expectation(of: expression)
    if let presence = expected.nullable {
      edit(node, whole, word, presence, expected.parameter)
    } else if expected.parameter != nil {
      leave(node.declName, "no GraphQLNullable is taken here")
    } else if expected.isUnknown {
      // Most Optional values are written without `.some`.
      if word == "null" || word == "some" && whole != nil && !isPattern(expression) {
        leave(
          node.declName,
          "if this is a GraphQLNullable: \(word == "null" ? ".null" : ".value(…)"); an Optional stays")
      } else if word == "none", isBesideSome(node) {
        leave(node.declName, "if this is a GraphQLNullable: .unset; an Optional stays")
      }
    }
  }

  private func isPattern(_ node: ExprSyntax) -> Bool {
    node.parent?.is(ExpressionPatternSyntax.self) ?? false
  }

  /// `condition ? .some(x) : .none`: a `.none` next to a `.some`, as an argument of an unknown call.
  private func isBesideSome(_ node: MemberAccessExprSyntax) -> Bool {
    if let ternary = node.parent?.as(TernaryExprSyntax.self) {
      return ternary.trimmedDescription.contains(".some(")
    }
    if let infix = node.parent?.as(InfixOperatorExprSyntax.self) {
      return infix.operator.trimmedDescription == "??"
    }
    return node.parent?.is(LabeledExprSyntax.self) ?? false
  }

  private func edit(
    _ node: MemberAccessExprSyntax, _ call: FunctionCallExprSyntax?, _ word: String,
    _ presence: InputPresence,
    _ parameter: GeneratedParameter?
  ) {
    reason = ApolloEdits.nullableReason
    let isOptional = presence == .omittable
    switch word {
    case "some":
      guard let call, call.arguments.count == 1, let value = call.arguments.first?.expression,
        let left = call.leftParen,
        let right = call.rightParen
      else {
        if node.parent?.is(ExpressionPatternSyntax.self) == true { return replace(node.declName, "value") }
        return leave(node.declName, "write .value(…)")
      }
      if let task = doubt(value, parameter) { return leave(node.declName, task) }
      if isOptional {
        delete(node.period.start, left.end)
        delete(right.start, right.end)
      } else {
        replace(node.declName, "value")
      }
    case "none":
      replace(node, isOptional ? "nil" : ".unset")
    default:
      if isOptional { leave(node.declName, "null cannot be sent here: nil leaves the value out") }
    }
  }

  /// The reason why a value may not have the expected type; nil if it is certain.
  private func doubt(_ value: ExprSyntax, _ parameter: GeneratedParameter?) -> String? {
    if value.is(IntegerLiteralExprSyntax.self) || value.is(StringLiteralExprSyntax.self)
      || value.is(BooleanLiteralExprSyntax.self)
    {
      return nil
    }
    if let parameter, parameter.kind == .scalar, let type = parameter.type.named,
      let swift = parameter.names.scalars[parameter.names.scalarName(type)],
      swift == "GraphQLValue"
    {
      return "the scalar is a GraphQLValue here"
    }
    return nil
  }

  // MARK: - ??

  /// `x ?? .none` becomes `.ifPresent(x)`, and `x ?? .null` becomes `.init(x)`.
  ///
  /// - Returns: whether nothing inside needs further edits.
  func coalescing(_ node: InfixOperatorExprSyntax) -> Bool {
    guard touches, node.operator.trimmedDescription == "??" else { return false }
    let right = node.rightOperand.as(MemberAccessExprSyntax.self)
    let isNil = node.rightOperand.is(NilLiteralExprSyntax.self)
    let word = right?.declName.baseName.text ?? ""
    guard isNil || ["none", "null"].contains(word),
      right?.base == nil || right?.base?.trimmedDescription.hasPrefix("GraphQLNullable") == true
    else {
      fallback(node)
      return false
    }
    let left = node.leftOperand
    let presence: InputPresence
    let parameter: GeneratedParameter?
    let expected = expectation(of: ExprSyntax(node))
    if let found = expected.nullable {
      (presence, parameter) = (found, expected.parameter)
    } else if expected.isUnknown, right?.base != nil {
      (presence, parameter) = (.nullable, nil)
    } else {
      guard expected.isUnknown, !isNil else { return false }
      leave(
        node, "if this is a GraphQLNullable: \(word == "none" ? ".ifPresent(…)" : ".init(…)") of the Optional"
      )
      return true
    }
    let isNone = word == "none" || isNil
    if isFallback(ExprSyntax(node)) {
      leave(node, ApolloEdits.chain)
      return true
    }
    // `.ifPresent` already does what `x.map { .some($0) }` does.
    let mapped = wrapped(left)
    let value = mapped ?? left
    guard isPlain(value), !isNullable(value) else {
      leave(node, "\(isNone ? ".ifPresent(…)" : ".init(…)") of the Optional")
      return true
    }
    if let task = doubt(value, parameter) {
      leave(node, task)
      return true
    }
    reason = ApolloEdits.nullableReason
    if presence == .omittable {
      guard isNone else {
        leave(node, "null cannot be sent here: nil leaves the value out")
        return true
      }
      delete(value.end, node.end)
      return false
    }
    let type = right?.base?.trimmedDescription ?? ""
    if !type.isEmpty { needed.insert("Apus") }
    insert(node.start, isNone ? "\(type).ifPresent(" : type.isEmpty ? ".init(" : "\(type)(")
    replace(value.end, node.end, ")")
    walk(value)
    return true
  }

  /// `x ?? y` with a GraphQLNullable `y`. An Optional's `x ?? 5` stays.
  private func fallback(_ node: InfixOperatorExprSyntax) {
    guard let presence = expectation(of: ExprSyntax(node)).nullable, !isNullable(node.leftOperand) else {
      return
    }
    let value = node.rightOperand
    let isLiteral =
      value.is(IntegerLiteralExprSyntax.self) || value.is(StringLiteralExprSyntax.self)
      || value.is(FloatLiteralExprSyntax.self) || value.is(BooleanLiteralExprSyntax.self)
    if presence == .omittable, isLiteral { return }
    leave(node, ApolloEdits.chain)
  }

  /// The Optional of `optional.map { .some($0) }` and `optional.map(GraphQLNullable.some)`.
  private func wrapped(_ value: ExprSyntax) -> ExprSyntax? {
    guard let call = value.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "map", let base = member.base
    else { return nil }
    if let closure = call.trailingClosure, call.arguments.isEmpty {
      let text = closure.statements.trimmedDescription.filter { !$0.isWhitespace }
      return [".some($0)", "GraphQLNullable.some($0)"].contains(text) && closure.signature == nil ? base : nil
    }
    guard call.trailingClosure == nil, call.arguments.count == 1 else { return nil }
    return call.arguments.first?.expression.trimmedDescription == "GraphQLNullable.some" ? base : nil
  }

  /// Names, members, subscripts and calls, whose type does not depend on context.
  private func isPlain(_ value: ExprSyntax) -> Bool {
    if value.is(DeclReferenceExprSyntax.self) { return true }
    if let member = value.as(MemberAccessExprSyntax.self) { return member.base.map(isPlain) ?? false }
    if let chain = value.as(OptionalChainingExprSyntax.self) { return isPlain(chain.expression) }
    if let forced = value.as(ForceUnwrapExprSyntax.self) { return isPlain(forced.expression) }
    if let item = value.as(SubscriptCallExprSyntax.self) {
      return isPlain(item.calledExpression) && hasPlainArguments(item.arguments)
    }
    if let call = value.as(FunctionCallExprSyntax.self) {
      // The type of a generic method's result, such as `map`, depends on context.
      let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
      return call.trailingClosure == nil && !["map", "flatMap"].contains(name)
        && isPlain(call.calledExpression)
        && hasPlainArguments(call.arguments)
    }
    return false
  }

  private func hasPlainArguments(_ arguments: LabeledExprListSyntax) -> Bool {
    arguments.allSatisfy { argument in
      argument.expression.is(IntegerLiteralExprSyntax.self)
        || argument.expression.is(StringLiteralExprSyntax.self)
        || argument.expression.as(MemberAccessExprSyntax.self).map { $0.base == nil } == true
        || isPlain(argument.expression)
    }
  }

  // MARK: - Arguments

  /// An argument of a generated initializer: its label, and values that are no longer a `GraphQLNullable`.
  func argument(_ node: LabeledExprSyntax) {
    guard touches, let call = node.parent?.parent?.as(FunctionCallExprSyntax.self), let label = node.label,
      let parameters = parameters(of: call)
    else { return }
    guard let parameter = parameters.first(where: { $0.apollo == label.text.filter { $0 != "`" } }) else {
      return leave(label, "no parameter of that name is here")
    }
    reason = "a parameter of a generated initializer"
    if parameter.ours != parameter.apollo { replace(label, SwiftNames.escape(parameter.ours)) }
    // `.init(.jazz)` creates a GraphQLNullable and compiles in Apus too.
    if parameter.isEnum { unwrap(node.expression, isNullable: parameter.presence == .nullable) }
    if parameter.presence == .omittable, isPlain(node.expression) {
      leave(node.expression, "the parameter is an Optional here, where Apollo has a GraphQLNullable")
    }
  }

  /// `.init(.jazz)` creates a wrapped enum or, with `isNullable`, the GraphQLNullable of one.
  func unwrap(_ value: ExprSyntax, isNullable: Bool = false) {
    if let array = value.as(ArrayExprSyntax.self) { return array.elements.forEach { unwrap($0.expression) } }
    if let ternary = value.as(TernaryExprSyntax.self) {
      unwrap(ternary.thenExpression, isNullable: isNullable)
      return unwrap(ternary.elseExpression, isNullable: isNullable)
    }
    guard let call = value.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.base == nil, call.arguments.count == 1, let argument = call.arguments.first,
      let left = call.leftParen,
      let right = call.rightParen
    else { return }
    if member.declName.baseName.text == "some" { return unwrap(argument.expression) }
    guard member.declName.baseName.text == "init", argument.label == nil, !isNullable else { return }
    guard isEnumValue(argument.expression) else { return leave(member.declName, ApolloEdits.unwrapped) }
    delete(member.period.start, left.end)
    delete(right.start, right.end)
  }
}
