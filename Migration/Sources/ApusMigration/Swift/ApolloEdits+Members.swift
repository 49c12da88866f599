import SwiftSyntax

/// Members of responses, errors and other values.
extension ApolloEdits {
  func member(_ node: MemberAccessExprSyntax) {
    let token = node.declName.baseName
    switch token.text {
    case "case": caseWrapper(node)
    case "fragments": fragments(node)
    case "some", "none", "null": nullableCase(node)
    case "clearCache": clearing(node)
    case "init" where touches && node.base == nil: initializer(node)
    case "resultMap" where touches && index.everywhere["resultMap"] == nil:
      leave(token, "a value is not a dictionary: json() writes it, init(json:) reads it")
    case "store": store(node)
    case "unwrapped" where touches:
      leave(token, "of a GraphQLNullable it is .value")
    case "errors" where touches && node.base != nil && !isOwnMember("errors", node):
      errors(token, Syntax(node))
    case "extensions" where touches && node.base != nil && index.everywhere["extensions"] == nil:
      if isUnwrapped(Syntax(node)) || isCast(node) {
        leave(
          token,
          "values are GraphQLValues, and casts of them are nil: error.code, or extensions[\"code\"]?.string")
      }
    case "message" where touches && index.everywhere["message"] == nil && isForced(node):
      leave(token, "the message of an error is not optional")
    case "locations" where touches && index.everywhere["locations"] == nil && isUnwrapped(Syntax(node)):
      leave(token, "locations of an error are an array that may be empty, not an Optional")
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
    default: renamed(node)
    }
  }

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
    if case .nullable = expectation(of: ExprSyntax(call)) { return }
    leave(node.declName, "if this makes a GraphQLEnum: write the enum itself")
  }

  /// A field whose property has a different name, such as `page` for a field `Page`.
  private func renamed(_ node: MemberAccessExprSyntax) {
    let token = node.declName.baseName
    guard touches, node.base != nil, !isOwnMember(token.text, node) else { return }
    let names = Set(modules.compactMap { $0.names?.properties[token.text] })
    guard let new = names.first, names.count == 1 else { return }
    leave(token, "if this is a property of a response: \(new)")
  }

  /// `errors` of a response, used as an Optional as in Apollo.
  func errors(_ token: TokenSyntax, _ node: Syntax) {
    // The array on its own does not change.
    let comparison = node.parent?.as(InfixOperatorExprSyntax.self)?.operator.trimmedDescription
    if isUnwrapped(node) || comparison.map(["??", "==", "!="].contains) == true {
      leave(token, "errors of a response are an array that may be empty, not an Optional")
    }
  }

  private func isUnwrapped(_ node: Syntax) -> Bool {
    node.parent?.is(OptionalChainingExprSyntax.self) == true
      || node.parent?.is(ForceUnwrapExprSyntax.self) == true
  }

  private func isForced(_ node: MemberAccessExprSyntax) -> Bool {
    node.parent?.is(ForceUnwrapExprSyntax.self) == true
  }

  /// `error.extensions as? [String: Any]`
  private func isCast(_ node: MemberAccessExprSyntax) -> Bool { node.parent?.is(AsExprSyntax.self) == true }

  /// `album.genre.value`, which is optional in Apollo.
  private func isWrappedEnum(_ base: ExprSyntax?) -> Bool {
    guard let base else { return false }
    let value = base.as(OptionalChainingExprSyntax.self)?.expression ?? base
    if let type = types.type(of: value) { return type == "GraphQLEnum" || isGeneratedEnum(type) }
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
