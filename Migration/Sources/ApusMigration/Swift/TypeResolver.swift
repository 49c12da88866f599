import SwiftSyntax

/// Resolves the types of expressions from the app's declarations. It never guesses: a type that is not declared is nil.
struct TypeResolver {
  let index: AppIndex

  /// A local variable whose type may be unknown.
  private struct Variable { var type: String? }

  // MARK: - Declarations

  /// The name of the type that contains a declaration; empty at file level.
  static func owner(of node: some SyntaxProtocol) -> String {
    var parent = node.parent
    while let current = parent {
      if let type = current.asProtocol(DeclGroupSyntax.self) {
        if let named = current.asProtocol(NamedDeclSyntax.self) { return named.name.text }
        if let other = type as? ExtensionDeclSyntax {
          return AppIndex.name(other.extendedType.trimmedDescription)
        }
      }
      parent = current.parent
    }
    return ""
  }

  /// Whether a variable is within a function.
  static func isLocal(_ node: some SyntaxProtocol) -> Bool {
    var parent = node.parent
    while let current = parent {
      if current.is(MemberBlockSyntax.self) { return false }
      if current.is(CodeBlockSyntax.self) || current.is(ClosureExprSyntax.self)
        || current.is(AccessorBlockSyntax.self)
      {
        return true
      }
      parent = current.parent
    }
    return false
  }

  /// The type in a binding's annotation or of its initializer; `=` followed by a path for the value of another
  /// variable.
  static func type(of binding: PatternBindingSyntax) -> String {
    if let type = binding.typeAnnotation?.type { return AppIndex.name(type.trimmedDescription) }
    guard let value = binding.initializer?.value else { return AppIndex.unknown }
    return type(made: value)
  }

