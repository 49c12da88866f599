import SwiftLexicalLookup
import SwiftSyntax

/// Resolves the names of variables, parameters and properties in the scopes around them.
extension TypeResolver {
  /// Whether a variable is within a function.
  static func isLocal(_ node: some SyntaxProtocol) -> Bool {
    let block = node.ancestors.first {
      $0.is(MemberBlockSyntax.self) || $0.is(CodeBlockSyntax.self) || $0.is(ClosureExprSyntax.self)
        || $0.is(AccessorBlockSyntax.self)
    }
    return block.map { !$0.is(MemberBlockSyntax.self) } ?? false
  }

  func variable(_ token: TokenSyntax, at node: Syntax, _ depth: Int) -> AppType? {
    guard depth < TypeResolver.limit else { return nil }
    if token.tokenKind == .keyword(.self) { return AppType(name: AppIndex.owner(of: node)) }
    if case .dollarIdentifier(let text) = token.tokenKind {
      let closure = TypeResolver.first(ClosureExprSyntax.self, around: node)
      return closure.flatMap { parameter(Int(text.dropFirst()) ?? 0, of: $0, depth) }
    }
    guard let name = token.identifier, !TypeResolver.isCast(token.text, around: node) else { return nil }
    for result in node.lookup(name) {
      var owner: String?
      switch result {
      case .fromScope(let scope, let names):
        if scope.is(SourceFileSyntax.self) { break }
        return agreed(names.prefix(1).map(\.self)) { self.type(of: $0, depth + 1) }
      case .lookForMembers(let scope):
        owner = scope.asProtocol(DeclGroupSyntax.self).map { AppIndex.owner(of: $0.memberBlock) }
      default: break
      }
      if let owner, let found = member(name.name, of: AppType(name: owner), depth) { return found }
      if let owner, index.members[owner]?[name.name] != nil { return nil }
    }
    return member(name.name, of: AppType(name: ""), depth)
  }

  /// Whether a pattern such as `let name as Type`, which a lookup leaves out, declares a name.
  private static func isCast(_ name: String, around node: Syntax) -> Bool {
    node.ancestors.contains { current in
      let patterns: [Syntax?] = [
        current.as(CatchClauseSyntax.self).map { Syntax($0.catchItems) },
        current.as(SwitchCaseSyntax.self).map { Syntax($0.label) },
        current.as(IfExprSyntax.self).map { Syntax($0.conditions) },
        current.as(WhileStmtSyntax.self).map { Syntax($0.conditions) },
      ]
      let tokens = patterns.lazy.compactMap { $0 }.first.map {
        $0.tokens(viewMode: .sourceAccurate).map(\.text)
      }
      return tokens?.contains("as") == true && tokens?.contains(name) == true
    }
  }

  private static func first<Node: SyntaxProtocol>(_ type: Node.Type, around node: Syntax) -> Node? {
    node.ancestors.lazy.compactMap { $0.as(type) }.first
  }

  private func type(of name: LookupName, _ depth: Int) -> AppType? {
    switch name {
    case .identifier(let node, _): introduced(by: node, depth)
    case .equivalentNames(let names): agreed(names) { type(of: $0, depth) }
    case .declaration, .implicit: nil
    }
  }

