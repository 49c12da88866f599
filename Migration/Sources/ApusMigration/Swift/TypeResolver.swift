import SwiftSyntax

/// Resolves the types of expressions as far as declarations say them: locals, parameters, members of the app's own
/// types and of generated ones. Anything else is unknown: nil.
struct TypeResolver {
  let index: AppIndex
  let modules: [GeneratedModule]
  /// A chain of declarations that is longer, or a circle of them, is unknown.
  static let limit = 16

  // MARK: - Names

  /// The names of `Outer.Inner`; nil for any other type.
  static func names(of type: TypeSyntax) -> [TokenSyntax]? {
    if let name = type.as(IdentifierTypeSyntax.self) { return [name.name] }
    guard let member = type.as(MemberTypeSyntax.self) else { return nil }
    return names(of: member.baseType).map { $0 + [member.name] }
  }

  /// The names of `Outer.Inner` in an expression.
  static func names(of value: ExprSyntax) -> [TokenSyntax]? {
    if let name = value.as(DeclReferenceExprSyntax.self) { return [name.baseName] }
    if let special = value.as(GenericSpecializationExprSyntax.self) { return names(of: special.expression) }
    guard let member = value.as(MemberAccessExprSyntax.self), let base = member.base else { return nil }
    return names(of: base).map { $0 + [member.declName.baseName] }
  }

  private static let libraries: Set<String> = ["Apollo", "ApolloAPI", "Foundation", "Swift"]

  static func withoutModule(_ names: [String]) -> [String] {
    names.count > 1 && libraries.contains(names[0]) ? Array(names.dropFirst()) : names
  }

  /// The paths that a name may have at a place, the innermost first.
  private static func scopes(of node: some SyntaxProtocol) -> [String] {
    let parts = AppIndex.owner(of: node).split(separator: ".")
    return (0..<parts.count).map { parts.prefix(parts.count - $0).joined(separator: ".") } + [""]
  }

  private static func path(_ scope: String, _ name: String) -> String {
    scope.isEmpty ? name : "\(scope).\(name)"
  }

  /// Whether a name means a type, an alias or a generic parameter of the app's at a place.
  func declares(_ name: String, at node: some SyntaxProtocol) -> Bool {
    TypeResolver.scopes(of: node).contains { index.types.contains(TypeResolver.path($0, name)) }
      || isParameter(name, at: node)
  }

  /// Whether a declaration around a place has a generic parameter or associated type of that name.
  private func isParameter(_ name: String, at node: some SyntaxProtocol) -> Bool {
    func isParameter(of node: Syntax) -> Bool {
      let generics = node.asProtocol(WithGenericParametersSyntax.self)?.genericParameterClause?.parameters
      let members = node.as(ProtocolDeclSyntax.self)?.memberBlock.members
      return generics?.contains { $0.name.text == name } == true
        || members?.contains { $0.decl.as(AssociatedTypeDeclSyntax.self)?.name.text == name } == true
    }
    return isParameter(of: Syntax(node)) || node.ancestors.contains(where: isParameter)
  }

  /// The type that names mean at a place.
  private func type(_ names: [String], _ arguments: [AppType], at node: some SyntaxProtocol, _ depth: Int)
    -> AppType?
  {
    guard depth < TypeResolver.limit else { return nil }
    if names == ["Self"] || names == ["self"] { return AppType(name: AppIndex.owner(of: node)) }
    for scope in TypeResolver.scopes(of: node) {
      var path = TypeResolver.path(scope, names[0])
      guard index.types.contains(path) else { continue }
      var found: AppType?
      for number in names.indices {
        if number > 0 { path += ".\(names[number])" }
        found = AppType(name: path, arguments: number == names.count - 1 ? arguments : [])
        guard let targets = index.aliases[path] else { continue }
        guard let target = agreed(targets, { self.type($0, depth + 1) }) else { return nil }
        found = target
        path = target.name
      }
      return found
    }
    if isParameter(names[0], at: node) { return nil }
    let names = TypeResolver.withoutModule(names)
    if let module = modules.first(where: { $0.isBare(names[0]) }) {
      return AppType(name: ([module.namespace] + names).joined(separator: "."))
    }
    return AppType(name: names.joined(separator: "."), arguments: arguments)
  }

  /// The one type of all values; nil if one is unknown or two differ.
  func agreed<Value>(_ values: [Value], _ type: (Value) -> AppType?) -> AppType? {
    guard let first = values.first.flatMap(type) else { return nil }
    return values.dropFirst().allSatisfy { type($0) == first } ? first : nil
  }

