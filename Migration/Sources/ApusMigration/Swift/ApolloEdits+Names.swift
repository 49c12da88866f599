import ApusDriver
import ApusSwiftModel
import ApusSchema
import SwiftSyntax

/// Type names: Apollo's own, and those of generated code.
extension ApolloEdits {
  /// Swift and Foundation types that scalars are often named after, so a bare name need not be the scalar.
  private static let common: Set<String> = [
    "Any", "Bool", "Character", "Data", "Date", "Decimal", "Double", "Duration", "Error", "Float", "ID",
    "Int",
    "Locale", "Measurement", "Set", "String", "TimeInterval", "TimeZone", "Type", "URL", "UUID", "Void",
  ]

  /// A type name and the names before and after it.
  ///
  /// - Parameters:
  ///   - first: the node of the first name.
  ///   - last: the node of the last name.
  func typeName(
    _ tokens: [TokenSyntax], _ generic: GenericArgumentClauseSyntax?, isType: Bool, _ first: Syntax,
    _ last: Syntax
  ) {
    let word = tokens[0].text
    reason = "the app declares no type of this name, and the file sees Apollo's"
    chore = .types
    if ["Apollo", "ApolloAPI", "ApolloWebSocket", "ApolloSQLite"].contains(word), tokens.count > 1,
      !types.declares(word, at: first)
    {
      return qualified(tokens, generic, last)
    }
    if let module = modules.first(where: { $0.namespace == word && $0.names != nil }), tokens.count > 1,
      !types.declares(word, at: first)
    {
      return generated(tokens, 1, module, last)
    }
    if modules.contains(where: { $0.namespace == word }), tokens.count > 1, !types.declares(word, at: first) {
      return leave(
        tokens[1], "what documents generate is not known: build, and see the page MigratingFromApollo")
    }
    if types.declares(word, at: first) { return }
    if word == "Publishers", tokens.count > 1, tokens[1].text.hasPrefix("Apollo") {
      return leave(tokens[1], "Combine is not supported: use an async call, or a loop over an async sequence")
    }
    if let what = own(tokens, generic, isType: isType, last) { return what() }
    let candidates = modules.filter { $0.isBare(word) && $0.isVisible(source.path, visible) }
    guard let module = candidates.first else { return }
    if ApolloEdits.common.contains(word) || candidates.count > 1 {
      if file.imports.isDisjoint(with: ["Foundation", "UIKit", "SwiftUI", "AppKit", "Combine"]), word != "ID"
      {
        leave(tokens[0], "this may be the scalar of the schema, or a type of Swift's")
      }
      return
    }
    generated(tokens, 0, module, last)
  }

  // MARK: - Apollo's

  /// `Apollo.X`, with the module's name.
  private func qualified(_ tokens: [TokenSyntax], _ generic: GenericArgumentClauseSyntax?, _ last: Syntax) {
    let word = tokens[1].text
    chore = Chore(type: word)
    let kept = ApolloEdits.same[word]
    if let module = kept { needed.insert(module) }
    if let module = kept {
      replace(tokens[0], module)
      if word == "GraphQLNullable" { nullableMember(last) }
      return
    }
    if word == "GraphQLResult" || word == "GraphQLResponse", isCalled(last) {
      return leave(tokens[1], ApolloEdits.responseTask)
    }
    if word == "GraphQLResult" {
      needed.insert("ApusClient")
      replace(tokens[0], ApolloEdits.responseModule)
      return replace(tokens[1], "GraphQLResponse")
    }
    if word == "ApolloClient", last.parent?.is(FunctionCallExprSyntax.self) != true {
      replace(tokens[0], "ApusClient")
      return replace(tokens[1], "GraphQLClient")
    }
    leave(tokens[1], task(for: word) ?? ApolloTypes.otherTask)
  }

  private func task(for word: String) -> String? {
    !usesCache && ApolloTypes.cacheTypes.contains(word) ? ApolloTypes.cacheTask : ApolloTypes.tasks[word]
  }

  /// Names that exist in Apus too, with their module.
  static let same = [
    "GraphQLNullable": "Apus", "GraphQLQuery": "Apus", "GraphQLMutation": "Apus",
    "GraphQLSubscription": "Apus",
    "GraphQLOperation": "Apus", "GraphQLError": "Apus",
  ]

  static let responseModule = "Apus"

  /// The task for an initializer call of a response, whose parameters differ in number and type.
  static let responseTask = "GraphQLResponse(data:errors:extensions:), whose errors are an array"

  /// Whether a type's initializer is called.
  private func isCalled(_ last: Syntax) -> Bool {
    var callee = last
    while let parent = callee.parent,
      parent.is(GenericSpecializationExprSyntax.self)
        || parent.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "init"
    {
      callee = parent
    }
    return callee.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == callee.id
  }

