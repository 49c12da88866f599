/// Watchers, transactions, and what else is done with a cache.
extension ApolloEdits {
  /// A watcher calls back; here it is a loop in a task, which a person puts where it belongs.
  mutating func watch(_ index: Int, _ end: Int) {
    var policy = ""
    for at in index..<end where isWord(at, "cachePolicy") && isMark(at + 2, ".") {
      let name = token(at + 3)?.text ?? ""
      let ours = name.hasSuffix("AndNetwork") || name.hasSuffix("AndFetch") ? "cacheAndNetwork" : nil
      let same = ours ?? ApolloEdits.policies[name]
      if let same, same != "cacheFirst" { policy = ", policy: .\(same)" }
      if name == "cacheOnly" || name == "returnCacheDataDontFetch" { policy = ", policy: .cacheOnly" }
    }
    leave(
      index,
      "the handler becomes what is within `for await update in client.watch(query\(policy))`, in a task that is cancelled as the watcher was"
    )
  }

  /// `try await client.clearCache()` is `client.cache.clear()`.
  mutating func clearing(_ index: Int) {
    guard scope.usesCache, isMark(index + 1, "("), isMark(index + 2, ")"), !isMark(index + 3, "{"),
      let start = chainStart(index - 1),
      isWord(start - 1, "await"), isWord(start - 2, "try")
    else { return leave(index, "clear() of GraphQLCache") }
    delete(tokens[start - 2].start, tokens[start].start)
    // The store of a client is its cache.
    if isWord(index - 2, "store"), isMark(index - 1, ".") {
      replace(index - 2, index, "cache.clear")
    } else {
      replace(index, index, "cache.clear")
    }
  }

  /// What Apollo's transactions have, by the first words of the call.
  private static let transactionCalls = [
    "read": "transaction.read(query), which returns nil where Apollo throws",
    "readObject": "transaction.read(Type.self, GraphQLCacheKey(typename, id))",
    "updateObject": "transaction.update(Type.self, GraphQLCacheKey(typename, id)) { … }",
    "removeObject": "transaction.evict(GraphQLCacheKey(typename, id))",
    "removeObjects": "transaction.evict(GraphQLCacheKey(typename, id)) of each",
  ]

  /// `try await client.store.withinReadWriteTransaction { transaction in try await transaction.update(…) { … } }` is
  /// `try client.cache.transaction { transaction in try transaction.update(…) { … } }`.
  mutating func store(_ index: Int) {
    let call = index + 2
    if isWord(call, "clearCache") { return }
    guard isWord(call, "withinReadWriteTransaction") || isWord(call, "withinReadTransaction") else {
      return leave(index, "cache of GraphQLCachedClient")
    }
    // The body is the one argument, in parentheses or behind them.
    let opening = isMark(call + 1, "(") ? call + 2 : call + 1
    guard scope.usesCache, isMark(opening, "{"), let name = token(opening + 1), name.isWord,
      isWord(opening + 2, "in"), let end = closing(opening), let start = chainStart(index - 1),
      isWord(start - 1, "await"), opening == call + 1 || isMark(end + 1, ")")
    else { return leave(index, "client.cache.transaction { transaction in … }") }
    let uses = ((opening + 3)..<end).filter { isWord($0, name.text) && !isMark($0 - 1, ".") }
    let others = uses.filter { !isMark($0 + 1, ".") || transactionEdit($0) == nil }
    for at in others {
      let what = isMark(at + 1, ".") ? token(at + 2)?.text ?? "" : ""
      leave(at, ApolloEdits.transactionCalls[what] ?? "a GraphQLCacheTransaction")
    }
    if !others.isEmpty { return leave(index, "client.cache.transaction { transaction in … }") }
    delete(tokens[start - 1].start, tokens[start].start)
    replace(index, call, "cache.transaction")
    for at in uses { if let edit = transactionEdit(at) { edits += edit } }
  }

  /// The edits of a call of a transaction that are certain: of `update`, and of `write(data:for:)`.
  private func transactionEdit(_ index: Int) -> [SourceEdit]? {
    var found: [SourceEdit] = []
    if isWord(index - 1, "await") {
      found.append(SourceEdit(source, tokens[index - 1].start, tokens[index].start, ""))
    }
    if isWord(index + 2, "update"), isMark(index + 3, "(") { return found }
    guard isWord(index + 2, "write"), isMark(index + 3, "("), isWord(index + 4, "data"),
      isMark(index + 5, ":"),
      let value = token(index + 6)
    else { return nil }
    return found + [SourceEdit(source, tokens[index + 4].start, value.start, "")]
  }
}