  /// `ApolloClient(…)`, `ApolloClient.init(…)`, or a call of a closure with an explicit result type.
  static func type(made value: ExprSyntax) -> String {
    if let path = path(value) { return "=" + path }
    guard let call = value.as(FunctionCallExprSyntax.self) else {
      // `GraphQLNullable<Int>.some(1)` is also a call; `GraphQLNullable<Int>.none` is not.
      if let member = value.as(MemberAccessExprSyntax.self), let base = typeName(member.base) { return base }
      return AppIndex.unknown
    }
    if let name = typeName(call.calledExpression) { return name }
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self), let name = typeName(member.base) {
      let word = member.declName.baseName.text
      if word == "init" || name == "GraphQLNullable" && ["some", "none", "null"].contains(word) {
        return name
      }
    }
    if let closure = call.calledExpression.as(ClosureExprSyntax.self),
      let type = closure.signature?.returnClause?.type
    {
      return AppIndex.name(type.trimmedDescription)
    }
    return AppIndex.unknown
  }

  /// The type that an expression names, which begins with a capital letter.
  private static func typeName(_ expression: ExprSyntax?) -> String? {
    guard let expression else { return nil }
    if let generic = expression.as(GenericSpecializationExprSyntax.self) {
      return typeName(generic.expression)
    }
    let text =
      expression.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    guard let text, text.first?.isUppercase == true else { return nil }
    return text
  }

  /// `a.b.c` as text; nil if it contains anything but names and optional marks.
  private static func path(_ value: ExprSyntax) -> String? {
    if let name = value.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
    if let member = value.as(MemberAccessExprSyntax.self), let base = member.base.flatMap(path) {
      return base + "." + member.declName.baseName.text
    }
    if let chain = value.as(OptionalChainingExprSyntax.self) { return path(chain.expression) }
    if let forced = value.as(ForceUnwrapExprSyntax.self) { return path(forced.expression) }
    return nil
  }

  // MARK: - Expressions

  /// The type's name; nil if it is unknown.
  func type(of expression: ExprSyntax, _ depth: Int = 0) -> String? {
    guard depth < 12 else { return nil }
    if let name = expression.as(DeclReferenceExprSyntax.self) {
      return variable(name.baseName.text, at: name, depth)
    }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      let name = member.declName.baseName.text
      guard let base = member.base else { return nil }
      if let owner = owner(base, depth) {
        if let found = self.member(name, of: owner, depth) { return found }
        if index.types[owner] != nil, index.members[owner]?[name] != nil { return nil }
      }
      return everywhere(name, depth)
    }
    if let chain = expression.as(OptionalChainingExprSyntax.self) {
      return type(of: chain.expression, depth + 1)
    }
    if let forced = expression.as(ForceUnwrapExprSyntax.self) {
      return type(of: forced.expression, depth + 1)
    }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first
    {
      return type(of: only.expression, depth + 1)
    }
    let made = TypeResolver.type(made: expression)
    return made == AppIndex.unknown || made.hasPrefix("=") ? nil : index.plain(made)
  }

  /// The type that a base's members belong to: its own, or the type that it names.
  private func owner(_ base: ExprSyntax, _ depth: Int) -> String? {
    if let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text {
      if name == "self" || name == "Self" { return TypeResolver.owner(of: base) }
      if name.first?.isUppercase == true { return index.plain(name) }
    }
    if let name = base.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
      name.first?.isUppercase == true
    {
      return index.plain(name)
    }
    return type(of: base, depth + 1)
  }

  private func member(_ name: String, of owner: String, _ depth: Int) -> String? {
    index.members[owner]?[name].flatMap { one($0, depth) }
  }

  /// The type of every variable with a name, if they all agree.
  private func everywhere(_ name: String, _ depth: Int) -> String? {
    index.everywhere[name].flatMap { one($0, depth) }
  }

  private func one(_ types: Set<String>, _ depth: Int) -> String? {
    var found: Set<String> = []
    for type in types {
      guard type != AppIndex.unknown,
        let known = type.hasPrefix("=") ? path(type.dropFirst(), depth + 1) : index.plain(type)
      else { return nil }
      found.insert(known)
    }
    return found.count == 1 ? found.first : nil
  }

  /// The type of the variable at a path.
  private func path(_ text: Substring, _ depth: Int) -> String? {
    guard depth < 12 else { return nil }
    let names = text.split(separator: ".").map(String.init)
    guard let last = names.last else { return nil }
    if names.count > 1, let owner = names.dropLast().last, owner.first?.isUppercase == true,
      let found = member(last, of: owner, depth)
    {
      return found
    }
    let types = (index.everywhere[last] ?? []).filter { $0 != "=" + text }
    return types.isEmpty ? nil : one(types, depth)
  }

  // MARK: - Names in scope

  private func variable(_ name: String, at node: DeclReferenceExprSyntax, _ depth: Int) -> String? {
    if name == "self" { return TypeResolver.owner(of: node) }
    var child = Syntax(node)
    while let parent = child.parent {
      if let items = parent.as(CodeBlockItemListSyntax.self) {
        let local = isTop(items) ? nil : local(name, in: items, before: child, depth)
        if let local { return local.type }
      }
      if let function = parent.as(FunctionDeclSyntax.self), let found = parameter(name, function.signature) {
        return found
      }
      if let initializer = parent.as(InitializerDeclSyntax.self),
        let found = parameter(name, initializer.signature)
      {
        return found
      }
      if let closure = parent.as(ClosureExprSyntax.self), binds(name, closure) { return nil }
      if let loop = parent.as(ForStmtSyntax.self), loop.pattern.trimmedDescription.contains(name) {
        return nil
      }
      if let test = parent.as(IfExprSyntax.self), let found = condition(name, test.conditions, depth, node) {
        return found.type
      }
      if let test = parent.as(WhileStmtSyntax.self), let found = condition(name, test.conditions, depth, node)
      {
        return found.type
      }
      if let item = parent.as(SwitchCaseSyntax.self), item.label.trimmedDescription.contains("let") {
        return nil
      }
      if let clause = parent.as(CatchClauseSyntax.self),
        clause.catchItems.isEmpty ? name == "error" : TypeResolver.names(name, Syntax(clause.catchItems))
      {
        return nil
      }
      if parent.asProtocol(DeclGroupSyntax.self) != nil {
        let owner = TypeResolver.owner(of: child)
        if let found = index.members[owner]?[name] { return one(found, depth) }
      }
      child = parent
    }
    if let global = index.members[""]?[name] { return one(global, depth) }
    return everywhere(name, depth)
  }

  private func isTop(_ items: CodeBlockItemListSyntax) -> Bool {
    items.parent?.is(SourceFileSyntax.self) ?? true
  }

  private func local(
    _ name: String, in items: CodeBlockItemListSyntax, before child: Syntax, _ depth: Int
  ) -> Variable? {
    var found: Variable?
    for item in items where item.position < child.position {
      if let variable = item.item.as(VariableDeclSyntax.self) {
        for binding in variable.bindings where TypeResolver.names(name, Syntax(binding.pattern)) {
          guard binding.pattern.is(IdentifierPatternSyntax.self) else {
            // `let (client, number) = value`
            found = Variable(type: nil)
            continue
          }
          let type = TypeResolver.type(of: binding)
          if type.hasPrefix("="), let value = binding.initializer?.value,
            !value.trimmedDescription.contains(name)
          {
            found = Variable(type: self.type(of: value, depth + 1))
          } else {
            found = Variable(type: type == AppIndex.unknown || type.hasPrefix("=") ? nil : index.plain(type))
          }
        }
      }
      if let guarded = item.item.as(GuardStmtSyntax.self),
        let other = condition(name, guarded.conditions, depth, nil)
      {
        found = Variable(type: other.type)
      }
    }
    return found
  }

  /// Whether a pattern may bind a name.
  private static func names(_ name: String, _ pattern: Syntax) -> Bool {
    pattern.tokens(viewMode: .sourceAccurate).contains { $0.text == name }
  }

  /// `if let name`, `guard let name = value`, or `if case .success(let name) = value`, whose type is unknown.
  private func condition(
    _ name: String, _ list: ConditionElementListSyntax, _ depth: Int, _ use: DeclReferenceExprSyntax?
  ) -> Variable? {
    for element in list {
      if let test = element.condition.as(MatchingPatternConditionSyntax.self),
        TypeResolver.names(name, Syntax(test.pattern)), use.map({ $0.position >= test.endPosition }) ?? true
      {
        return Variable(type: nil)
      }
      guard let binding = element.condition.as(OptionalBindingConditionSyntax.self),
        binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
      else { continue }
      if let use, use.position < binding.endPosition { continue }
      guard let value = binding.initializer?.value else { return Variable(type: everywhere(name, depth)) }
      if value.trimmedDescription.split(separator: ".").first.map(String.init) == name {
        return Variable(type: everywhere(name, depth))
      }
      return Variable(type: type(of: value, depth + 1))
    }
    return nil
  }

  private func parameter(_ name: String, _ signature: FunctionSignatureSyntax) -> String? {
    signature.parameterClause.parameters.first { ($0.secondName ?? $0.firstName).text == name }
      .map { index.plain($0.type.trimmedDescription) }
  }

  private func binds(_ name: String, _ closure: ClosureExprSyntax) -> Bool {
    // `[client = other]`, but not `[weak client]`
    if closure.signature?.capture?.items.contains(where: { $0.name.text == name && $0.initializer != nil })
      == true
    {
      return true
    }
    guard let clause = closure.signature?.parameterClause else { return name.hasPrefix("$") }
    switch clause {
    case .simpleInput(let list): return list.contains { $0.name.text == name }
    case .parameterClause(let list):
      return list.parameters.contains { ($0.secondName ?? $0.firstName).text == name }
    }
  }
}