  // MARK: - Types

  func type(_ syntax: TypeSyntax, _ depth: Int = 0) -> AppType? {
    guard depth < TypeResolver.limit else { return nil }
    if let names = TypeResolver.names(of: syntax) {
      let clause =
        syntax.as(IdentifierTypeSyntax.self)?.genericArgumentClause
        ?? syntax.as(MemberTypeSyntax.self)?.genericArgumentClause
      return type(names.map(\.text), arguments(clause, depth), at: syntax, depth)
    }
    if let type = syntax.as(AttributedTypeSyntax.self) { return self.type(type.baseType, depth + 1) }
    if let type = syntax.as(SomeOrAnyTypeSyntax.self) { return self.type(type.constraint, depth + 1) }
    if let wrapped = syntax.as(OptionalTypeSyntax.self)?.wrappedType
      ?? syntax.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
    {
      return type(wrapped, depth + 1).map(AppType.optional)
    }
    if let type = syntax.as(ArrayTypeSyntax.self) {
      return self.type(type.element, depth + 1).map { AppType(name: "Array", arguments: [$0]) }
    }
    if let type = syntax.as(TupleTypeSyntax.self), type.elements.count == 1, let only = type.elements.first {
      return self.type(only.type, depth + 1)
    }
    return nil
  }

  private func arguments(_ clause: GenericArgumentClauseSyntax?, _ depth: Int) -> [AppType] {
    (clause?.arguments.map { argument in
      argument.argument.as(TypeSyntax.self).flatMap { type($0, depth + 1) } ?? AppType(name: "?")
    }) ?? []
  }

  /// The type that an expression names, as in `Network.shared` and `ApolloClient(url: url)`.
  func named(_ value: ExprSyntax?, _ depth: Int = 0) -> AppType? {
    guard let value, let names = TypeResolver.names(of: value),
      names.allSatisfy({ $0.text.first?.isUppercase == true })
    else { return nil }
    let clause = value.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause
    return type(names.map(\.text), arguments(clause, depth), at: value, depth)
  }

  // MARK: - Expressions

  func type(of value: ExprSyntax, _ depth: Int = 0) -> AppType? {
    guard depth < TypeResolver.limit else { return nil }
    if let name = value.as(DeclReferenceExprSyntax.self) {
      return variable(name.baseName, at: Syntax(name), depth)
    }
    if let member = value.as(MemberAccessExprSyntax.self) {
      guard let base = member.base else { return nil }
      let name = member.declName.baseName.text
      if let type = named(base, depth) {
        return type.name == "GraphQLNullable" ? type : self.member(name, of: type, depth)
      }
      return type(of: base, depth + 1).flatMap { self.member(name, of: $0, depth) }
    }
    if let chain = value.as(OptionalChainingExprSyntax.self) {
      return type(of: chain.expression, depth + 1)?.unwrapped
    }
    if let forced = value.as(ForceUnwrapExprSyntax.self) {
      return type(of: forced.expression, depth + 1)?.unwrapped
    }
    if let attempt = value.as(TryExprSyntax.self) { return type(of: attempt.expression, depth + 1) }
    if let awaited = value.as(AwaitExprSyntax.self) { return type(of: awaited.expression, depth + 1) }
    if let infix = value.as(InfixOperatorExprSyntax.self), infix.operator.trimmedDescription == "??" {
      let left = type(of: infix.leftOperand, depth + 1)
      return left?.name == "Optional" ? left?.arguments.first : nil
    }
    if let cast = value.as(AsExprSyntax.self) { return type(cast.type, depth + 1) }
    if let tuple = value.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first
    {
      return type(of: only.expression, depth + 1)
    }
    if let item = value.as(SubscriptCallExprSyntax.self) {
      let list = type(of: item.calledExpression, depth + 1)
      return list?.name == "Array" ? list?.arguments.first : nil
    }
    return value.as(FunctionCallExprSyntax.self).flatMap { result(of: $0, depth) }
  }

