import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import Testing

@testable import ApusCache

/// How often layers run.
@Suite(.timeLimit(.minutes(15))) struct LayerCostTests {
  private func filled() async throws -> Scene {
    let posts = (1...3).map { post("\($0)", "P\($0)", likes: $0) }
    let scene = try Scene([.response("{\"feed\":[\(posts.joined(separator: ","))]}")])
    _ = try await scene.client.fetch(FeedQuery())
    return scene
  }

  private func likes(_ scene: Scene) -> [Int]? { scene.cache.read(FeedQuery())?.feed.map(\.likes) }

  @Test func `Only layers above the first affected one run again`() async throws {
    let scene = try await filled()
    let runs = Locked<[Int]>([])
    var layers: [GraphQLOptimisticLayer] = []
    for number in 0..<50 {
      layers.append(
        try scene.cache.optimistic { transaction in
          runs.withLock { $0.append(number) }
          try transaction.update(LikesData.self, GraphQLCacheKey("Post", "1")) { $0.likes += 1 }
        })
    }
    #expect(runs.withLock { $0 } == Array(0..<50))
    #expect(likes(scene) == [51, 2, 3])
    runs.withLock { $0 = [] }
    layers[49].rollBack()
    #expect(runs.withLock { $0 }.isEmpty)
    layers[40].rollBack()
    #expect(runs.withLock { $0 } == Array(41..<49))
    #expect(likes(scene) == [49, 2, 3])
    runs.withLock { $0 = [] }
    scene.cache.removeLayers(layers.map(\.number))
    #expect(runs.withLock { $0 }.isEmpty)
    #expect(likes(scene) == [1, 2, 3])
    #expect(scene.cache.store.pending.covered.isEmpty)
    #expect(scene.cache.store.pending.layerIndex.records.isEmpty)
  }
}
