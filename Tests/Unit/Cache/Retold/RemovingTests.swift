import Apus
import ApusClient
import ApusTesting
import Testing

import ApusCache

/// What is removed by the program: Apollo Kotlin's `StoreTest`, in our words.
@Suite(.timeLimit(.minutes(15))) struct RemovingTests {
  private static let feed = "{\"feed\":[\(post("1", "One", likes: 1)),\(post("2", "Two", likes: 2))]}"

  private func filled() throws -> GraphQLCache {
    let cache = GraphQLCache(schema: cacheSchema)
    try cache.receive(RemovingTests.feed, for: FeedQuery())
    try cache.receive("{\"feed\":[\(post("2", "Two", likes: 2))]}", for: FeedQuery(genre: "jazz"))
    return cache
  }

  /// Whatever leads to an evicted object is missing it, and nothing else is.
  @Test(arguments: [["1"], ["2"], ["1", "2"]]) func `evicted objects`(_ ids: [String]) throws {
    let cache = try filled()
    cache.transaction { transaction in
      for id in ids { transaction.evict(GraphQLCacheKey("Post", id)) }
    }
    #expect(cache.read(FeedQuery()) == nil)
    #expect(cache.partial(FeedQuery()).missing.map(\.object) == ids.map { "Post:\($0)" })
    #expect((cache.read(FeedQuery(genre: "jazz")) == nil) == ids.contains("2"))
    for id in ["1", "2"] {
      #expect((cache.read(LikesData.self, GraphQLCacheKey("Post", id)) == nil) == ids.contains(id))
    }
    #expect(cache.has("User", "u1"))
    // Everything again.
    try cache.receive(RemovingTests.feed, for: FeedQuery())
    #expect(cache.read(FeedQuery())?.feed.map(\.title) == ["One", "Two"])
    #expect(cache.read(FeedQuery(genre: "jazz"))?.feed.count == 1)
  }

  /// A query is forgotten without what it led to, which others have as well.
  @Test func `evicted queries`() throws {
    let cache = try filled()
    try cache.transaction { try $0.evict(FeedQuery()) }
    #expect(cache.read(FeedQuery()) == nil)
    #expect(cache.partial(FeedQuery()).missing.map(\.description) == ["feed: root.feed (evicted)"])
    #expect(cache.read(FeedQuery(genre: "jazz"))?.feed.count == 1)
    #expect(cache.read(LikesData.self, GraphQLCacheKey("Post", "1"))?.likes == 1)
  }

  /// What only an evicted object led to goes with the garbage; what others lead to stays.
  @Test func `what only the evicted led to goes later`() async throws {
    let scene = try Scene(configuration: GraphQLCacheConfiguration(gracePeriod: .seconds(10)))
    let owner = "\"owner\":{\"name\":\"Eve\",\"best\":null,\"___\":\"User\",\"___id\":\"u2\"}"
    try scene.cache.receive(
      "{\"shelf\":\(shelf("1", "\"label\":\"A\",\(owner)"))}", for: ShelfOwnerQuery(id: "1"))
    try scene.cache.receive(RemovingTests.feed, for: FeedQuery())
    let retentions = [try scene.cache.retain(ShelfOwnerQuery(id: "1"))]
    let others = try scene.cache.retain(FeedQuery())
    scene.clock.advance(100)
    await scene.cache.collectGarbage()
    #expect(scene.cache.has("User", "u2"))
    scene.cache.transaction { $0.evict(GraphQLCacheKey("Shelf", "1")) }
    // Not at once: it may be needed again.
    #expect(scene.cache.has("User", "u2"))
    scene.clock.advance(100)
    await scene.cache.collectGarbage()
    #expect(!scene.cache.has("User", "u2"))
    #expect(scene.cache.has("User", "u1"))
    withExtendedLifetime((retentions, others)) {}
  }

  @Test func `caches share nothing`() throws {
    let cache = try filled()
    let other = GraphQLCache(schema: cacheSchema)
    #expect(other.read(FeedQuery()) == nil)
    other.clear()
    #expect(cache.read(FeedQuery())?.feed.count == 2)
  }

  /// In a transaction what was removed is gone for it, and for all when it is over; not when it throws.
  @Test func `removing is a part of a transaction`() throws {
    struct Stop: Error {}
    let cache = try filled()
    #expect(throws: Stop.self) {
      try cache.transaction { transaction in
        transaction.evict(GraphQLCacheKey("Post", "1"))
        transaction.delete(GraphQLCacheKey("Post", "2"))
        #expect(try transaction.read(FeedQuery()) == nil)
        #expect(try transaction.read(LikesData.self, GraphQLCacheKey("Post", "1")) == nil)
        throw Stop()
      }
    }
    #expect(cache.read(FeedQuery())?.feed.count == 2)
  }

  /// Removing what is not there changes nothing, and wakes nobody.
  @Test func `removing strangers`() async throws {
    let cache = try filled()
    let before = cache.json(of: FeedQuery())
    var updates = cache.watch(FeedQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed.count == 2)
    cache.transaction { transaction in
      transaction.evict(GraphQLCacheKey("Post", "77"))
      transaction.delete(GraphQLCacheKey("Post", "78"))
      transaction.invalidate(GraphQLCacheKey("Post", "79"))
    }
    #expect(cache.json(of: FeedQuery()) == before)
    #expect(!cache.partial(FeedQuery()).isStale)
    try cache.transaction { try $0.write(LikesData(likes: 9), GraphQLCacheKey("Post", "1")) }
    #expect(await updates.next()?.data?.feed.map(\.likes) == [9, 2])
  }

  /// One list that is a hole in the middle, and null elsewhere.
  @Test func `deleted objects are null where they may be`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    let shelves = ["1", "2", "3"].map { shelf($0, "\"label\":\"\($0)\"") }.joined(separator: ",")
    try cache.receive("{\"shelves\":[\(shelves)]}", for: ShelvesQuery())
    try cache.receive("{\"shelf\":\(shelf("2", "\"label\":\"2\""))}", for: ShelfLabelOnlyQuery(id: "2"))
    cache.transaction { $0.delete(GraphQLCacheKey("Shelf", "2")) }
    #expect(cache.read(ShelvesQuery())?.shelves?.map { $0?.label } == ["1", "3"])
    let none = try #require(cache.read(ShelfLabelOnlyQuery(id: "2")))
    #expect(none.shelf == nil)
    // A response that has it brings it back to its places.
    try cache.receive("{\"shelf\":\(shelf("2", "\"label\":\"new\""))}", for: ShelfLabelOnlyQuery(id: "2"))
    #expect(cache.read(ShelvesQuery())?.shelves?.map { $0?.label } == ["1", "new", "3"])
  }
}
