import Apus
import ApusPlatform
import TestSupport
import Testing

@testable import ApusCache

/// A watch that another thread still holds after its owner was released.
@Suite(.timeLimit(.minutes(15))) struct SourceOwnerTests {
  private let sent = Locked(0)

  private func makeWatch(_ cache: GraphQLCache) -> Watch<FeedQuery.Data> {
    cache.makeWatch(FeedQuery(), .cacheFirst) { [sent] in
      sent.withLock { $0 += 1 }
      throw Refused()
    }
  }

  @Test func `a watch whose owner is gone sends nothing, and nobody waits for it`() async throws {
    let scene = try Scene([])
    let watch = makeWatch(scene.cache)
    var owner: SourceOwner<FeedQuery.Data>? = SourceOwner(watch)
    watch.begin {}
    try await eventually("the request has failed") { watch.take()?.error != nil }
    #expect(owner != nil && scene.cache.store.watcherCount == 1)
    owner = nil
    #expect(scene.cache.store.watcherCount == 0)
    scene.cache.clear()
    await watch.refetch().wait()
    #expect(sent.withLock { $0 } == 1)
  }

  @Test func `a watch that starts after its owner is gone watches nothing`() async throws {
    let scene = try Scene([])
    let watch = makeWatch(scene.cache)
    var owner: SourceOwner<FeedQuery.Data>? = SourceOwner(watch)
    #expect(owner != nil)
    owner = nil
    watch.begin {}
    #expect(scene.cache.store.watcherCount == 0)
    await watch.refetch().wait()
    #expect(sent.withLock { $0 } == 0)
  }
}
