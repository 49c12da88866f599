import Apus
import ApusClient
import ApusTesting
import Testing

import ApusCache

@Suite(.timeLimit(.minutes(15))) struct FutureTimeTests {
  /// A clock that was ahead would keep data fresh until it is right again.
  @Test func `A time in the future counts as stale`() async throws {
    let scene = try Scene([
      .response("{\"feed\":[\(post("1", "One", likes: 1))]}"),
      .response("{\"feed\":[\(post("1", "One", likes: 2))]}"),
    ])
    scene.clock.advance(2 * 365 * 86_400)
    _ = try await scene.client.fetch(FeedQuery(), maxAge: .seconds(600))
    scene.clock.advance(-2 * 365 * 86_400)
    #expect(try await scene.client.fetch(FeedQuery(), maxAge: .seconds(600)).feed.map(\.likes) == [2])
    #expect(scene.events.causes.last == .expired)
    // Without a maximum age, the age does not matter.
    #expect(scene.cache.read(FeedQuery()) != nil)
  }
}
