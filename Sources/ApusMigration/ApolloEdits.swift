import ApusCompiler
import ApusDiagnostics
import ApusIR
import ApusSchema

/// The places of one Swift file that use Apollo: what is certain becomes an edit, all else a line for a person.
struct ApolloEdits {
  var edits: [SourceEdit] = []
  /// How many requests have a completion handler.
  var completions = 0
  let tokens: [SwiftToken]
  let source: SourceFile
  let names: ApolloNames?
  let scope: ApolloScope

  /// How Apollo's names are written in a project.
  struct ApolloScope {
    /// The namespace or module.
    var namespace: String
    /// Whether `Namespace.` is deleted: the enum is not there any more.
    var dropsNamespace = false
    /// Whether operations and fragments stand without the namespace.
    var hasBareOperations = false
    /// Whether schema types do.
    var hasBareTypes = false
    /// Whether requests go through a cache.
    var usesCache = false
    /// The tables that the cache is given.
    var cacheSchemas: [String] = []
    /// Types that the sources declare: theirs are not Apollo's.
    var declared: Set<String> = []
  }

  init(_ tokens: [SwiftToken], _ source: SourceFile, _ names: ApolloNames?, _ scope: ApolloScope) {
    self.tokens = tokens
    self.source = source
    self.names = names
    self.scope = scope
    let wrapped = enumScopes()
    for index in tokens.indices where tokens[index].isWord { visit(index, wrapped) }
  }

  // MARK: - Tools

  func token(_ index: Int) -> SwiftToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  func isMark(_ index: Int, _ mark: Character) -> Bool { token(index)?.is(mark) ?? false }

  func isWord(_ index: Int, _ word: String) -> Bool {
    token(index).map { $0.isWord && $0.text == word } ?? false
  }

  mutating func replace(_ first: Int, _ last: Int, _ text: String) {
    edits.append(SourceEdit(source, tokens[first].start, tokens[last].end, text))
  }

  mutating func delete(_ start: Int, _ end: Int) {
    if start < end { edits.append(SourceEdit(source, start, end, "")) }
  }

  mutating func leave(_ index: Int, _ what: String) {
    edits.append(SourceEdit(source, tokens[index].start, tokens[index].end, nil, task: what))
  }

  /// The token that closes what the one at `index` opens; nil where the text ends before.
  func closing(_ index: Int) -> Int? {
    var depth = 0
    let isAngle = isMark(index, "<")
    for at in index..<tokens.count {
      switch tokens[at].text {
      case "(" where !isAngle, "[" where !isAngle, "{" where !isAngle, "<" where isAngle: depth += 1
      case ")" where !isAngle, "]" where !isAngle, "}" where !isAngle: depth -= 1
      case ">" where isAngle && !isMark(at - 1, "-"): depth -= 1
      case "{" where isAngle, ";" where isAngle: return nil
      default: break
      }
      if depth == 0 { return at }
    }
    return nil
  }

  /// The first token of the postfix expression that the token at `index`, a dot, continues.
  func chainStart(_ index: Int) -> Int? {
    var at = index - 1
    while at >= 0 {
      let token = tokens[at]
      if token.is(")") || token.is("]") {
        var depth = 0
        while at >= 0 {
          if tokens[at].is(")") || tokens[at].is("]") { depth += 1 }
          if tokens[at].is("(") || tokens[at].is("[") { depth -= 1 }
          if depth == 0 { break }
          at -= 1
        }
        // What is directly before a parenthesis or bracket is called.
        if at <= 0 { return at == 0 ? 0 : nil }
        let before = tokens[at - 1]
        let isCallee = before.isWord || ["?", "!", ")", "]"].contains(before.text)
        if isCallee, before.end == tokens[at].start {
          at -= 1
          continue
        }
        if !isMark(at - 1, ".") { return at }
      } else if token.is("?") || token.is("!") || token.is("$") {
        at -= 1
        continue
      } else if token.isWord {
        if !isMark(at - 1, ".") { return at }
      } else {
        return nil
      }
      // A dot is before: the expression goes on, unless it begins with the dot.
      guard isMark(at - 1, "."), at >= 2, tokens[at - 2].end <= tokens[at - 1].start else { return nil }
      at -= 2
    }
    return nil
  }

  // MARK: - Words

  static let modules = [
    "Apollo": "Apus\nimport ApusClient", "ApolloAPI": "Apus", "ApolloWebSocket": "ApusClient",
    "ApolloSQLite": "ApusCacheSQLite",
  ]

