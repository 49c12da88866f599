import Apus
import ApusClient
import ApusPlatform
import CacheFixtures
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// A watch while other threads clear the cache, write to it, or send its query.
@Suite(.serialized, .timeLimit(.minutes(15))) struct WatchRaceTests {
  private typealias Call = CheckedContinuation<FeedQuery.Data, any Error>

  /// A watch whose requests a test answers, and in whose steps it can act.
  private final class Stage: Sendable {
    let cache: GraphQLCache
    let calls = Locked<[Call]>([])
    /// Called each time that the watch needs its query, and each time that it is about to send it.
    let onStep = Locked<(@Sendable () -> Void)?>(nil)
    let onFetched = Locked<(@Sendable () -> Void)?>(nil)
    /// How often the watch needed its query.
    let steps = Locked(0)

    init() {
      let onFetched = onFetched
      cache = GraphQLCache(schema: cacheSchema) { event in
        if case .fetched = event { onFetched.withLock { $0 }?() }
      }
    }

    func watch(_ policy: GraphQLFetchPolicy) -> Watch<FeedQuery.Data> {
      Watch(
        cache, "Feed", .operation, policy, WatchAging(),
        { [self] in
          steps.withLock { $0 += 1 }
          onStep.withLock { $0 }?()
          return try PlanSource(FeedQuery())
        },
        { [self] in try await withCheckedThrowingContinuation { call in calls.withLock { $0.append(call) } } }
      )
    }

    /// Waits for a request, and returns its call.
    func call(_ number: Int) async throws -> Call {
      try await eventually("request \(number) is sent") { calls.withLock { number < $0.count } }
      return calls.withLock { $0[number] }
    }

    /// Answers a request, and waits until the watch has begun to take the answer, and then for as long as it should need.
    func answerAndWait(_ call: Call, _ data: FeedQuery.Data) {
      let before = steps.withLock { $0 }
      call.resume(returning: data)
      blockThread { steps.withLock { $0 } > before }
      var turns = 0
      blockThread {
        turns += 1
        return turns > 30
      }
    }
  }

  private func data(_ titles: String...) -> FeedQuery.Data {
    FeedQuery.Data(feed: titles.map { .init(title: $0, likes: 1, author: .init(name: "Ada")) })
  }

  private func json(_ title: String, likes: Int = 1) -> String {
    "{\"feed\":[\(post("1", title, likes: likes))]}"
  }

  @Test(arguments: [GraphQLFetchPolicy.networkOnly, .cacheOnly])
  func `a response that arrives while the cache is cleared is dropped`(_ policy: GraphQLFetchPolicy)
    async throws
  {
    let stage = Stage()
    let watch = stage.watch(policy)
    watch.begin {}
    if policy == .cacheOnly { _ = watch.refetch() }
    let old = try await stage.call(0)
    let isActing = Locked(true)
    stage.onStep.withLock { step in
      step = { [data = data("Old")] in
        let acts = isActing.withLock { acts in
          defer { acts = false }
          return acts
        }
        if acts { stage.answerAndWait(old, data) }
      }
    }
    stage.cache.clear()
    // The query is sent again for who waits for it.
    let new = try await stage.call(1)
    stage.onStep.withLock { $0 = nil }
    if isActing.withLock({ $0 }) { stage.answerAndWait(old, data("Old")) }
    let update = try #require(watch.take())
    #expect(update.data == nil && update.isFetching)
    new.resume(returning: data("New"))
    try await eventually("the new response arrives") { watch.take()?.data == data("New") }
  }

  @Test func `text that is decoded while the cache is cleared is dropped`() async throws {
    let stage = Stage()
    try stage.cache.receive(json("Old"), for: FeedQuery())
    let watch = stage.watch(.cacheOnly)
    watch.begin {}
    let cache = stage.cache
    let isActing = Locked(true)
    stage.onStep.withLock { step in
      step = {
        let acts = isActing.withLock { acts in
          defer { acts = false }
          return acts
        }
        if acts { cache.clear() }
      }
    }
    var shown = watch.take()?.data
    #expect(!isActing.withLock { $0 })
    stage.onStep.withLock { $0 = nil }
    if let update = watch.take() { shown = update.data }
    #expect(shown == nil)
    try cache.receive(json("New"), for: FeedQuery())
    #expect(watch.take()?.data?.feed.map(\.title) == ["New"])
  }

  @Test func `who waits for a refetch is not told of the end of an older request`() async throws {
    let stage = Stage()
    let watch = stage.watch(.networkOnly)
    watch.begin {}
    let old = try await stage.call(0)
    stage.onFetched.withLock { step in
      step = { [data = data("Old")] in stage.answerAndWait(old, data) }
    }
    let completion = watch.refetch()
    let isOver = Locked(false)
    let waiting = Task {
      await completion.wait()
      isOver.withLock { $0 = true }
    }
    let new = try await stage.call(1)
    for _ in 0..<1000 { await Task.yield() }
    #expect(!isOver.withLock { $0 })
    new.resume(returning: data("New"))
    await waiting.value
    #expect(watch.take()?.data == data("New"))
  }

  /// Whatever the threads do in whatever order, the watch ends with what the cache has.
  @Test func `random writes and clears beside responses end as the cache`() async throws {
    for seed in 0..<300 {
      var random = SeededRandom(UInt64(seed))
      let stage = Stage()
      let cache = stage.cache
      let watch = stage.watch(random.chance(50) ? .networkOnly : .cacheFirst)
      watch.begin {}
      let first = try await stage.call(0)
      let (clears, writes) = (random.chance(30), 1 + random.below(4))
      let writer = Task.detached { [text = (1...writes).map { json("One", likes: 10 + $0) }] in
        for text in text { try cache.receive(text, for: FeedQuery()) }
        if clears {
          cache.clear()
          try cache.receive(text[0], for: FeedQuery())
        }
      }
      let last = Locked<GraphQLUpdate<FeedQuery.Data>?>(nil)
      let take: @Sendable () -> Void = {
        guard let update = watch.take() else { return }
        last.withLock {
          $0 = GraphQLUpdate(data: update.data, error: update.error, isFetching: update.isFetching)
        }
      }
      let taker = Task.detached { for _ in 0..<20 { take() } }
      // As a client does, which writes the response before it returns it.
      try cache.receive(json("One", likes: 5), for: FeedQuery())
      first.resume(returning: data("One"))
      try await writer.value
      await taker.value
      if clears { try await stage.call(1).resume(throwing: Refused()) }
      try await eventually("seed \(seed): the last request has ended") {
        take()
        return last.withLock { $0.map { !$0.isFetching && ($0.error != nil) == clears } ?? false }
      }
      take()
      #expect(last.withLock { $0?.data } == cache.read(FeedQuery()), "seed \(seed)")
    }
  }
}
