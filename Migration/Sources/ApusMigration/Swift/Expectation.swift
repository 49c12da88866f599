import ApusShapes
import ApusSwiftModel
import ApusSchema
import SwiftSyntax

/// The type expected at a place in an expression.
enum Expectation {
  /// An Apollo `GraphQLNullable`, with its presence in Apus, and the parameter if it belongs to a generated
  /// initializer.
  case nullable(InputPresence, GeneratedParameter?)
  /// A parameter of a generated initializer that is not a `GraphQLNullable`.
  case required(GeneratedParameter)
  /// An input object, as a type of the schema.
  case input(TypeID, ApolloNames)
  /// Another known type, such as an Optional.
  case other
  case unknown
}

/// A parameter of a generated initializer.
struct GeneratedParameter {
  var apollo: String
  var ours: String
  var presence: InputPresence
  var type: TypeReference
  var names: ApolloNames

  var kind: TypeKind { names.program.schema.types[Int(type.named)].kind }
  var isEnum: Bool { kind == .enum }
  /// Whether it is GraphQL's `Int`, which is `Int32` in Apollo 2.
  var isInteger: Bool { names.program.schema.name(type.named) == "Int" }
  var isInput: Bool { kind == .inputObject }
}

extension ApolloEdits {
  /// The parameters of the generated initializer that is called; nil if it is another call.
  func parameters(of call: FunctionCallExprSyntax, _ depth: Int = 0) -> [GeneratedParameter]? {
    guard depth < 16 else { return nil }
    var callee = call.calledExpression
    if let member = callee.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init" {
      guard let base = member.base else { return implicitParameters(of: call, depth) }
      callee = base
    }
    let names: [String]
    if let name = callee.as(DeclReferenceExprSyntax.self) {
      names = [name.baseName.text]
    } else if let member = callee.as(MemberAccessExprSyntax.self),
      let base = member.base?.as(DeclReferenceExprSyntax.self)
    {
      names = [base.baseName.text, member.declName.baseName.text]
    } else {
      return nil
    }
    guard let word = names.last, !index.declares(names[0]) else { return nil }
    for module in modules {
      guard let generated = module.names else { continue }
      let isMeant = names.count == 2 ? names[0] == module.namespace : module.isBare(word)
      if isMeant { return generated.parameters(of: word) }
    }
    return nil
  }

  /// `.init(…)` for a parameter with an input object type.
  private func implicitParameters(of call: FunctionCallExprSyntax, _ depth: Int) -> [GeneratedParameter]? {
    var value = ExprSyntax(call)
    // `.some(.init(…))`
    if let argument = call.parent?.as(LabeledExprSyntax.self), argument.label == nil,
      let outer = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      let member = outer.calledExpression.as(MemberAccessExprSyntax.self), member.base == nil,
      member.declName.baseName.text == "some"
    {
      value = ExprSyntax(outer)
    }
    switch expectation(of: value, depth + 1) {
    case .nullable(_, let parameter?) where parameter.isInput && !parameter.type.isList:
      return parameter.names.parameters(ofInput: parameter.type.named)
    case .required(let parameter) where parameter.isInput && !parameter.type.isList:
      return parameter.names.parameters(ofInput: parameter.type.named)
    case .input(let type, let names): return names.parameters(ofInput: type)
    default: return nil
    }
  }

  /// The type expected of an expression.
  func expectation(of expression: ExprSyntax, _ depth: Int = 0) -> Expectation {
    guard depth < 16 else { return .unknown }
    var child = Syntax(expression)
    while let parent = child.parent {
      if let tuple = parent.as(TupleExprSyntax.self), tuple.elements.count == 1 {
        child = parent
        continue
      }
      if parent.is(LabeledExprListSyntax.self) {
        child = parent
        continue
      }
      if let argument = parent.as(LabeledExprSyntax.self) {
        if let tuple = argument.parent?.parent?.as(TupleExprSyntax.self), tuple.elements.count == 1 {
          child = Syntax(tuple)
          continue
        }
        guard let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self) else { return .unknown }
        return expectation(of: argument, in: call, depth)
      }
      if let ternary = parent.as(TernaryExprSyntax.self), ternary.condition.id != child.id {
        child = parent
        continue
      }
      if let infix = parent.as(InfixOperatorExprSyntax.self) {
        let mark = infix.operator.trimmedDescription
        if infix.operator.is(AssignmentExprSyntax.self), infix.rightOperand.id == child.id {
          return of(type: types.type(of: infix.leftOperand))
        }
        if ["==", "!="].contains(mark) {
          let other = infix.leftOperand.id == child.id ? infix.rightOperand : infix.leftOperand
          // `a?.b == nil` compares with the Optional's nil.
          if child.is(NilLiteralExprSyntax.self) || other.trimmedDescription.contains("?") { return .unknown }
          return of(type: types.type(of: other))
        }
        // The right side has the type of the whole, except in Apollo's `??` between an Optional and a GraphQLNullable.
        if mark == "??", infix.rightOperand.id == child.id {
          let whole = expectation(of: ExprSyntax(infix), depth + 1)
          if case .nullable = whole, !isNullable(infix.leftOperand) { return .unknown }
          return whole
        }
        return .unknown
      }
      if let clause = parent.as(InitializerClauseSyntax.self) {
        if let binding = clause.parent?.as(PatternBindingSyntax.self) {
          return binding.typeAnnotation.map { of(type: index.plain($0.type.trimmedDescription)) } ?? .unknown
        }
        if let parameter = clause.parent?.as(FunctionParameterSyntax.self) {
          return of(type: index.plain(parameter.type.trimmedDescription))
        }
        return .unknown
      }
      if parent.is(ReturnStmtSyntax.self) || parent.is(CodeBlockItemSyntax.self) {
        return result(around: parent, child)
      }
      if let pattern = parent.as(ExpressionPatternSyntax.self) { return subject(of: Syntax(pattern)) }
      return .unknown
    }
    return .unknown
  }

  private func of(type: String?) -> Expectation {
    guard let type else { return .unknown }
    for module in modules {
      if let names = module.names, let input = names.inputs[type], !index.declares(type) {
        return .input(input.type, names)
      }
    }
    return type == "GraphQLNullable" && !index.declares("GraphQLNullable")
      ? .nullable(.nullable, nil) : .other
  }

  private func expectation(
    of argument: LabeledExprSyntax, in call: FunctionCallExprSyntax, _ depth: Int
  ) -> Expectation {
    let label = argument.label?.text.filter { $0 != "`" } ?? "_"
    if let parameters = parameters(of: call, depth) {
      guard let parameter = parameters.first(where: { $0.apollo == label }) else { return .unknown }
      return parameter.presence == .required ? .required(parameter) : .nullable(parameter.presence, parameter)
    }
    guard
      let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
        ?? call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    else { return .unknown }
    // A function of the app: all overloads with that name and label must agree.
    let labels = call.arguments.map { $0.label?.text ?? "_" }
    let position =
      call.arguments.firstIndex { $0.id == argument.id }.map {
        call.arguments.distance(from: call.arguments.startIndex, to: $0)
      } ?? 0
    var found: Set<Bool> = []
    for functions in index.functions.values {
      for function in functions where function.name == name && function.accepts(labels, closures: 9) {
        let match = label == "_" ? position : function.labels.firstIndex(of: label) ?? position
        guard function.types.indices.contains(match) else { continue }
        found.insert(index.plain(function.types[match]) == "GraphQLNullable")
      }
    }
    if let properties = memberwise(name, label) { found.formUnion(properties) }
    if found.isEmpty || found.count > 1 { return .unknown }
    return found.contains(true) ? .nullable(.nullable, nil) : .other
  }

  /// The memberwise initializer of a struct in the app.
  private func memberwise(_ name: String, _ label: String) -> Set<Bool>? {
    guard index.types[name] == 1, let types = index.members[name]?[label], !types.contains(AppIndex.unknown)
    else { return nil }
    return Set(types.map { index.plain($0) == "GraphQLNullable" })
  }

  /// The result type of the function or property around a `return` or a single-expression body.
  private func result(around node: Syntax, _ child: Syntax) -> Expectation {
    var parent: Syntax? = node
    let isReturn = node.is(ReturnStmtSyntax.self)
    var isOnly = true
    while let current = parent {
      if let list = current.as(CodeBlockItemListSyntax.self) { isOnly = isOnly && list.count == 1 }
      if current.is(ClosureExprSyntax.self) { return .unknown }
      if let function = current.as(FunctionDeclSyntax.self) {
        guard isReturn || isOnly, let type = function.signature.returnClause?.type else { return .unknown }
        return of(type: index.plain(type.trimmedDescription))
      }
      if let binding = current.as(PatternBindingSyntax.self), binding.accessorBlock != nil {
        guard isReturn || isOnly, let type = binding.typeAnnotation?.type else { return .unknown }
        return of(type: index.plain(type.trimmedDescription))
      }
      if current.is(InitializerDeclSyntax.self) || current.is(SubscriptDeclSyntax.self) { return .unknown }
      parent = current.parent
    }
    return .unknown
  }

  /// The subject of a `switch` or `if case`.
  private func subject(of pattern: Syntax) -> Expectation {
    var parent = pattern.parent
    while let current = parent {
      if let test = current.as(MatchingPatternConditionSyntax.self) {
        let value = test.initializer.value
        return value.trimmedDescription.contains("?") ? .unknown : of(type: types.type(of: value))
      }
      if let choice = current.as(SwitchExprSyntax.self) {
        return choice.subject.trimmedDescription.contains("?")
          ? .unknown : of(type: types.type(of: choice.subject))
      }
      if current.is(CodeBlockItemSyntax.self) { return .unknown }
      parent = current.parent
    }
    return .unknown
  }
}
