import ApusDriver
import SwiftSyntax

/// The client and its requests.
extension ApolloEdits {
  /// Types whose `fetch` and `perform` are Apollo's, unless the app declares its own.
  static let clients: Set<String> = ["ApolloClient", "ApolloClientProtocol"]

  /// `ApolloClient` as a type, or `ApolloClient(url:)`.
  func client(_ token: TokenSyntax, _ last: Syntax) {
    chore = .clients
    if last.parent?.is(InheritedTypeSyntax.self) == true {
      return leave(token, "GraphQLClient is a struct: have one as a property")
    }
    needed.formUnion(usesCache ? ["ApusCache", "ApusClient"] : ["ApusClient"])
    // The app has a type with the same name, so the module is needed.
    let name = types.declares("GraphQLClient", at: last) ? "ApusClient.GraphQLClient" : "GraphQLClient"
    guard let call = last.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == last.id else {
      if let member = last.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init" {
        return leave(token, "GraphQLClient: its initializers differ")
      }
      return replace(token, name)
    }
    let url = call.arguments.first.flatMap { $0.label?.text == "url" ? $0.expression : nil }
    let isPlain =
      call.arguments.count == 1 && call.trailingClosure == nil && last.is(DeclReferenceExprSyntax.self)
    guard let url, isPlain, let schemas = clientSchemas else {
      let schemas = modules.flatMap(\.cacheSchemas).joined(separator: ", ")
      let cache = usesCache ? ", cache: GraphQLCache(schema: \(schemas))" : ""
      return leave(token, "GraphQLClient(url:\(cache)), with the client's interceptors and transports")
    }
    replace(token, name)
    guard let schema = schemas.first else { return }
    importSchema()
    insert(url.end, ", cache: GraphQLCache(schema: \(schema))")
  }

  /// The schemas to name where a client is made: none without a cache; nil if a person has to choose.
  var clientSchemas: [String]? {
    if !usesCache { return [] }
    let schemas = modules.flatMap(\.cacheSchemas)
    return schemas.count == 1 ? schemas : nil
  }

  /// The schema's table is in the generated module, which the file need not import yet.
  private func importSchema() {
    for module in modules where module.folder.map({ Path.relative(source.path, to: $0) == nil }) ?? true {
      let name = module.cacheSchemas.first?.split(separator: ".").first.map(String.init)
      if let name, module.modules.contains(name), file.target != name { needed.insert(name) }
    }
  }

  /// A client that is made of plain parts.
  func client(_ chain: ProviderChain) {
    guard let url = chain.url else { return }
    let name = types.declares("GraphQLClient", at: chain.call) ? "ApusClient.GraphQLClient" : "GraphQLClient"
    var arguments = "url: \(url.trimmedDescription)"
    if let headers = chain.headers { arguments += ", headers: \(headers.trimmedDescription)" }
    needed.insert("ApusClient")
    if let schema = clientSchemas?.first {
      needed.insert("ApusCache")
      importSchema()
      arguments += ", cache: GraphQLCache(schema: \(schema))"
    }
    reason = ProviderChain.reason
    replace(chain.call, "\(name)(\(arguments))")
  }

  /// Cache policies that only use the network, as a client without a cache does.
  static let networkPolicies: Set<String> = [
    "networkOnly", "fetchIgnoringCacheData", "fetchIgnoringCacheCompletely",
  ]

  /// Apollo's other single-response cache policies, and their equivalents.
  static let policies = [
    "cacheFirst": "cacheFirst", "returnCacheDataElseFetch": "cacheFirst", "networkFirst": "networkFirst",
    "networkOnly": "networkOnly", "fetchIgnoringCacheData": "networkOnly",
  ]

  /// Cache policies with which a fetch has several responses.
  static let streams: Set<String> = ["cacheAndNetwork", "returnCacheDataAndFetch"]

  private static let labels: [String: Set<String>] = [
    "fetch": ["query"], "perform": ["mutation"], "subscribe": ["subscription"], "watch": ["query"],
    "upload": ["operation"], "fetchPublisher": ["query"], "watchPublisher": ["query"],
    "performPublisher": ["mutation"], "subscribePublisher": ["subscription"],
  ]

  /// The declaration that a call refers to.
  private enum Owner { case apollo, own, unknown, ambiguous(String) }

  private func owner(_ call: FunctionCallExprSyntax, _ word: String, _ base: ExprSyntax?) -> Owner {
    let labels = call.arguments.map { $0.label?.text ?? "_" }
    let closures = (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count
    func own(_ type: String) -> [AppIndex.Function] {
      let isClient = ApolloEdits.clients.contains(type)
      let parents =
        types.parents(of: type) + (isClient ? ApolloEdits.clients.subtracting([type]).sorted() : [])
      return ([type] + parents).flatMap { index.functions[$0] ?? [] }
        .filter { $0.name == word && ($0.hasBody || !isClient) }
    }
    let type: String?
    if let base {
      type = (types.named(base) ?? types.type(of: base))?.unwrapped.name
    } else {
      type = AppIndex.owner(of: call)
    }
    if let type {
      let functions = own(type).filter { $0.accepts(labels, closures: closures) }
      if ApolloEdits.clients.contains(type) {
        // The enclosing function of the same name calls either Apollo's function or itself.
        guard let first = functions.first else { return .apollo }
        // If Apollo's function is async too, the call would also be ambiguous to Swift.
        let isAwaited = isAwaited(call)
        if isWithin(call, word) { return .ambiguous(first.place) }
        let isExact = functions.contains {
          $0.parameters.count <= labels.count + closures || isAwaited && $0.isAsync
        }
        return isExact ? .own : .ambiguous(first.place)
      }
      if !functions.isEmpty { return .own }
      if base == nil { return ApolloEdits.isGlobal(index, word) ? .own : .unknown }
      // With a superclass or a type from a module, it may belong to the app or to another library.
      return index.types.contains(type) && (index.parents[type] ?? []).isEmpty ? .own : .unknown
    }
    return .unknown
  }

  /// Whether a call is inside a function of the same name, which may call itself or Apollo's.
  private func isWithin(_ call: FunctionCallExprSyntax, _ word: String) -> Bool {
    var parent = call.parent
    while let current = parent {
      if let function = current.as(FunctionDeclSyntax.self), function.name.text == word { return true }
      parent = current.parent
    }
    return false
  }

  private static func isGlobal(_ index: AppIndex, _ word: String) -> Bool {
    index.functions[""]?.contains { $0.name == word } ?? false
  }

  /// `await client.fetch(query: q)` becomes `await client.response(for: q)`, with the policy if there is a cache.
  func request(_ call: FunctionCallExprSyntax) {
    let member = call.calledExpression.as(MemberAccessExprSyntax.self)
    let name = member?.declName.baseName ?? call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName
    guard touches, let name, let label = call.arguments.first?.label,
      ApolloEdits.labels[name.text]?.contains(label.text) == true
    else {
      return
    }
    switch owner(call, name.text, member?.base) {
    case .own:
      ownCalls += 1
      return
    case .ambiguous(let place):
      chore = .undecided
      return leave(name, "this may be the app's own function at \(place), or Apollo's: \(task(name.text))")
    case .unknown:
      if member == nil,
        !ApolloEdits.clients.contains(AppIndex.owner(of: call))
      {
        // An implicit self that is not a client.
        if index.types.contains(AppIndex.owner(of: call)) { return }
      }
      chore = .undecided
      return leave(name, "it is unknown whose function this is; if it is Apollo's: \(task(name.text))")
    case .apollo: break
    }
    switch name.text {
    case let word where word.hasSuffix("Publisher"):
      return leave(name, "Combine is not supported: use an async call, or a loop over an async sequence")
    case "watch": return leave(name, task("watch"))
    case "upload": return leave(name, task("upload"))
    default: certainRequest(call, name, label)
    }
  }

  private func task(_ word: String) -> String {
    switch word {
    case "watch":
      "the handler becomes what is within `for await update in client.watch(query)`, in a task that is cancelled as the watcher was"
    case "upload": "client.response(for:), with a GraphQLUpload for a variable"
    case "subscribe": "`for try await response in client.responses(to:)`"
    default: usesCache && word == "fetch" ? "client.response(for:policy:)" : "client.response(for:)"
    }
  }

  private func certainRequest(_ call: FunctionCallExprSyntax, _ name: TokenSyntax, _ label: TokenSyntax) {
    let isStream = name.text == "subscribe"
    let isQuery = name.text == "fetch"
    let hasHandler =
      call.trailingClosure != nil
      || call.arguments.contains {
        ["resultHandler", "queue", "contextIdentifier", "context"].contains($0.label?.text ?? "")
      }
    let arguments = Array(call.arguments)
    let policyArgument = arguments.dropFirst().first { $0.label?.text == "cachePolicy" }
    let policy = policyArgument.map { self.policy($0.expression) } ?? ""
    if let policy, ApolloEdits.streams.contains(policy) {
      completions += hasHandler ? 1 : 0
      let loop =
        "`for await update in client.watch(query, policy: .cacheAndNetwork)`, which goes on until it is left"
      return leave(name, hasHandler ? "the handler becomes the body of \(loop)" : loop)
    }
    if hasHandler || !isStream && !isAwaited(call) {
      if hasHandler { completions += 1 }
      let sent = send(policy, isQuery: isQuery)
      if !isStream, let sent, policyArgument == nil ? !isQuery || !hasDefaultPolicy : true,
        handler(call, label, sent)
      {
        return
      }
    }
    if hasHandler {
      return leave(
        name,
        isStream
          ? "the handler becomes the body of \(task(name.text))"
          : "the completion handler becomes what follows `try await \(task(name.text))`")
    }
    guard isStream || isAwaited(call) else {
      return leave(name, "nothing awaits the call: \(task(name.text))")
    }
    guard let policy else {
      return leave(name, "the policy is not written as one name, so map it by hand: \(task(name.text))")
    }
    guard arguments.count == (policyArgument == nil ? 1 : 2) else {
      return leave(name, "\(task(name.text)): options are GraphQLRequestOptions")
    }
    if policy.isEmpty, isQuery, hasDefaultPolicy {
      return leave(name, "the client has a policy of its own for calls without one: \(task(name.text))")
    }
    var ours: String?
    let bypass = bypass(policy)
    if usesCache, isQuery, bypass.isEmpty {
      guard let name = policy.isEmpty ? "cacheFirst" : ApolloEdits.policies[policy] else {
        return leave(
          call.calledExpression,
          "client.response(for:policy: .cacheOnly), which throws GraphQLCacheError.missing for Apollo's nil")
      }
      ours = name
    } else if policyArgument != nil, !ApolloEdits.networkPolicies.contains(policy) {
      return leave(name, "\(task(name.text)): every request is sent")
    }
    reason = "the receiver is declared as Apollo's client, and no function of the app's takes these labels"
    replace(name, bypass + (isStream ? "responses" : "response"))
    replace(label, isStream ? "to" : "for")
    if let policyArgument {
      if let ours, let label = policyArgument.label {
        replace(label, "policy")
        if let value = policyArgument.expression.as(MemberAccessExprSyntax.self) {
          replace(value, ".\(ours)")
        }
      } else {
        delete(arguments[0].expression.end, policyArgument.end)
      }
    } else if let ours {
      insert(arguments[0].expression.end, ", policy: .\(ours)")
    }
    if isStream { dropTry(call) }
  }

  /// The call that sends an operation named `%` with a client named `client`; nil if the policy has no equivalent.
  private func send(_ policy: String?, isQuery: Bool) -> String? {
    guard let policy else { return nil }
    let bypass = bypass(policy)
    if usesCache, isQuery, bypass.isEmpty {
      return (policy.isEmpty ? "cacheFirst" : ApolloEdits.policies[policy])
        .map { "client.response(for: %, policy: .\($0))" }
    }
    if !policy.isEmpty, !ApolloEdits.networkPolicies.contains(policy), isQuery || policy != "default" {
      return nil
    }
    return "client.\(bypass)response(for: %)"
  }

  /// The member of a client that sends what the cache must not contain, if the policy asks for that.
  private func bypass(_ policy: String) -> String {
    usesCache && policy == "fetchIgnoringCacheCompletely" ? "uncached." : ""
  }

  /// Subscribing throws in Apollo but not in Apus.
  private func dropTry(_ call: FunctionCallExprSyntax) {
    guard let attempt = call.parent?.as(TryExprSyntax.self), attempt.questionOrExclamationMark == nil else {
      return
    }
    delete(attempt.tryKeyword.start, call.start)
  }

  /// `.networkOnly` or `CachePolicy.networkOnly`; nil for anything else.
  private func policy(_ value: ExprSyntax) -> String? {
    guard let member = value.as(MemberAccessExprSyntax.self) else { return nil }
    let base = member.base?.trimmedDescription
    let isPolicy = base == nil || base?.contains("Policy") == true
    return isPolicy ? member.declName.baseName.text : nil
  }

  /// Whether an `await` covers a call within the same function.
  func isAwaited(_ node: some SyntaxProtocol) -> Bool {
    var parent = node.parent
    while let current = parent {
      if current.is(AwaitExprSyntax.self) { return true }
      if current.is(ClosureExprSyntax.self) || current.is(CodeBlockItemSyntax.self) { return false }
      parent = current.parent
    }
    return false
  }
}
