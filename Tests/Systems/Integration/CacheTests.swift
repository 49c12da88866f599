import Apus
import ApusCache
import ApusClient
import Foundation
import Testing

extension ServerTests {
  /// A client with a cache.
  static func cached() async throws -> (GraphQLClient, GraphQLCache) {
    var client = try await client()
    let cache = GraphQLCache(schema: cacheSchema) { event in
      switch event {
      case .found, .fetched: break
      default: Issue.record("\(event)")
      }
    }
    client.cache = cache
    return (client, cache)
  }

  /// The cache between a program and a real server.
  @Suite struct CacheTests {
    @Test func `what is fetched is read without the server, whatever has it`() async throws {
      try await reset()
      let (client, cache) = try await cached()
      let details = try await client.fetch(MediaDetailsQuery(id: "m1"))
      let page = try await client.fetch(MediaPageQuery(first: 5))
      let found = try await client.fetch(SearchQuery(text: "a"))
      let before = try await stats().operations
      #expect(try await client.fetch(MediaDetailsQuery(id: "m1")) == details)
      #expect(try await client.fetch(MediaPageQuery(first: 5)) == page)
      #expect(try await client.fetch(SearchQuery(text: "a")) == found)
      #expect(try await stats().operations == before)
      // Other variables are other fields.
      #expect(cache.read(MediaPageQuery(first: 6)) == nil)
    }

    @Test func `watchers of queries and fragments follow a mutation`() async throws {
      try await reset()
      let (client, cache) = try await cached()
      var details = client.watch(MediaDetailsQuery(id: "m2")).makeAsyncIterator()
      var update = try #require(await details.next())
      while update.isFetching { update = try #require(await details.next()) }
      let key = GraphQLCacheKey(try #require(update.data?.media?.__typename), "m2")
      var card = cache.watch(MediaCardData.self, key).makeAsyncIterator()
      #expect(await card.next()?.data?.title == update.data?.media?.title)

      _ = try await client.perform(RenameMutation(id: "m2", title: "Another"))
      #expect(await details.next()?.data?.media?.title == "Another")
      #expect(await card.next()?.data?.title == "Another")
      try await reset()
    }

    @Test func `a field that fails does not replace what is known`() async throws {
      try await reset()
      let (client, cache) = try await cached()
      _ = try await client.fetch(MediaDetailsQuery(id: "m1"))
      let response = try await client.response(for: BrokenMediaQuery(id: "m1"))
      #expect(!response.errors.isEmpty)
      #expect(cache.read(BrokenMediaQuery(id: "m1")) == nil)
      // The null has come up to the object, which is known.
      _ = try await client.response(for: BrokenNonNullMediaQuery(id: "m1"))
      #expect(cache.read(MediaDetailsQuery(id: "m1"))?.media?.title == "Title 1")
      // What did not fail is kept.
      #expect(cache.read(HelloQuery()) == nil)
    }

    @Test func `events of a subscription write their objects`() async throws {
      try await reset()
      let (client, cache) = try await cached()
      let media = try #require(try await client.fetch(MediaDetailsQuery(id: "m1")).media)
      let key = GraphQLCacheKey(media.__typename, "m1")
      try cache.transaction { transaction in
        let card = try #require(try transaction.read(MediaCardData.self, key))
        try transaction.write(
          MediaCardData(id: card.id, title: "Ours", genre: card.genre, __typename: media.__typename), key)
      }
      #expect(cache.read(MediaDetailsQuery(id: "m1"))?.media?.title == "Ours")
      for try await response in client.responses(to: MediaTicksSubscription(count: 1)) {
        // A field of the event fails; the rest is written.
        #expect(response.data?.mediaTicks.id == "m1")
        #expect(cache.read(MediaDetailsQuery(id: "m1"))?.media?.title == "Title 1")
      }
    }

    @Test func `requests under way are shared`() async throws {
      try await reset()
      let (client, _) = try await cached()
      let before = try await stats().operations
      let answers = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<8 { group.addTask { "\(try await client.fetch(SlowQuery(ms: 300)).slow)" } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(answers.count == 1)
      #expect(try await stats().operations == before + 1)
    }
  }
}
