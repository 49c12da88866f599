/// The client and its requests.
extension ApolloEdits {
  /// What Apollo's client is here.
  var clientType: String { scope.usesCache ? "GraphQLCachedClient" : "GraphQLClient" }

  mutating func client(_ index: Int) {
    guard isMark(index + 1, "("), let end = closing(index + 1) else {
      return replace(index, index, clientType)
    }
    let labels = ((index + 2)..<end).filter {
      tokens[$0].isWord && isMark($0 + 1, ":") && (isMark($0 - 1, "(") || isMark($0 - 1, ","))
    }
    let isPlain =
      labels.first.map({ tokens[$0].text }) == "url"
      && !labels.contains { ["store", "networkTransport"].contains(tokens[$0].text) }
    if scope.usesCache {
      let schemas = scope.cacheSchemas.joined(separator: ", ")
      guard isPlain, scope.cacheSchemas.count == 1 else {
        return leave(
          index,
          "GraphQLCachedClient(GraphQLClient(url:), cache: GraphQLCache(schema: \(schemas))), with the client's interceptors and transports"
        )
      }
      replace(index, index, "GraphQLCachedClient(GraphQLClient")
      edits.append(
        SourceEdit(
          source, tokens[end].end, tokens[end].end, ", cache: GraphQLCache(schema: \(schemas)))"))
    } else if isPlain {
      replace(index, index, "GraphQLClient")
    } else {
      leave(index, "GraphQLClient(url:), with its interceptors and transports")
    }
  }

  /// Cache policies that ask the server alone, as a client without a cache does.
  static let networkPolicies: Set<String> = [
    "networkOnly", "fetchIgnoringCacheData", "fetchIgnoringCacheCompletely",
  ]

  /// The other cache policies of Apollo 1 and 2 that have one answer, and what they are here.
  static let policies = [
    "cacheFirst": "cacheFirst", "returnCacheDataElseFetch": "cacheFirst", "networkFirst": "networkFirst",
    "networkOnly": "networkOnly", "fetchIgnoringCacheData": "networkOnly",
  ]

  static let calls = [
    "query": "response(for: ", "mutation": "response(for: ", "subscription": "responses(to: ",
  ]

  /// `await client.fetch(query: q)` is `await client.response(for: q)`, with the policy if there is a cache.
  mutating func request(_ index: Int) {
    guard let label = token(index + 2), isMark(index + 3, ":"), let end = closing(index + 1) else { return }
    let word = tokens[index].text
    if word == "watch" {
      if label.text == "query" { watch(index, end) }
      return
    }
    if word == "upload" {
      if label.text == "operation" {
        leave(index, "client.response(for:), with a GraphQLUpload for a variable")
      }
      return
    }
    guard let call = ApolloEdits.calls[label.text], let start = chainStart(index - 1) else {
      if ApolloEdits.calls[label.text] != nil { leave(index, "client.response(for:)") }
      return
    }
    let isStream = label.text == "subscription"
    let isQuery = label.text == "query"
    let hasHandler =
      isMark(end + 1, "{") && !isWord(start - 1, "in") && !isWord(start - 1, "await")
      && !isWord(start - 2, "in")
    let isAwaited = isWord(start - 1, "await")
    let policy = policy(in: index..<end)
    guard !hasHandler, isStream || isAwaited, !ApolloEdits.streams.contains(policy) else {
      if hasHandler { completions += 1 }
      return leave(index, stream(isStream, policy))
    }
    // More arguments than the operation: of those a policy alone is certain.
    var more = index + 4
    while more < end, !isMark(more, ",") {
      let opens = isMark(more, "(") || isMark(more, "[") || isMark(more, "{")
      more = opens ? (closing(more) ?? end) + 1 : more + 1
    }
    let hasPolicy = more < end && isWord(more + 1, "cachePolicy") && more + 5 == end
    guard more >= end || hasPolicy else {
      return leave(index, "client.\(call)…): options are GraphQLRequestOptions")
    }
    var ours = ""
    if scope.usesCache, isQuery, policy != "fetchIgnoringCacheCompletely" {
      guard let name = policy.isEmpty ? "cacheFirst" : ApolloEdits.policies[policy] else {
        return leave(
          index,
          "client.response(for:policy: .cacheOnly), which throws GraphQLCacheError.missing for Apollo's nil")
      }
      ours = ", policy: .\(name)"
    } else if hasPolicy, !ApolloEdits.networkPolicies.contains(policy) {
      return leave(index, "client.\(call)…): every request is sent")
    }
    let through = scope.usesCache && policy == "fetchIgnoringCacheCompletely" ? "client." : ""
    edits.append(SourceEdit(source, tokens[index].start, tokens[index + 4].start, through + call))
    if hasPolicy {
      edits.append(SourceEdit(source, tokens[more].start, tokens[end].start, ours))
    } else if !ours.isEmpty {
      edits.append(SourceEdit(source, tokens[end].start, tokens[end].start, ours))
    }
    if isStream, isWord(start - 1, "try") { delete(tokens[start - 1].start, tokens[start].start) }
  }

  /// Policies with which a fetch has several responses.
  private static let streams: Set<String> = ["cacheAndNetwork", "returnCacheDataAndFetch"]

  /// The policy that is written out in a call; empty where none is.
  private func policy(in call: Range<Int>) -> String {
    for index in call where isWord(index, "cachePolicy") && isMark(index + 1, ":") && isMark(index + 2, ".") {
      return token(index + 3)?.text ?? ""
    }
    return ""
  }

  /// What a person makes of a request with a completion handler, or with several responses.
  private func stream(_ isSubscription: Bool, _ policy: String) -> String {
    if isSubscription {
      return "the completion handler becomes what is behind `for try await response in client.responses(to:)`"
    }
    if ApolloEdits.streams.contains(policy) {
      return
        "`for await update in client.watch(query, policy: .cacheAndNetwork)`, which goes on until it is left"
    }
    let call = scope.usesCache ? "client.response(for:policy:)" : "client.response(for:)"
    return "the completion handler becomes what is behind `try await \(call)`"
  }
}
