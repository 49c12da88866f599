import Apus
import ApusCache
import ApusClient
import ApusTesting
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct OptimisticTests {
  private static let feed =
    "{\"feed\":[\(post("1", "One", likes: 1)),\(post("2", "Two", likes: 2)),\(post("3", "Three", likes: 3))]}"

  private func filled(_ steps: [GraphQLScriptedTransport.Step] = []) async throws -> Scene {
    let scene = try Scene([.response(OptimisticTests.feed)] + steps)
    _ = try await scene.client.fetch(FeedQuery())
    return scene
  }

  private func like(_ scene: Scene, _ id: String) throws -> GraphQLOptimisticLayer {
    try scene.cache.optimistic { transaction in
      try transaction.update(LikesData.self, GraphQLCacheKey("Post", id)) { $0.likes += 1 }
    }
  }

  private func likes(_ scene: Scene) -> [Int]? { scene.cache.read(FeedQuery())?.feed.map(\.likes) }

  @Test func `layers are run again over what changes below`() async throws {
    let scene = try await filled()
    let first = try like(scene, "1")
    let second = try like(scene, "1")
    #expect(likes(scene) == [3, 2, 3])
    // The server says something else below them.
    try scene.cache.transaction { try $0.write(LikesData(likes: 10), GraphQLCacheKey("Post", "1")) }
    #expect(likes(scene) == [12, 2, 3])
    // The first fails: one like is left.
    first.rollBack()
    #expect(likes(scene) == [11, 2, 3])
    try second.commit()
    #expect(likes(scene) == [11, 2, 3])
    second.rollBack()
    #expect(likes(scene) == [11, 2, 3])
  }

  @Test func `a response takes the place of its layer at once`() async throws {
    let gate = Gate()
    let scene = try await filled([
      .response("{\"like\":{\"likes\":7,\"___\":\"Post\",\"___id\":\"1\"}}", after: gate),
      .failure(URLError(.timedOut)),
    ])
    var updates = scene.cache.watch(FeedQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed.map(\.likes) == [1, 2, 3])
    let increment: @Sendable (borrowing GraphQLCacheTransaction) throws -> Void = { transaction in
      try transaction.update(LikesData.self, GraphQLCacheKey("Post", "1")) { $0.likes += 1 }
    }
    async let data = scene.client.perform(LikeMutation(post: "1"), optimistically: increment)
    #expect(await updates.next()?.data?.feed.map(\.likes) == [2, 2, 3])
    await gate.open()
    _ = try await data
    // Never 1 again in between.
    #expect(await updates.next()?.data?.feed.map(\.likes) == [7, 2, 3])
    await #expect(throws: GraphQLClientError.self) {
      _ = try await scene.client.perform(LikeMutation(post: "1"), optimistically: increment)
    }
    #expect(likes(scene) == [7, 2, 3])
  }

  @Test func `a layer that throws is dropped`() async throws {
    struct Refused: Error {}
    let scene = try await filled()
    #expect(throws: Refused.self) {
      _ = try scene.cache.optimistic { transaction in
        try transaction.write(LikesData(likes: 100), GraphQLCacheKey("Post", "1"))
        throw Refused()
      }
    }
    #expect(likes(scene) == [1, 2, 3])
    let layer = try scene.cache.optimistic { transaction in
      let old = try transaction.read(LikesData.self, GraphQLCacheKey("Post", "2"))?.likes ?? 0
      if old > 5 { throw Refused() }
      try transaction.write(LikesData(likes: old + 1), GraphQLCacheKey("Post", "2"))
    }
    let other = try like(scene, "3")
    #expect(likes(scene) == [1, 3, 4])
    try scene.cache.transaction { try $0.write(LikesData(likes: 6), GraphQLCacheKey("Post", "2")) }
    #expect(likes(scene) == [1, 6, 4])
    #expect(scene.events.failures.count == 1)
    other.rollBack()
    layer.rollBack()
    #expect(likes(scene) == [1, 6, 3])
  }

  /// Layers that end in any order leave what the server said, whatever was written in between.
  @Test(arguments: 0..<40) func `layers leave what the server says`(_ seed: Int) async throws {
    var random = SeededRandom(UInt64(seed))
    let scene = try await filled()
    var server = [1, 2, 3]
    let before = scene.cache.inspect()
    for _ in 0..<random.below(5) {
      let layers = try (0..<4).map { _ in try like(scene, "\(1 + random.below(3))") }
      #expect(scene.cache.inspect() != before)
      for layer in layers.shuffled(using: &random) { layer.rollBack() }
      // Nothing is left of what was taken back.
      #expect(scene.cache.inspect() == before)
    }
    var layers: [(layer: GraphQLOptimisticLayer, post: Int, amount: Int)] = []
    for step in 0..<60 {
      switch random.below(4) {
      case 0, 1:
        let (post, amount) = (random.below(3), 1 + random.below(3))
        let layer = try scene.cache.optimistic { transaction in
          try transaction.update(LikesData.self, GraphQLCacheKey("Post", post + 1)) { $0.likes += amount }
        }
        layers.append((layer, post, amount))
      case 2 where !layers.isEmpty:
        let ended = layers.remove(at: random.below(layers.count))
        if random.chance(50) {
          try ended.layer.commit()
          server[ended.post] += ended.amount
        } else {
          ended.layer.rollBack()
        }
      default:
        let post = random.below(3)
        server[post] = step
        try scene.cache.transaction {
          try $0.write(LikesData(likes: step), GraphQLCacheKey("Post", post + 1))
        }
      }
      var expected = server
      for layer in layers { expected[layer.post] += layer.amount }
      #expect(likes(scene) == expected)
    }
    for layer in layers { layer.layer.rollBack() }
    #expect(likes(scene) == server)
  }

  // MARK: - Removing

  @Test func `deleted objects leave lists`() async throws {
    let scene = try await filled([
      .response(
        "{\"me\":{\"name\":\"Ada\",\"best\":{\"title\":\"One\",\"___\":\"Post\",\"___id\":\"1\"},\"___\":\"User\",\"___id\":\"u1\"}}"
      ),
      .response(OptimisticTests.feed),
    ])
    _ = try await scene.client.fetch(MeQuery(withBest: true))
    var updates = scene.cache.watch(FeedQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed.count == 3)
    let layer = try scene.cache.optimistic { $0.delete(GraphQLCacheKey("Post", "1")) }
    #expect(await updates.next()?.data?.feed.map(\.title) == ["Two", "Three"])
    layer.rollBack()
    #expect(await updates.next()?.data?.feed.count == 3)
    scene.cache.transaction { $0.delete(GraphQLCacheKey("Post", "1")) }
    #expect(likes(scene) == [2, 3])
    let me = try #require(scene.cache.read(MeQuery(withBest: true))?.me)
    #expect(me.best == nil)
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "1")) == nil)
    // Values are written back by what is left.
    try scene.cache.transaction { try $0.update(FeedQuery()) { $0.feed[0].likes = 20 } }
    #expect(likes(scene) == [20, 3])
    // The server has it again.
    _ = try await scene.client.fetch(FeedQuery(), policy: .networkOnly)
    #expect(likes(scene) == [1, 2, 3])
  }

  @Test func `evicted objects are fetched again`() async throws {
    let scene = try await filled([.response(OptimisticTests.feed), .response(OptimisticTests.feed)])
    var updates = scene.client.watch(FeedQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed.count == 3)
    scene.cache.transaction { $0.evict(GraphQLCacheKey("Post", "1")) }
    // The watch asks for it; its data is what it was, so there is no update.
    try await eventually("the evicted object is fetched") { scene.cache.read(FeedQuery()) != nil }
    #expect(scene.server.requests.count == 2)
    try scene.cache.transaction { try $0.evict(FeedQuery()) }
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "1"))?.likes == 1)
    scene.cache.clear()
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "1")) == nil)
  }
}
