import Apus
import ApusTesting
import Testing

import ApusCache
import CacheFixtures

@Suite(.timeLimit(.minutes(15))) struct KeyTests {
  private enum Post {}

  @Test func `Keys are equal when the store takes them for one`() throws {
    let (one, two) = (GraphQLCacheKey("Post", "caf\u{E9}"), GraphQLCacheKey("Post", "cafe\u{301}"))
    #expect(one != two)
    #expect(Set([one, two, GraphQLCacheKey("Post", "caf\u{E9}")]).count == 2)
    let scene = try Scene()
    try scene.cache.transaction { transaction in
      try transaction.write(LikesData(likes: 1), one)
      try transaction.write(LikesData(likes: 2), two)
    }
    #expect(scene.cache.read(LikesData.self, one)?.likes == 1)
    #expect(scene.cache.read(LikesData.self, two)?.likes == 2)
  }

  @Test func `Arguments that differ in their bytes are two fields`() async throws {
    let scene = try Scene([
      .response("{\"feed\":[\(post("1", "One", likes: 1))]}"),
      .response("{\"feed\":[\(post("2", "Two", likes: 2))]}"),
    ])
    let genres = ["caf\u{E9}", "cafe\u{301}"]
    for genre in genres { _ = try await scene.client.fetch(FeedQuery(genre: .value(genre))) }
    let titles = genres.map { scene.cache.read(FeedQuery(genre: .value($0)))?.feed.map(\.title) }
    #expect(titles == [["One"], ["Two"]])
  }

  @Test func `A typed identifier makes a key`() {
    let id = GraphQLIdentifier<Post>("p1")
    #expect(GraphQLCacheKey("Post", id) == GraphQLCacheKey("Post", "p1"))
  }

  @Test func `A type is evicted as a whole`() async throws {
    let scene = try Scene([
      .response("{\"feed\":[\(post("1", "One", likes: 1)),\(post("2", "Two", likes: 2))]}")
    ])
    _ = try await scene.client.fetch(FeedQuery())
    scene.cache.transaction { $0.evict(type: "Post") }
    #expect((1...2).allSatisfy { scene.cache.read(LikesData.self, GraphQLCacheKey("Post", $0)) == nil })
    #expect(scene.cache.partial(FeedQuery()).missing.map(\.reason) == [.evicted, .evicted])
    #expect(scene.cache.inspect(GraphQLCacheKey("User", "u1")).contains("Ada"))
    scene.cache.transaction { $0.evict(type: "Query") }
    #expect(scene.cache.partial(FeedQuery()).missing.map(\.path.description) == ["feed"])
  }

  @Test func `A cache without a storage is loaded`() throws { #expect(try Scene().cache.isLoaded) }

  @Test func `Events are sentences`() async throws {
    let scene = try Scene([.response("{\"feed\":[\(post("1", "One", likes: 1))]}")])
    _ = try await scene.client.fetch(FeedQuery())
    let layer = try scene.cache.optimistic { try $0.write(LikesData(likes: 8), GraphQLCacheKey("Post", "1")) }
    scene.cache.clear()
    layer.rollBack()
    #expect(
      scene.events.all.map(\.description) == [
        "Feed is sent: the cache lacks feed: root.feed (neverWritten).",
        "An optimistic layer was dropped: the cache was cleared.",
      ])
    #expect(
      GraphQLCacheEvent.storage(.failed(GraphQLStorageError.failed("the disk is full"))).description
        == "The cache's storage failed and will be tried again: the disk is full.")
  }
}