  /// The edit for one of Apollo's types named without its module; nil if it is not one.
  private func own(
    _ tokens: [TokenSyntax], _ generic: GenericArgumentClauseSyntax?, isType: Bool, _ last: Syntax
  ) -> (() -> Void)? {
    let word = tokens[0].text
    chore = word == "GraphQLEnum" || word == "GraphQLNullable" ? .values : Chore(type: word)
    if !seesApolloAPI {
      guard word.hasPrefix("Apollo"), ApolloTypes.tasks[word] != nil || word == "ApolloClient" else {
        return nil
      }
      return { self.leave(tokens[0], "the file does not import Apollo: it is unknown which type this is") }
    }
    switch word {
    case "ApolloClient" where seesApollo:
      return { self.client(tokens[0], last) }
    case "GraphQLEnum":
      return { self.wrapper(tokens, generic, last) }
    case "GraphQLNullable":
      return {
        self.needed.insert("Apus")
        self.nullableMember(last)
      }
    case "GraphQLResult" where seesApollo && isCalled(last):
      return { self.leave(tokens[0], ApolloEdits.responseTask) }
    case "GraphQLResult" where seesApollo:
      return {
        self.needed.insert(ApolloEdits.responseModule)
        let name = "GraphQLResponse"
        self.replace(
          tokens[0], self.types.declares(name, at: last) ? "\(ApolloEdits.responseModule).\(name)" : name)
      }
    case "GraphQLResponse" where seesApollo:
      return { self.response(tokens[0], generic) }
    case "Mock" where generic != nil:
      return { self.leave(tokens[0], "sample() of ApusTesting makes the value, or its initializer") }
    case "WebSocket" where file.imports.contains("ApolloWebSocket"):
      return { self.leave(tokens[0], "clients have it without set-up: client.subscriptions") }
    case "Cancellable" where file.imports.contains("Combine"):
      return nil
    case "ApolloStore" where tokens.count > 1 && ApolloTypes.transactions.contains(tokens[1].text):
      return { self.leave(tokens[1], ApolloTypes.transactionTask) }
    case _ where ApolloEdits.same[word] != nil:
      return { self.needed.formUnion([ApolloEdits.same[word] ?? "Apus"]) }
    default:
      guard let task = self.task(for: word) else { return nil }
      return { self.leave(tokens[0], task) }
    }
  }

  // MARK: - Generated

  /// A name in generated code, with the nested types that follow it.
  private func generated(_ tokens: [TokenSyntax], _ at: Int, _ module: GeneratedModule, _ last: Syntax) {
    guard let names = module.names else { return }
    chore = .types
    reason = "the documents and the schema generate this name, and the app declares no other"
    let token = tokens[at]
    let word = token.text
    // A member of an extension in the app.
    let isApps = word.first?.isUppercase != true || types.declares(word, at: last)
    if at > 0, isApps, !names.declares(word) { return }
    let call = last.parent?.as(FunctionCallExprSyntax.self).flatMap {
      $0.calledExpression.id == last.id ? $0 : nil
    }
    let new =
      names.operations[word]?.swiftName ?? names.fragments[word]?.swiftName ?? names.enums[word]?.swiftName
      ?? names.inputs[word]?.swiftName
    if let new, new != word, at == 0 || module.dropsNamespace, types.declares(new, at: last) {
      return leave(token, "write \(new) with its module: the app has a type of that name")
    }
    if let operation = names.operations[word] {
      if operation.swiftName != word { replace(token, operation.swiftName) }
      if tokens.count > at + 1, tokens[at + 1].text == "Data" {
        nested(tokens, at + 1, operation.data.type, "Data", last)
      }
    } else if let fragment = names.fragments[word] {
      replace(token, fragment.swiftName)
      nested(tokens, at, fragment.data.type, fragment.swiftName, last)
    } else if let type = names.enums[word] {
      if type.swiftName != word { replace(token, type.swiftName) }
      if tokens.count > at + 1 { renameCase(tokens[at + 1], type, names) }
    } else if let type = names.inputs[word] {
      if type.swiftName != word { replace(token, type.swiftName) }
    } else if let swift = names.scalars[word] {
      if call != nil || tokens.count > at + 1 {
        return leave(token, "the scalar is \(swift) here, which need not have the same members")
      }
      if swift != word { replace(token, swift) }
    } else if ["Objects", "Interfaces", "Unions", "SchemaMetadata", "SchemaConfiguration"].contains(word) {
      return leave(token, "these types do not exist here")
    } else if at > 0 {
      return leave(token, "no document generates a type of that name")
    } else {
      return
    }
    // A scalar's Swift type is not declared in the namespace.
    if at > 0, module.dropsNamespace || names.scalars[word] != nil {
      delete(tokens[0].start, token.start)
    }
  }

  private func renameCase(_ token: TokenSyntax, _ type: EnumType, _ names: ApolloNames) {
    let owner = names.program.schema.name(type.type)
    let found = type.cases.first { names.caseName($0.name, of: owner) == token.text.filter { $0 != "`" } }
    if let found, found.swiftName != token.text { replace(token, SwiftNames.escape(found.swiftName)) }
  }

  /// The types nested in the one at `at`, which has the path `path` in Apus.
  private func nested(
    _ tokens: [TokenSyntax], _ at: Int, _ object: ResponseType, _ path: String, _ last: Syntax
  ) {
    var object: ResponseType? = object
    var path = path
    var at = at
    while let type = object, at + 1 < tokens.count, tokens[at + 1].text.first?.isUppercase == true {
      let next = tokens[at + 1]
      guard let (childPath, child) = ApolloNames.child(next.text, of: type, path) else {
        return leave(next, "no type of that name is here: build, and take that of the property")
      }
      if childPath == path {
        delete(tokens[at].end, next.end)
      } else if !childPath.hasPrefix(path + ".") {
        return leave(next, "write \(childPath)")
      } else {
        let name = String(childPath.dropFirst(path.count + 1))
        if name != next.text { replace(next, name) }
      }
      path = childPath
      object = child
      at += 1
    }
    // Apollo 1 creates values from dictionaries.
    if let call = last.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == last.id,
      let label = call.arguments.first?.label?.text,
      ["_dataDict", "unsafelyWithData", "data", "jsonObject"].contains(label)
    {
      leave(call.arguments, "make values with initializers, or init(json:)")
    } else if let call = last.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == last.id {
      leave(
        call.arguments, "the initializer has a parameter for each property: \"initializers\" in apus.json")
    }
  }
}
