import Testing
@testable import ApusMigration

/// Edits of code that uses Apollo's cache.
extension EditTests {
  @Test(arguments: [
    ("import Apollo", "import Apus\nimport ApusClient\nimport ApusCache"),
    ("import ApolloSQLite", "import ApusCacheSQLite"),
    (
      "try await c.fetch(query: q, cachePolicy: CachePolicy.networkOnly)",
      "try await c.response(for: q, policy: .networkOnly)"
    ),
    ("let c: ApolloClient", "let c: GraphQLClient"),
    (
      "ApolloClient(url: u)",
      "GraphQLClient(url: u, cache: GraphQLCache(schema: API.cacheSchema))"
    ),
    ("try await c.fetch(query: q)", "try await c.response(for: q, policy: .cacheFirst)"),
    (
      "try await c.fetch(query: f(1, 2), cachePolicy: .networkFirst)",
      "try await c.response(for: f(1, 2), policy: .networkFirst)"
    ),
    (
      "try await c.fetch(query: q, cachePolicy: .returnCacheDataElseFetch)",
      "try await c.response(for: q, policy: .cacheFirst)"
    ),
    (
      "try await c.fetch(query: q, cachePolicy: .fetchIgnoringCacheData)",
      "try await c.response(for: q, policy: .networkOnly)"
    ),
    (
      "try await c.fetch(query: q, cachePolicy: .fetchIgnoringCacheCompletely)",
      "try await c.uncached.response(for: q)"
    ),
    (
      "func f() { c.fetch(query: q, cachePolicy: .fetchIgnoringCacheCompletely) { r in print(r) }; done() }",
      "func f() { Task { @MainActor [client = c, query = q] in\n  let r = await Task { try await client.uncached.response(for: query) }.result\n  print(r) }; done() }"
    ),
    ("try await c.perform(mutation: m)", "try await c.response(for: m)"),
    ("try await c.clearCache()", "c.cache?.clear()"),
    ("try await h.b?.store.clearCache()", "h.b?.cache?.clear()"),
    ("try await c.store.clearCache()", "c.cache?.clear()"),
    // The store is left to a person, who makes it a GraphQLCache.
    (
      "let k: ApolloStore?; try await k?.clearCache()",
      "let k: ApolloStore?; k?.clear() | GraphQLCache(schema:)"
    ),
    (
      "struct A { let store: ApolloStore; func f() async throws { try await self.store.clearCache() } }",
      "struct A { let store: ApolloStore; func f() async throws { self.store.clear() } } | GraphQLCache(schema:)"
    ),
    (
      "try await c.store.withinReadWriteTransaction { t in try await t.update(m) { $0.a = 1 }; try await t.write(data: d, for: q) }",
      "try c.cache?.transaction { t in try t.update(m) { $0.a = 1 }; try t.write(d, for: q) }"
    ),
    // A store of the app's own becomes a cache, which is no Optional.
    (
      "struct A { let store: ApolloStore; func f() async throws -> Bool { try await self.store.withinReadWriteTransaction { t in try await t.update(m) { _ in } } } }",
      "struct A { let store: ApolloStore; func f() async throws -> Bool { try self.store.transaction { t in try t.update(m) { _ in } } } } | GraphQLCache(schema:)"
    ),
    (
      "_ = try await c.store.withinReadWriteTransaction({ t in try await t.update(m) { _ in } })",
      "_ = try c.cache?.transaction({ t in try t.update(m) { _ in } })"
    ),
  ])
  func `is certain with a cache`(_ line: String, _ expected: String) throws {
    #expect(try edited(line, usesCache: true) == expected)
  }

  @Test(arguments: [
    "try await c.fetch(query: q, cachePolicy: .cacheOnly)", "c.clearCache { _ in }", "c.store.publish(r)",
    "c.fetch(query: q, cachePolicy: .returnCacheDataAndFetch) { _ in }",
    "try c.fetch(query: q, cachePolicy: .cacheAndNetwork)", "await c.watch(query: q) { _ in }",
    "ApolloClient(networkTransport: t, store: s)",
    "try await c.store.withinReadWriteTransaction { t in try await t.read(query: q) }",
    "try await c.store.withinReadWriteTransaction { t in try await f(t) }",
    "c.store.withinReadWriteTransaction({ t in try t.update(m) { _ in } }, completion: { _ in })",
    "try await c.store.withinReadWriteTransaction(f)",
    "try await c.store.withinReadTransaction { t in try await t.readObject(ofType: A.self, withKey: k) }",
    "try await unknown.withinReadTransaction { t in try await t.read(query: q) }",
    "func f(_ t: ApolloStore.ReadWriteTransaction) async throws { try await t.removeObject(for: k) }",
    "let n = try await c.store.withinReadWriteTransaction { t in try await t.update(m) { _ in }; return 1 }",
    "try await c.store.withinReadWriteTransaction { t in let x = await load(); try await t.update(m) { $0.a = x } }",
    "try await c.store.withinReadWriteTransaction { t in async let x = load(); try await t.update(m) { _ in } }",
    "try await c.store.withinReadWriteTransaction { t in for await x in y { try await t.update(m) { $0.a = x } } }",
    "try await c.store.withinReadWriteTransaction { t async throws in try await t.update(m) { _ in } }",
  ])
  func `is for a person with a cache`(_ line: String) throws {
    let parts = try edited(line, usesCache: true).components(separatedBy: " | ")
    #expect(parts[0] == line)
    #expect(parts.count > 1)
  }

  @Test func `is not touched if a type only ends like Apollo's`() throws {
    let line = "func f(_ t: AuditedReadTransaction) async throws { try await t.removeObject(for: k) }"
    #expect(try edited(line, usesCache: true) == line)
  }

  @Test func `has a cache where one is used`() throws {
    #expect(try edited("ApolloClient(url: u)") == "GraphQLClient(url: u)")
    #expect(
      try edited("ApolloClient(url: u); c.watch(query: q) { _ in }").hasPrefix(
        "GraphQLClient(url: u, cache: GraphQLCache(schema: API.cacheSchema))"))
    #expect(
      try edited("let c: ApolloClient; try await c.clearCache()") == "let c: GraphQLClient; c.cache?.clear()")
  }
}