  static let people: [String: String] = [
    "ApolloTestSupport": "ApusTesting: values are made by sample(), or by initializers",
    "ApolloPagination": "pages(_:next:into:) of the client, in ApusClient",
    "ApolloStore": "GraphQLCache(schema:)", "InMemoryNormalizedCache": "GraphQLCache(schema:)",
    "SQLiteNormalizedCache": "GraphQLCache(schema:storage:) with SQLiteStorage(url:)",
    "NormalizedCache": "a GraphQLCacheStorage",
    "GraphQLQueryWatcher": "the task around `for await update in client.watch(query)`",
    "WebSocketTransport": "clients have it without set-up: client.subscriptions",
    "SplitNetworkTransport": "client.transport and client.subscriptions are split already",
    "RequestChainNetworkTransport": "GraphQLClient(url:) and client.interceptors",
    "InterceptorProvider": "client.interceptors is an array",
    "DefaultInterceptorProvider": "client.interceptors is an array",
    "ApolloInterceptor": "GraphQLInterceptor has one function", "HTTPInterceptor": "GraphQLInterceptor",
    "CacheInterceptor": "a policy of GraphQLCachedClient", "MaxRetryInterceptor": "RetryInterceptor",
    "NetworkTransport": "GraphQLTransport", "GraphQLFile": "a GraphQLUpload for a variable",
    "ApolloClientProtocol": "a protocol of your own over GraphQLClient",
    "JSONConverter": "init(json:) and json()",
    "DataDict": "make values with initializers, or init(json:)",
    "_dataDict": "make values with initializers, or init(json:)",
    "RootSelectionSet": "GraphQLObject", "SelectionSet": "GraphQLObject", "InlineFragment": "GraphQLObject",
    "MutableSelectionSet": "\"mutableProperties\" in apus.json makes properties settable",
    "LocalCacheMutation": "update in a transaction of GraphQLCache",
    "CacheReference": "GraphQLCacheKey(typename, id)", "CacheKey": "GraphQLCacheKey(typename, id)",
    "CustomScalarType": "a GraphQLCodec, or Codable",
    "SchemaConfiguration": "\"keys\" of \"cache\" in apus.json",
  ]

  mutating func visit(_ index: Int, _ wrapped: Set<Int>) {
    let word = tokens[index].text
    let isMember = isMark(index - 1, ".")
    if tokens[index].isCondition {
      if ApolloEdits.modules[word] != nil { leave(index, "the condition asks for a module of Apollo's") }
      return
    }
    switch word {
    case "import":
      if let module = token(index + 1), let ours = ApolloEdits.modules[module.text], !isMark(index + 2, ".") {
        let cache = scope.usesCache && module.text == "Apollo" ? "\nimport ApusCache" : ""
        replace(index + 1, index + 1, ours + cache)
      }
    case "Mock" where isMark(index + 1, "<"):
      leave(index, "sample() of ApusTesting makes the value, or its initializer")
    case "ApolloClient" where !isMember: client(index)
    case "GraphQLEnum" where !isMember: wrapper(index)
    case "GraphQLNullable" where !isMember: nullable(index)
    case "GraphQLResult" where !isMember: replace(index, index, "GraphQLResponse")
    case "GraphQLResponse" where !isMember: response(index)
    case "case" where isMember && isMark(index + 1, "("): caseWrapper(index)
    case "unknown" where isMember && wrapped.contains(index): replace(index, index, "unrecognized")
    case "fragments" where isMember && isMark(index + 1, "."): fragments(index)
    case "fetch", "perform", "subscribe", "watch", "upload":
      if isMember, isMark(index + 1, "(") { request(index) }
    case "unwrapped" where isMember: leave(index, "of a GraphQLNullable it is .value")
    case "errors" where isMember && (isMark(index + 1, "?") || isBound(index)):
      leave(index, "errors of a response are an array that may be empty, no Optional")
    case _ where names != nil && !isMember && word == scope.namespace && isMark(index + 1, "."):
      guard let next = token(index + 2), next.isWord else { return }
      if name(index + 2) {
        // What a scalar is bound to is no type of the namespace.
        if scope.dropsNamespace || names?.scalars[next.text] != nil {
          delete(tokens[index].start, next.start)
        }
      } else if ["Objects", "Interfaces", "Unions", "SchemaMetadata", "SchemaConfiguration"].contains(
        next.text)
      {
        leave(index + 2, "there are no such types")
      }
    case _ where !isMember && !scope.declared.contains(word) && !isMark(index + 1, ":"):
      if isBareName(word) { _ = name(index) }
      if let what = ApolloEdits.people[word] { leave(index, what) }
    case "clearCache" where isMember: clearing(index)
    case "store" where isMember && isMark(index + 1, "."): store(index)
    case "_dataDict":
      if let what = ApolloEdits.people[word] { leave(index, what) }
    default: break
    }
  }

  /// Whether the value of a chain that ends here is bound by `if let` or `guard let`.
  func isBound(_ index: Int) -> Bool {
    guard let start = chainStart(index - 1), isMark(start - 1, "="), let name = token(start - 2), name.isWord
    else {
      return false
    }
    return isWord(start - 3, "let")
      && (isWord(start - 4, "if") || isWord(start - 4, "guard") || isMark(start - 4, ","))
  }

  func isBareName(_ word: String) -> Bool {
    guard let names else { return false }
    if names.operations[word] != nil || names.fragments[word] != nil { return scope.hasBareOperations }
    return scope.hasBareTypes
  }
}
