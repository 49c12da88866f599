import ApusShapes
import ApusSwiftModel
import ApusSchema
import SwiftSyntax

/// The type expected at a place in an expression.
enum Expectation {
  /// A parameter of a generated initializer, or a field of an input object.
  case parameter(GeneratedParameter)
  /// A type that the app declares for the place.
  case type(AppType)
  case unknown

  /// The presence of a `GraphQLNullable` in Apus; nil for anything else.
  var nullable: InputPresence? {
    switch self {
    case .parameter(let parameter): parameter.presence == .required ? nil : parameter.presence
    case .type(let type): type.name == "GraphQLNullable" ? .nullable : nil
    case .unknown: nil
    }
  }

  var parameter: GeneratedParameter? { if case .parameter(let parameter) = self { parameter } else { nil } }
  var isUnknown: Bool { if case .unknown = self { true } else { false } }
}

extension ApolloEdits {
  /// The parameters of the generated initializer that is called; nil if it is another call.
  func parameters(of call: FunctionCallExprSyntax, _ depth: Int = 0) -> [GeneratedParameter]? {
    guard depth < 16 else { return nil }
    var callee = call.calledExpression
    if let member = callee.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init" {
      guard let base = member.base else {
        return parameters(ofInput: expectation(of: ExprSyntax(call), depth + 1))
      }
      callee = base
    }
    guard let name = types.named(callee)?.name else { return nil }
    return modules.lazy.compactMap { $0.parameters(of: name) }.first
  }

  /// The fields of the input object that is expected at a place.
  private func parameters(ofInput expected: Expectation) -> [GeneratedParameter]? {
    switch expected {
    case .parameter(let parameter) where parameter.isInput && !parameter.type.isList:
      return parameter.type.named.flatMap(parameter.names.parameters(ofInput:))
    case .type(let type):
      return modules.lazy.compactMap { $0.fields(ofInput: type.unwrapped.name) }.first
    default: return nil
    }
  }

  /// The type expected of an expression.
  func expectation(of expression: ExprSyntax, _ depth: Int = 0) -> Expectation {
    guard depth < 16 else { return .unknown }
    var child = Syntax(expression)
    while let parent = child.parent {
      if let argument = parent.as(LabeledExprSyntax.self) {
        if let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self) {
          return expectation(of: argument, in: call, depth)
        }
        guard argument.parent?.parent?.as(TupleExprSyntax.self)?.elements.count == 1 else { return .unknown }
      } else if let infix = parent.as(InfixOperatorExprSyntax.self) {
        return expectation(of: child, in: infix, depth)
      } else if let clause = parent.as(InitializerClauseSyntax.self) {
        return of(
          clause.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
            ?? clause.parent?.as(FunctionParameterSyntax.self)?.type)
      } else if parent.is(ReturnStmtSyntax.self) || parent.is(CodeBlockItemSyntax.self) {
        return of(result(around: parent))
      } else if let pattern = parent.as(ExpressionPatternSyntax.self) {
        return subject(of: Syntax(pattern))
      } else if parent.as(TernaryExprSyntax.self).map({ $0.condition.id != child.id }) != true,
        !parent.is(LabeledExprListSyntax.self), !parent.is(TupleExprSyntax.self)
      {
        return .unknown
      }
      child = parent
    }
    return .unknown
  }

  private func of(_ type: TypeSyntax?) -> Expectation { of(type.flatMap { types.type($0) }) }

  private func of(_ type: AppType?) -> Expectation { type.map(Expectation.type) ?? .unknown }

  private func expectation(of child: Syntax, in infix: InfixOperatorExprSyntax, _ depth: Int) -> Expectation {
    let isRight = infix.rightOperand.id == child.id
    if infix.operator.is(AssignmentExprSyntax.self), isRight { return place(infix.leftOperand) }
    switch infix.operator.trimmedDescription {
    case "==", "!=":
      let other = isRight ? infix.leftOperand : infix.rightOperand
      // `a?.b == nil` compares with the Optional's nil.
      if child.is(NilLiteralExprSyntax.self) || other.trimmedDescription.contains("?") { return .unknown }
      return place(other)
    case "??" where isRight:
      // The right side has the type of the whole, except in Apollo's `??` between an Optional and a GraphQLNullable.
      let whole = expectation(of: ExprSyntax(infix), depth + 1)
      return whole.nullable != nil && !isNullable(infix.leftOperand) ? .unknown : whole
    default: return .unknown
    }
  }

  /// The type of a place that a value is assigned to or compared with.
  private func place(_ value: ExprSyntax) -> Expectation {
    if let member = value.as(MemberAccessExprSyntax.self),
      let base = member.base.flatMap({ types.type(of: $0) }),
      let field = parameters(ofInput: .type(base))?.first(where: {
        $0.apollo == member.declName.baseName.text
      })
    {
      return .parameter(field)
    }
    return of(types.type(of: value))
  }

  private func expectation(
    of argument: LabeledExprSyntax, in call: FunctionCallExprSyntax, _ depth: Int
  ) -> Expectation {
    let label = argument.label?.text.filter { $0 != "`" } ?? "_"
    if let parameters = parameters(of: call, depth) {
      return parameters.first { $0.apollo == label }.map(Expectation.parameter) ?? .unknown
    }
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "some", label == "_"
    {
      return wrapped(of(types.named(member.base)), member.base == nil ? call : nil, depth)
    }
    if let type = types.named(call.calledExpression), index.functions[type.name] == nil {
      // The memberwise initializer of a struct in the app.
      return index.members[type.name]?[label] == nil ? .unknown : of(types.member(label, of: type))
    }
    let position = call.arguments.firstIndex { $0.id == argument.id }
    let number = position.map { call.arguments.distance(from: call.arguments.startIndex, to: $0) } ?? 0
    let found = types.functions(of: call).map { function -> AppType? in
      let at = label == "_" ? number : function.labels.firstIndex(of: label) ?? number
      return at < function.parameters.count ? types.type(function.parameters[at].type) : nil
    }
    // All overloads have to agree.
    return found.allSatisfy { $0 == found.first } ? of(found.first ?? nil) : .unknown
  }

  /// The type of the argument of `.some`.
  private func wrapped(_ named: Expectation, _ call: FunctionCallExprSyntax?, _ depth: Int) -> Expectation {
    switch call.map({ expectation(of: ExprSyntax($0), depth + 1) }) ?? named {
    case .parameter(let parameter): .parameter(parameter.required)
    case .type(let type) where ["GraphQLNullable", "Optional"].contains(type.name): of(type.arguments.first)
    default: .unknown
    }
  }

  /// The result type of the function or property around a `return` or a single-expression body.
  private func result(around node: Syntax) -> TypeSyntax? {
    var isResult = true
    for current in sequence(first: node, next: \.parent) {
      if !node.is(ReturnStmtSyntax.self),
        current.as(CodeBlockItemListSyntax.self).map({ $0.count > 1 }) == true
      {
        isResult = false
      }
      if let function = current.as(FunctionDeclSyntax.self) {
        return isResult ? function.signature.returnClause?.type : nil
      }
      if let binding = current.as(PatternBindingSyntax.self), binding.accessorBlock != nil {
        return isResult ? binding.typeAnnotation?.type : nil
      }
      if current.is(ClosureExprSyntax.self) || current.is(InitializerDeclSyntax.self)
        || current.is(SubscriptDeclSyntax.self)
      {
        return nil
      }
    }
    return nil
  }

  /// The subject of a `switch` or `if case`.
  private func subject(of pattern: Syntax) -> Expectation {
    guard let value = TypeResolver.subject(of: pattern), !value.trimmedDescription.contains("?") else {
      return .unknown
    }
    return of(types.type(of: value))
  }
}
