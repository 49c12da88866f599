import SwiftSyntax

/// Requests with completion handlers, as Apollo 1 has them.
extension ApolloEdits {
  /// `client.fetch(query: q) { [weak self] result in … }` becomes
  /// ```
  /// Task { @MainActor [weak self, client = client, query = q] in
  ///   let result = await Task { try await client.response(for: query) }.result
  ///   …
  /// ```
  /// so that client and query are evaluated where they were, and the handler still runs on the main queue.
  ///
  /// - Parameters:
  ///   - label: the label of the operation.
  ///   - response: the function that sends it, with `for: ` and the operation's name inserted at `%`.
  /// - Returns: whether the edit is certain. In the language mode of Swift 6, whether it compiles depends on what the
  ///   handler captures.
  func handler(_ call: FunctionCallExprSyntax, _ label: TokenSyntax, _ response: String) -> Bool {
    guard !file.isSwift6, let statement = statement(of: call),
      let operation = call.arguments.first?.expression,
      let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      types.type(of: base)?.name != "Optional", !base.trimmedDescription.contains("?"),
      !types.declares("Task", at: call), !modules.contains(where: { $0.isBare("Task") }),
      call.arguments.dropFirst().allSatisfy(isIgnored)
    else { return false }
    let closure =
      call.trailingClosure
      ?? call.arguments.first { $0.label?.text == "resultHandler" }?.expression.as(ClosureExprSyntax.self)
    if closure == nil, call.arguments.contains(where: { $0.label?.text == "resultHandler" }) { return false }
    let request = response.replacing("%", with: label.text)
    // Swift does not find the parameters of closures within a capture list.
    let isAhead = operation.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.in) }
    if isAhead, !isFree(label.text, around: statement, within: operation, base) { return false }
    guard let closure else {
      reason = "nothing waits for the request"
      capture(statement, call, base, label, operation, isAhead, head: "Task { [", "")
      replace(
        operation.end, call.end,
        (isAhead ? captured(base, label, "Task { [", "") : "") + "] in _ = try await \(request) }")
      return true
    }
    guard let signature = closure.signature, let name = parameter(of: closure),
      signature.effectSpecifiers == nil, signature.returnClause == nil, signature.attributes.isEmpty,
      !isUsed("client", in: closure, otherThan: base), !isUsed(label.text, in: closure, otherThan: operation)
    else { return false }
    reason = "the request is a statement of its own, and its handler runs on the main queue"
    let kept = signature.capture.map { $0.items.trimmedDescription + ", " } ?? ""
    capture(statement, call, base, label, operation, isAhead, head: "Task { @MainActor [", kept)
    let isNamed = closure.statements.tokens(viewMode: .sourceAccurate).contains { $0.text == name }
    let result = isNamed ? "let \(name)" : "_"
    let indent = indentation(of: closure)
    let line = "\(file.lineEnd)\(indent)\(result) = await Task { try await \(request) }.result"
    let isBelow = closure.statements.first.map {
      source.line(at: $0.start) > source.line(at: signature.inKeyword.start)
    }
    let end = isBelow == false ? closure.statements.start : signature.end
    let list = isAhead ? captured(base, label, "Task { @MainActor [", kept) : ""
    replace(operation.end, end, list + "] in" + line + (isBelow == false ? file.lineEnd + indent : ""))
    // The closure is the last argument, within the parentheses.
    if call.trailingClosure == nil, let right = call.rightParen { delete(closure.end, right.end) }
    return true
  }

  /// Puts client and operation into the capture list of a task; or the operation into a variable ahead of it.
  private func capture(
    _ statement: Syntax, _ call: FunctionCallExprSyntax, _ base: ExprSyntax, _ label: TokenSyntax,
    _ operation: ExprSyntax, _ isAhead: Bool, head: String, _ kept: String
  ) {
    if isAhead { return replace(statement.start, operation.start, "let \(label.text) = ") }
    replace(statement.start, call.start, "\(head)\(kept)client = ")
    replace(base.end, operation.start, ", \(label.text) = ")
  }

  /// The capture list behind a variable for the operation.
  private func captured(_ base: ExprSyntax, _ label: TokenSyntax, _ head: String, _ kept: String) -> String {
    let line = source.lineBounds(source.line(at: base.start)).start
    let indent = source.text(line, base.start).prefix { $0 == " " || $0 == "\t" }
    return "\(file.lineEnd)\(indent)\(head)\(kept)client = \(base.trimmedDescription), \(label.text)"
  }

  /// Whether a variable of that name can be declared before a statement, and the client's expression written after it.
  private func isFree(
    _ name: String, around statement: Syntax, within operation: ExprSyntax, _ base: ExprSyntax
  ) -> Bool {
    guard statement.parent?.is(CodeBlockItemSyntax.self) == true, let list = statement.parent?.parent else {
      return false
    }
    let range = operation.position..<operation.endPosition
    let isUsed = list.tokens(viewMode: .sourceAccurate).contains { token in
      token.text == name && !range.contains(token.position)
        && token.parent?.is(LabeledExprSyntax.self) != true
    }
    return !isUsed && !base.tokens(viewMode: .sourceAccurate).contains { $0.text.first?.isUppercase == true }
  }

  /// The name of the closure's only parameter, if it has no type.
  private func parameter(of closure: ClosureExprSyntax) -> String? {
    switch closure.signature?.parameterClause {
    case .simpleInput(let list): list.count == 1 ? list.first?.name.text : nil
    case .parameterClause(let list):
      list.parameters.count == 1 && list.parameters.first?.type == nil
        ? list.parameters.first?.firstName.text : nil
    case nil: nil
    }
  }

  /// Functions whose closures return nothing, even if they are one expression.
  private static let takers: Set<String> = [
    "withCheckedThrowingContinuation", "withCheckedContinuation", "withUnsafeThrowingContinuation",
    "withUnsafeContinuation", "async", "asyncAfter", "onAppear", "task", "onChange", "refreshable",
  ]

  /// The call, or the assignment of it to `_`, if it is a statement and not the result of a function.
  private func statement(of call: FunctionCallExprSyntax) -> Syntax? {
    var statement = Syntax(call)
    if let infix = call.parent?.as(InfixOperatorExprSyntax.self) {
      guard infix.operator.is(AssignmentExprSyntax.self),
        infix.leftOperand.is(DiscardAssignmentExprSyntax.self)
      else { return nil }
      statement = Syntax(infix)
    }
    guard let item = statement.parent?.as(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return nil }
    if list.count > 1 || statement.id != call.id { return statement }
    if let closure = list.parent?.as(ClosureExprSyntax.self) {
      let outer = (closure.parent?.as(LabeledExprSyntax.self)?.parent?.parent ?? closure.parent)?
        .as(FunctionCallExprSyntax.self)
      let name =
        outer?.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        ?? outer?.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
      return ApolloEdits.takers.contains(name) ? statement : nil
    }
    if let function = list.parent?.parent?.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause == nil ? statement : nil
    }
    return list.parent?.parent?.is(AccessorBlockSyntax.self) == true
      || list.parent?.is(AccessorBlockSyntax.self) == true
      ? nil : statement
  }

  /// Arguments that say what is so without them, or what the caller has read already.
  private func isIgnored(_ argument: LabeledExprSyntax) -> Bool {
    let text = argument.expression.trimmedDescription
    switch argument.label?.text {
    case "queue": return [".main", "DispatchQueue.main"].contains(text)
    case "context", "contextIdentifier": return text == "nil"
    case "publishResultToStore": return text == "true"
    case "cachePolicy", "resultHandler": return true
    default: return false
    }
  }

  /// Whether a closure uses a name that means something else within the new closure.
  private func isUsed(_ name: String, in closure: ClosureExprSyntax, otherThan value: ExprSyntax) -> Bool {
    value.trimmedDescription != name
      && closure.statements.tokens(viewMode: .sourceAccurate).contains {
        $0.text == name && $0.parent?.as(DeclReferenceExprSyntax.self) != nil
          && $0.parent?.parent?.as(MemberAccessExprSyntax.self)?.declName.id != $0.parent?.id
      }
  }

  /// The white space before the first statement of a closure.
  private func indentation(of closure: ClosureExprSyntax) -> String {
    let first = closure.statements.first.map { $0.start } ?? closure.start
    let line = source.line(at: first)
    let text = source.text(source.lineBounds(line).start, first)
    let head = String(text.prefix { $0 == " " || $0 == "\t" })
    return line > source.line(at: closure.start) ? head : head + "  "
  }
}