  /// The type of the variable or parameter that a node declares.
  private func introduced(by node: Syntax, _ depth: Int) -> AppType? {
    if let found = node.as(FunctionParameterSyntax.self) {
      return found.ellipsis == nil ? type(found.type, depth) : nil
    }
    if let found = node.as(ClosureCaptureSyntax.self) {
      if let value = found.initializer?.value { return type(of: value, depth) }
      let outside = TypeResolver.first(ClosureExprSyntax.self, around: node)?.parent
      return outside.flatMap { variable(found.name, at: $0, depth) }
    }
    if let found = node.as(ClosureParameterSyntax.self), let type = found.type {
      return self.type(type, depth)
    }
    let list =
      node.parent?.as(ClosureShorthandParameterListSyntax.self).map { $0.map { Syntax($0) } }
      ?? node.parent?.as(ClosureParameterListSyntax.self).map { $0.map { Syntax($0) } }
    if let list, let closure = TypeResolver.first(ClosureExprSyntax.self, around: node) {
      return list.firstIndex(of: node).flatMap { parameter($0, of: closure, depth) }
    }
    guard let pattern = node.as(IdentifierPatternSyntax.self), let parent = pattern.parent else { return nil }
    if let binding = parent.as(PatternBindingSyntax.self) { return type(of: binding, depth) }
    if let condition = parent.as(OptionalBindingConditionSyntax.self) {
      let value = condition.initializer?.value
      return
        (value.map { type(of: $0, depth) } ?? variable(pattern.identifier, at: Syntax(condition), depth))?
        .unwrapped
    }
    if let loop = parent.as(ForStmtSyntax.self) {
      let list = type(of: loop.sequence, depth)
      return list.flatMap { ["Array", "AsyncThrowingStream"].contains($0.name) ? $0.arguments.first : nil }
    }
    return payload(of: node, depth)
  }

  /// The type of `value` in `.success(let value)`.
  private func payload(of name: Syntax, _ depth: Int) -> AppType? {
    guard let call = TypeResolver.first(FunctionCallExprSyntax.self, around: name), call.arguments.count == 1,
      call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "success",
      let result = TypeResolver.subject(of: Syntax(call)).flatMap({ type(of: $0, depth) })?.unwrapped,
      result.name == "Result"
    else { return nil }
    return result.arguments.first
  }

  /// The subject that a pattern of a `switch` or `if case` is matched with.
  static func subject(of pattern: Syntax) -> ExprSyntax? {
    for current in pattern.ancestors {
      if current.is(CodeBlockItemSyntax.self) { return nil }
      if let test = current.as(MatchingPatternConditionSyntax.self) { return test.initializer.value }
      if let choice = current.as(SwitchExprSyntax.self) { return choice.subject }
    }
    return nil
  }

  private static let visitors: Set<String> = [
    "map", "compactMap", "flatMap", "forEach", "filter", "first", "contains", "allSatisfy",
  ]

  /// The type of a closure's parameter, by the function that the closure is passed to.
  private func parameter(_ number: Int, of closure: ClosureExprSyntax, _ depth: Int) -> AppType? {
    let argument = closure.parent?.as(LabeledExprSyntax.self)
    guard depth < TypeResolver.limit,
      let call = (argument.map { $0.parent?.parent } ?? closure.parent)?.as(FunctionCallExprSyntax.self)
    else { return nil }
    if let response = requested(by: call, depth) {
      return number == 0 ? AppType(name: "Result", arguments: [response.type, AppType(name: "Error")]) : nil
    }
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self), number == 0,
      TypeResolver.visitors.contains(member.declName.baseName.text),
      let type = member.base.flatMap({ type(of: $0, depth + 1) }),
      ["Array", "Optional"].contains(type.name)
    {
      return type.arguments.first
    }
    return agreed(functions(of: call, depth)) { function in
      let parameters = function.parameters
      let match = argument?.label.flatMap { label in parameters.first { $0.firstName.text == label.text } }
      guard let parameter = match ?? parameters.last else { return nil }
      let list = TypeResolver.function(parameter.type)?.parameters.map(\.type) ?? []
      return number < list.count ? type(list[number], depth + 1) : nil
    }
  }

  /// The function type within attributes, parentheses and an Optional.
  private static func function(_ type: TypeSyntax) -> FunctionTypeSyntax? {
    if let type = type.as(AttributedTypeSyntax.self) { return function(type.baseType) }
    if let type = type.as(OptionalTypeSyntax.self) { return function(type.wrappedType) }
    if let type = type.as(TupleTypeSyntax.self), type.elements.count == 1 {
      return type.elements.first.flatMap { function($0.type) }
    }
    return type.as(FunctionTypeSyntax.self)
  }
}
