import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import TestSupport
import Testing

@testable import ApusCache

/// Which layers run again.
@Suite(.timeLimit(.minutes(15))) struct LayerRunTests {
  private func filled() async throws -> Scene {
    let posts = (1...6).map { post("\($0)", "P\($0)", likes: $0) }
    let scene = try Scene([.response("{\"feed\":[\(posts.joined(separator: ","))]}")])
    _ = try await scene.client.fetch(FeedQuery())
    return scene
  }

  /// A layer that gives a post more likes than another one has, and counts its runs.
  private func layer(
    _ scene: Scene, from: Int, to: Int, more: Int = 1, _ runs: Locked<Int>
  ) throws -> GraphQLOptimisticLayer {
    try scene.cache.optimistic { transaction in
      runs.withLock { $0 += 1 }
      let likes = try transaction.read(LikesData.self, GraphQLCacheKey("Post", from))?.likes ?? 0
      try transaction.write(LikesData(likes: likes + more), GraphQLCacheKey("Post", to))
    }
  }

  private func write(_ scene: Scene, _ post: Int, _ likes: Int) throws {
    try scene.cache.transaction { try $0.write(LikesData(likes: likes), GraphQLCacheKey("Post", post)) }
  }

  private func likes(_ scene: Scene) -> [Int]? { scene.cache.read(FeedQuery())?.feed.map(\.likes) }

  @Test func `A layer runs again only when what it read or wrote changes`() async throws {
    let scene = try await filled()
    let (first, second) = (Locked(0), Locked(0))
    let runs = { [first.withLock { $0 }, second.withLock { $0 }] }
    let one = try layer(scene, from: 1, to: 2, first)
    #expect(runs() == [1, 0])
    let two = try layer(scene, from: 3, to: 4, second)
    #expect(runs() == [1, 1])
    try write(scene, 6, 60)
    #expect(runs() == [1, 1])
    #expect(likes(scene) == [1, 2, 3, 4, 5, 60])
    // What it read.
    try write(scene, 1, 10)
    #expect(runs() == [2, 1])
    // What it wrote.
    try write(scene, 4, 40)
    #expect(runs() == [2, 2])
    #expect(likes(scene) == [10, 11, 3, 4, 5, 60])
    one.rollBack()
    #expect(runs() == [2, 2])
    #expect(likes(scene) == [10, 2, 3, 4, 5, 60])
    two.rollBack()
    #expect(likes(scene) == [10, 2, 3, 40, 5, 60])
  }

  @Test func `A layer that reads what another wrote runs with it`() async throws {
    let scene = try await filled()
    let (first, second) = (Locked(0), Locked(0))
    _ = try layer(scene, from: 1, to: 2, first)
    _ = try layer(scene, from: 2, to: 3, second)
    #expect(likes(scene) == [1, 2, 3, 4, 5, 6])
    try write(scene, 1, 10)
    #expect(likes(scene) == [10, 11, 12, 4, 5, 6])
  }

  /// Deleting reads nothing.
  @Test func `A layer that deletes an object keeps it deleted`() async throws {
    let scene = try await filled()
    let layer = try scene.cache.optimistic { $0.delete(GraphQLCacheKey("Post", 2)) }
    #expect(likes(scene) == [1, 3, 4, 5, 6])
    try write(scene, 2, 20)
    #expect(likes(scene) == [1, 3, 4, 5, 6])
    layer.rollBack()
    #expect(likes(scene) == [1, 20, 3, 4, 5, 6])
  }

  @Test func `A layer that missed an object runs when it comes`() async throws {
    let scene = try await filled()
    let runs = Locked(0)
    _ = try layer(scene, from: 9, to: 1, runs)
    #expect(likes(scene)?.first == 1)
    try write(scene, 9, 90)
    #expect(likes(scene)?.first == 91)
    #expect(runs.withLock { $0 } == 2)
  }

  /// Layers that read and write whatever objects, against all of them run anew.
  @Test(arguments: 0..<60) func `Layers that share objects end as if all ran`(_ seed: Int) async throws {
    struct Open {
      var layer: GraphQLOptimisticLayer
      var from, to, more: Int
    }
    var random = SeededRandom(UInt64(seed))
    let scene = try await filled()
    var server = Array(1...6)
    var open: [Open] = []
    let runs = Locked(0)
    for step in 0..<50 {
      switch random.below(5) {
      case 0, 1:
        let (from, to) = (random.below(6), random.below(6))
        let layer = try layer(scene, from: from + 1, to: to + 1, more: step, runs)
        open.append(Open(layer: layer, from: from, to: to, more: step))
      case 2 where !open.isEmpty:
        let ended = open.remove(at: random.below(open.count))
        if random.chance(50) {
          try ended.layer.commit()
          server[ended.to] = server[ended.from] + ended.more
        } else {
          ended.layer.rollBack()
        }
      default:
        let post = random.below(6)
        server[post] = 1000 * step
        try write(scene, post + 1, 1000 * step)
      }
      var expected = server
      for layer in open { expected[layer.to] = expected[layer.from] + layer.more }
      #expect(likes(scene) == expected, "seed \(seed), step \(step)")
      if likes(scene) != expected { return }
    }
    for layer in open { layer.layer.rollBack() }
    #expect(likes(scene) == server)
  }

  @Test func `A commit concerns the watchers of what changed`() async throws {
    let scene = try await filled()
    let store = scene.cache.store
    let numbers = try (1...6).map { post in
      let source = try PlanSource(LikesData.self, [:])
      return try store.watch(source, .object("Post:\(post)")) { _ in }.number
    }
    func affected(_ fields: [String]?) throws -> [Int] {
      let record = try #require(store.pending.find("Post:2"))
      let change = RecordChange(record: record, fields: fields?.map(store.names.id))
      return store.watchers.affected(by: [change], store.table).map(\.number)
    }
    #expect(try affected(["likes"]) == [numbers[1]])
    #expect(try affected(["title"]) == [])
    #expect(try affected(nil) == [numbers[1]])
    for number in numbers { store.unwatch(number) }
    #expect(try affected(nil) == [])
    #expect(store.watchers.read(store.pending.all).isEmpty)
  }
}
