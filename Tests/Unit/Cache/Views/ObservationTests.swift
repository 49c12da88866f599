import Apus
import ApusPlatform
import ApusSwiftUI
import ApusTesting
import Foundation
import Observation
import Testing

@testable import ApusCache
@testable import ApusClient

/// Models of views as `Observation` sees them: who has read one is told when it changes, and nobody else.
@Suite(.serialized, .timeLimit(.minutes(15))) @MainActor struct ObservationTests {
  /// Counts how often what was read has changed.
  @MainActor private final class Reader {
    private(set) var wakings = 0

    @available(macOS 14, iOS 17, *)
    func read(_ body: @escaping @MainActor () -> Void) {
      withObservationTracking {
        body()
      } onChange: {
        MainActor.assumeIsolated { self.wakings += 1 }
        Task { @MainActor in self.read(body) }
      }
    }
  }

  private let feed =
    "{\"feed\":["
    + (0..<20).map { "{\"title\":\"T\($0)\",\"likes\":0,\"___\":\"Post\",\"id\":\"\($0)\"}" }.joined(
      separator: ",") + "]}"

  @available(macOS 14, iOS 17, *)
  @Test func `a row by fragment is woken alone`() async throws {
    let scene = try Scene([.json("{\"data\":\(feed)}")])
    _ = try await scene.client.fetch(IdentifiedQuery())
    let rows = (0..<20).map { _ in Reader() }
    let models = (0..<20).map { GraphQLFragmentWatcher(LikesData.self, key: "Post:\($0)", variables: [:]) }
    for (row, model) in zip(rows, models) {
      model.use(scene.client)
      // The first frame has what memory has.
      #expect(model.value?.likes == 0)
      row.read { _ = model.value }
    }
    try scene.cache.transaction { transaction in
      _ = try transaction.update(LikesData.self, GraphQLCacheKey("Post", "7")) { $0.likes = 1 }
    }
    #expect(await RandomSequences.settled { models[7].value?.likes == 1 })
    #expect(rows.map(\.wakings) == (0..<20).map { $0 == 7 ? 1 : 0 })
  }

  @available(macOS 14, iOS 17, *)
  @Test func `views of one entity change in one turn`() async throws {
    let scene = try Scene([.json("{\"data\":\(feed)}")])
    _ = try await scene.client.fetch(IdentifiedQuery())
    let list = GraphQLWatcher(IdentifiedQuery(), client: scene.client)
    let row = GraphQLFragmentWatcher(LikesData.self, key: "Post:3", variables: [:])
    row.use(scene.client)
    #expect(!list.state.isLoading && !list.isFetching)
    let reader = Reader()
    var seen: [[Int?]] = []
    func look() { seen.append([list.state.data?.feed[3].likes, row.value?.likes]) }
    reader.read { look() }
    for likes in 1...20 {
      try scene.cache.transaction { transaction in
        _ = try transaction.update(LikesData.self, GraphQLCacheKey("Post", "3")) { $0.likes = likes }
      }
      #expect(
        await RandomSequences.settled { row.value?.likes == likes && list.state.data?.feed[3].likes == likes }
      )
      await Task.yield()
    }
    #expect(seen.allSatisfy { $0[0] == $0[1] }, "\(seen)")
    #expect(seen.count >= 20)
  }

  /// A view may show only one thing of a model, such as whether it fetches.
  @available(macOS 14, iOS 17, *)
  @Test func `whatever is read of a model wakes its reader`() async throws {
    let scene = try Scene([.json("{\"data\":\(feed)}")])
    _ = try await scene.client.fetch(IdentifiedQuery())
    let list = GraphQLWatcher(IdentifiedQuery(), client: scene.client)
    let paging = GraphQLPaging<IdentifiedQuery> { _, _ in nil }
    let pager = GraphQLPager(IdentifiedQuery(), client: scene.client, by: paging) { $0.feed.map(\.likes) }
    let reads: [@MainActor () -> Void] = [
      { _ = list.state }, { _ = list.isFetching }, { _ = list.query }, { _ = pager.state },
      { _ = pager.items }, { _ = pager.error }, { _ = pager.isFetching }, { _ = pager.hasNext },
      { _ = pager.query },
    ]
    let readers = reads.map { read in
      let reader = Reader()
      reader.read(read)
      return reader
    }
    try scene.cache.transaction { transaction in
      _ = try transaction.update(LikesData.self, GraphQLCacheKey("Post", "3")) { $0.likes = 9 }
    }
    #expect(
      await RandomSequences.settled { readers.allSatisfy { $0.wakings > 0 } }, "\(readers.map(\.wakings))")
  }

  /// Between a commit and the turn that it brings, a view may appear: what it reads is new, and then everything that is drawn has to be.
  @available(macOS 14, iOS 17, *)
  @Test func `a view that appears before the turn shows what the others show`() async throws {
    // All caches share one queue. While a commit of another test is being gathered, views wait for it.
    for _ in 0..<100 where try await isShownBeforeTheTurn() { return }
    Issue.record("the views that were there kept the old data")
  }

  /// - Returns: whether the views that were there showed the new data when another one appeared.
  @available(macOS 14, iOS 17, *)
  private func isShownBeforeTheTurn() async throws -> Bool {
    let scene = try Scene([.json("{\"data\":\(feed)}")])
    _ = try await scene.client.fetch(IdentifiedQuery())
    let list = GraphQLWatcher(IdentifiedQuery(), client: scene.client)
    let paging = GraphQLPaging<IdentifiedQuery> { _, _ in nil }
    let pager = GraphQLPager(IdentifiedQuery(), client: scene.client, by: paging) { $0.feed.map(\.likes) }
    let readers = [Reader(), Reader()]
    readers[0].read { _ = list.state }
    readers[1].read { _ = pager.items }
    try scene.cache.transaction { transaction in
      _ = try transaction.update(LikesData.self, GraphQLCacheKey("Post", "3")) { $0.likes = 9 }
    }
    let row = GraphQLFragmentWatcher(LikesData.self, key: "Post:3", variables: [:])
    row.use(scene.client)
    #expect(row.value?.likes == 9)
    let isShown = list.state.data?.feed[3].likes == 9 && pager.items[3] == 9
    // Views that were drawn are told once none is being made.
    #expect(readers.map(\.wakings) == [0, 0])
    #expect(await RandomSequences.settled { readers.map(\.wakings) == [1, 1] })
    #expect(list.state.data?.feed[3].likes == 9 && pager.items[3] == 9)
    return isShown
  }

  /// While changes are gathered, only half of a commit is there: a view that appears then waits for the rest.
  @Test func `changes that belong together are made together`() async {
    let turn = ViewUpdateQueue()
    let made = Locked<[Int]>([])
    turn.gather {
      turn.add { made.withLock { $0.append(1) } }
      MainActor.assumeIsolated { turn.catchUp() }
      #expect(made.withLock { $0 } == [])
      turn.add { made.withLock { $0.append(2) } }
    }
    turn.catchUp()
    #expect(made.withLock { $0 } == [1, 2])
    #expect(turn.isIdle)
  }
}
