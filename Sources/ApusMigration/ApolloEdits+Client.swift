/// The client and its requests.
extension ApolloEdits {
  mutating func client(_ index: Int) {
    if isMark(index + 1, "("), let end = closing(index + 1) {
      let labels = ((index + 2)..<end).filter {
        tokens[$0].isWord && isMark($0 + 1, ":") && (isMark($0 - 1, "(") || isMark($0 - 1, ","))
      }
      if labels.first.map({ tokens[$0].text }) != "url"
        || labels.contains(where: { ["store", "networkTransport"].contains(tokens[$0].text) })
      {
        return leave(index, "GraphQLClient(url:), with its interceptors and transports")
      }
    }
    replace(index, index, "GraphQLClient")
  }

  /// Cache policies that ask the server alone, as is done here.
  static let networkPolicies: Set<String> = [
    "networkOnly", "fetchIgnoringCacheData", "fetchIgnoringCacheCompletely",
  ]

  static let calls = [
    "query": "response(for: ", "mutation": "response(for: ", "subscription": "responses(to: ",
  ]

  /// `await client.fetch(query: q)` is `await client.response(for: q)`.
  mutating func request(_ index: Int) {
    guard let label = token(index + 2), isMark(index + 3, ":"), let end = closing(index + 1) else { return }
    let word = tokens[index].text
    if word == "watch" {
      if label.text == "query" { leave(index, "watch(_:) of GraphQLCachedClient") }
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
    let hasHandler =
      isMark(end + 1, "{") && !isWord(start - 1, "in") && !isWord(start - 1, "await")
      && !isWord(start - 2, "in")
    let isAwaited = isWord(start - 1, "await")
    guard !hasHandler, isStream || isAwaited else {
      completions += 1
      let asynchronous =
        isStream ? "for try await response in client.responses(to:)" : "try await client.response(for:)"
      return leave(index, "the completion handler becomes what is behind `\(asynchronous)`")
    }
    // More arguments than the operation: a policy that asks the server alone is what happens here anyway.
    var more = index + 4
    while more < end, !isMark(more, ",") {
      let opens = isMark(more, "(") || isMark(more, "[") || isMark(more, "{")
      more = opens ? (closing(more) ?? end) + 1 : more + 1
    }
    if more < end {
      let isNetwork = ApolloEdits.networkPolicies.contains(tokens[end - 1].text)
      guard isWord(more + 1, "cachePolicy"), more + 5 == end, isNetwork else {
        return leave(index, "client.\(call)…): every request is sent, and options are GraphQLRequestOptions")
      }
      delete(tokens[more].start, tokens[end].start)
    }
    edits.append(SourceEdit(source, tokens[index].start, tokens[index + 4].start, call))
    if isStream, isWord(start - 1, "try") { delete(tokens[start - 1].start, tokens[start].start) }
  }
}
