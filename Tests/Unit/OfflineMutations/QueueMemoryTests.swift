import ApusClient
import ApusTesting
import Testing

@testable import ApusCache

/// A queue and the cache's size limit.
@Suite(.timeLimit(.minutes(15))) struct QueueMemoryTests {
  @Test func `one queued mutation retains its own records, and the size stays limited`() async throws {
    let scene = try QueueScene(
      GraphQLScriptedTransport([]), configuration: GraphQLCacheConfiguration(sizeLimit: 30_000))
    let queue = try await scene.queue(connectivity: GraphQLConnectivity(isOnline: false))
    try await queue.enqueue(LikeMutation(post: "1"))
    for number in 10..<1000 {
      try scene.cache.transaction { transaction in
        try transaction.write(LikesData(likes: number), GraphQLCacheKey("Post", "\(number)"))
      }
    }
    func likes(_ post: Int) -> Int? {
      scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "\(post)"))?.likes
    }
    await scene.cache.collectGarbage()
    #expect(scene.cache.store.table.byteCount <= 30_000)
    #expect(likes(1) == 2)
    #expect(likes(10) == nil)
    await queue.close()
    #expect(likes(1) == 1)
  }
}
