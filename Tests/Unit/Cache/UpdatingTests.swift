import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import CacheFixtures
import Foundation
import TestSupport
import Testing

import ApusCache

/// Closures that change the cache with a mutation's result.
@Suite(.timeLimit(.minutes(15))) struct UpdatingTests {
  private struct Own: Error {}

  private static let feed = "{\"feed\":[\(post("1", "One", likes: 1)),\(post("2", "Two", likes: 2))]}"
  private static let all = GraphQLCacheLists("Query", "feed")
  private static let key = GraphQLCacheKey("Post", "1")

  private func filled(
    _ steps: [GraphQLScriptedTransport.Step],
    configuration: GraphQLCacheConfiguration = GraphQLCacheConfiguration()
  ) async throws -> Scene {
    let scene = try Scene([.response(Self.feed)] + steps, configuration: configuration)
    _ = try await scene.client.fetch(FeedQuery())
    return scene
  }

  private func shown(_ scene: Scene) -> [String]? {
    scene.cache.read(FeedQuery())?.feed.map { "\($0.title) \($0.likes)" }
  }

  @Test func `the closure sees the result and the data before it, and watchers get one update`() async throws
  {
    let gate = Gate()
    let scene = try await filled([.response(liked("1", 7), after: gate)])
    var updates = scene.cache.watch(FeedQuery()).makeAsyncIterator()
    func next() async -> [String]? { await updates.next()?.data?.feed.map { "\($0.title) \($0.likes)" } }
    #expect(await next() == ["One 1", "Two 2"])
    async let data = scene.client.perform(
      LikeMutation(post: "1"),
      optimistically: { transaction in
        try transaction.update(LikesData.self, Self.key) { $0.likes += 1 }
        transaction.remove(Self.key, from: Self.all)
      },
      updating: { data, transaction in
        // The layer is gone, the result is there.
        #expect(try transaction.read(LikesData.self, Self.key)?.likes == 7)
        #expect(try transaction.read(FeedQuery())?.feed.count == 2)
        try transaction.update(LikesData.self, GraphQLCacheKey("Post", "2")) {
          $0.likes += data.like?.likes ?? 0
        }
        transaction.remove(Self.key, from: Self.all)
        transaction.append(Self.key, to: Self.all)
      })
    #expect(await next() == ["Two 2"])
    await gate.open()
    #expect(try await data.like?.likes == 7)
    #expect(await next() == ["Two 9", "One 7"])
  }

  @Test func `if the closure throws, the result stays, its own writes do not, and the caller gets the error`()
    async throws
  {
    let scene = try await filled([.response(liked("1", 7))])
    await #expect(throws: Own.self) {
      try await scene.client.perform(
        LikeMutation(post: "1"), optimistically: { $0.delete(Self.key) },
        updating: { _, transaction in
          transaction.remove(Self.key, from: Self.all)
          throw Own()
        })
    }
    #expect(shown(scene) == ["One 7", "Two 2"])
    #expect(!scene.cache.partial(FeedQuery()).isOptimistic)
    #expect(scene.events.failures.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a response with errors is written if the cache may, but the closure does not run`(_ writes: Bool)
    async throws
  {
    let errors = #"[{"message":"slow","path":["other"]}]"#
    let scene = try await filled(
      [.response(liked("1", 7), errors: errors)],
      configuration: GraphQLCacheConfiguration(cachesPartialResponses: writes))
    await #expect(throws: GraphQLClientError.self) {
      try await scene.client.perform(
        LikeMutation(post: "1"), optimistically: { $0.delete(Self.key) },
        updating: { _, transaction in
          Issue.record("the mutation has failed")
          transaction.delete(Self.key)
        })
    }
    #expect(shown(scene) == [writes ? "One 7" : "One 1", "Two 2"])
    #expect(!scene.cache.partial(FeedQuery()).isOptimistic)
  }

  @Test func `a result that a check rejects is written, but the closure does not run`() async throws {
    let scene = try await filled([.response(liked("1", 7))])
    var client = scene.client
    let runs = Locked(0)
    client.checks = [
      GraphQLDataCheck { _, _ in
        runs.withLock { $0 += 1 }
        throw Own()
      }
    ]
    await #expect(throws: Own.self) {
      try await client.perform(LikeMutation(post: "1"), updating: { $1.delete(Self.key) })
    }
    #expect(shown(scene) == ["One 7", "Two 2"])
    #expect(runs.withLock { $0 } == 1)
  }

  @Test func `a mutation without a response leaves nothing, and runs no closure`() async throws {
    let scene = try await filled([.failure(URLError(.timedOut))])
    await #expect(throws: GraphQLClientError.self) {
      try await scene.client.perform(
        LikeMutation(post: "1"), optimistically: { $0.delete(Self.key) }, updating: { $1.delete(Self.key) })
    }
    #expect(shown(scene) == ["One 1", "Two 2"])
  }

  @Test(arguments: [true, false])
  func `a response that is decoded after the caller was cancelled is written`(_ isUpdating: Bool) async throws
  {
    let scene = try await filled([.response(liked("1", 7))])
    let holding = HoldingInterceptor()
    var client = scene.client
    client.interceptors = [holding]
    // With a limit for the operation, a cancelled caller does not wait for the interceptor.
    let options = GraphQLRequestOptions(deadline: .seconds(3600))
    let task = Task { [client] in
      if isUpdating {
        _ = try await client.perform(
          LikeMutation(post: "1"), options: options, optimistically: { $0.delete(Self.key) },
          updating: { _, _ in Issue.record("the caller has gone on") })
      } else {
        _ = try await client.perform(LikeMutation(post: "1"), options: options)
      }
    }
    try await eventually("there is a response") { holding.hasResponse.withLock { $0 } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(shown(scene) == ["One 1", "Two 2"])
    await holding.gate.open()
    try await eventually("the response is written") { shown(scene) == ["One 7", "Two 2"] }
  }

  @Test func `a cache that was cleared meanwhile gets neither the result nor the change`() async throws {
    let gate = Gate()
    let scene = try await filled([.response(liked("1", 7), after: gate), .response(Self.feed)])
    async let data = scene.client.perform(
      LikeMutation(post: "1"),
      updating: { _, transaction in
        Issue.record("the data belongs to another account")
        transaction.delete(Self.key)
      })
    try await eventually("the mutation is sent") { scene.server.requests.count == 2 }
    scene.cache.clear()
    await gate.open()
    #expect(try await data.like?.likes == 7)
    _ = try await scene.client.fetch(FeedQuery())
    #expect(shown(scene) == ["One 1", "Two 2"])
  }

  @Test func `a client without a cache only sends the mutation`() async throws {
    let scene = try await filled([.response(liked("1", 7))])
    let data = try await scene.client.uncached.perform(
      LikeMutation(post: "1"), optimistically: { _ in Issue.record("no cache") },
      updating: { _, _ in Issue.record("no cache") })
    #expect(data.like?.likes == 7)
    #expect(shown(scene) == ["One 1", "Two 2"])
  }
}