  private func result(of call: FunctionCallExprSyntax, _ depth: Int) -> AppType? {
    if let type = named(call.calledExpression, depth) { return type }
    if let closure = call.calledExpression.as(ClosureExprSyntax.self) {
      return closure.signature?.returnClause.flatMap { type($0.type, depth + 1) }
    }
    if let response = requested(by: call, depth), response.word != "watch" {
      let hasHandler =
        call.trailingClosure != nil || call.arguments.contains { $0.label?.text == "resultHandler" }
      if hasHandler { return AppType(name: "Cancellable") }
      return response.word == "subscribe"
        ? AppType(name: "AsyncThrowingStream", arguments: [response.type]) : response.type
    }
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base {
      let word = member.declName.baseName.text
      if let type = named(base, depth), word == "init" || type.name == "GraphQLNullable" { return type }
      let type = type(of: base, depth + 1)
      if word == "get", type?.name == "Result" { return type?.arguments.first }
      if ["filter", "sorted"].contains(word), type?.name == "Array" { return type }
    }
    return agreed(functions(of: call, depth)) { function in
      function.signature.returnClause.flatMap { self.type($0.type, depth + 1) }
    }
  }

  private static let requests = [
    "fetch": "query", "perform": "mutation", "watch": "query", "subscribe": "subscription",
  ]

  /// The response to `client.fetch(query: AlbumQuery())`, if that is Apollo's function; its operation may be unknown.
  func requested(by call: FunctionCallExprSyntax, _ depth: Int = 0) -> (word: String, type: AppType)? {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      let argument = call.arguments.first,
      let label = argument.label?.text, TypeResolver.requests[member.declName.baseName.text] == label,
      let base = member.base, let client = type(of: base, depth + 1)?.unwrapped,
      ApolloEdits.clients.contains(client.name), functions(of: call, depth).isEmpty
    else { return nil }
    let operation = type(of: argument.expression, depth + 1) ?? AppType(name: "?")
    return (member.declName.baseName.text, AppType(name: "GraphQLResponse", arguments: [operation]))
  }

  /// The app's functions that a call may mean; empty if the receiver is unknown.
  func functions(of call: FunctionCallExprSyntax, _ depth: Int = 0) -> [AppIndex.Function] {
    let labels = call.arguments.map { $0.label?.text ?? "_" }
    let closures = (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count
    func found(_ name: String, _ owner: String) -> [AppIndex.Function] {
      family(of: owner, depth).flatMap { index.functions[$0] ?? [] }
        .filter { $0.name == name && $0.accepts(labels, closures: closures) }
    }
    if let type = named(call.calledExpression, depth) { return found("init", type.name) }
    if let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return TypeResolver.scopes(of: call).lazy.map { found(name, $0) }.first { !$0.isEmpty } ?? []
    }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base else {
      return []
    }
    let type = named(base, depth) ?? type(of: base, depth + 1)
    return type.map { found(member.declName.baseName.text, $0.name) } ?? []
  }

  /// A type with the app's protocols and classes that it inherits from.
  private func family(of path: String, _ depth: Int) -> [String] {
    guard depth < TypeResolver.limit else { return [] }
    var all = [path]
    for parent in parents(of: path, depth) where !all.contains(parent) {
      all += family(of: parent, depth + 1)
    }
    return all
  }

  func parents(of path: String, _ depth: Int = 0) -> [String] {
    (index.parents[path] ?? []).compactMap { type($0, depth + 1)?.name }.filter { $0 != path }
  }

  // MARK: - Members

  /// The type of a member of the app's types or of generated ones.
  func member(_ name: String, of type: AppType, _ depth: Int = 0) -> AppType? {
    guard depth < TypeResolver.limit else { return nil }
    if let bindings = index.members[type.name]?[name] {
      return agreed(bindings) { self.type(of: $0, depth + 1) }
    }
    for parent in parents(of: type.name, depth) {
      if let found = member(name, of: AppType(name: parent), depth + 1) { return found }
    }
    if type.name == "Array", ["first", "last"].contains(name) {
      return type.arguments.first.map(AppType.optional)
    }
    if AppType.responses.contains(type.name), let only = type.arguments.first {
      if name == "data" {
        return .optional(type.name == "GraphQLResult" ? only : AppType(name: only.name + ".Data"))
      }
      if name == "errors" {
        return .optional(AppType(name: "Array", arguments: [AppType(name: "GraphQLError")]))
      }
    }
    if type.name == "GraphQLError", name == "message" { return .optional(AppType(name: "String")) }
    return modules.lazy.compactMap { $0.member(name, of: type.name) }.first
  }

  func type(of binding: PatternBindingSyntax, _ depth: Int) -> AppType? {
    if let type = binding.typeAnnotation?.type { return self.type(type, depth) }
    return binding.initializer.flatMap { type(of: $0.value, depth) }
  }
}
