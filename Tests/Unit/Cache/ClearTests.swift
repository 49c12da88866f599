import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusCache
import CacheFixtures

/// What is left of an account that signs out.
@Suite(.timeLimit(.minutes(15))) struct ClearTests {
  private static let feed = "{\"feed\":[\(post("1", "One", likes: 1)),\(post("2", "Two", likes: 2))]}"
  private static let other = "{\"feed\":[\(post("3", "Three", likes: 3))]}"
  private static let like = "{\"like\":{\"likes\":7,\"___\":\"Post\",\"___id\":\"1\"}}"
  private let key = GraphQLCacheKey("Post", "1")

  private func isRequested(_ scene: Scene, _ count: Int) async throws {
    try await eventually("\(count) requests are sent") { scene.server.requests.count >= count }
  }

  @Test func `No key of the account stays in memory`() async throws {
    let scene = try Scene([
      .response(Self.feed), .response("{\"post\":\(post("1", "One", likes: 1, note: "null"))}"),
    ])
    _ = try await scene.client.fetch(FeedQuery(genre: .value("secret")))
    _ = try await scene.client.fetch(PostQuery(id: "1"))
    let retention = try scene.cache.retain(PostQuery(id: "1"))
    scene.cache.clear()
    let store = scene.cache.store
    #expect(store.names.ids(ofField: "feed").isEmpty && store.names.ids(ofField: "post").isEmpty)
    #expect(store.retained.lately.isEmpty)
    #expect(scene.cache.inspect() == "0 objects and root fields, 0 bytes\nwatched or retained: Post")
    withExtendedLifetime(retention) {}
  }

  @Test func `A mutation that was sent before is not written`() async throws {
    let gate = Gate()
    let scene = try Scene([.response(Self.feed), .response(Self.like, after: gate)])
    _ = try await scene.client.fetch(FeedQuery())
    let client = scene.client
    let mutation = Task { try await client.perform(LikeMutation(post: "1")) }
    try await isRequested(scene, 2)
    scene.cache.clear()
    await gate.open()
    #expect(try await mutation.value.like?.likes == 7)
    #expect(scene.cache.keptKeys.isEmpty && scene.cache.keptBytes == 0)
  }

  @Test func `A query of the account does not fall back to data of the next one`() async throws {
    let gate = Gate()
    let scene = try Scene([
      .perform { _ in
        await gate.wait()
        return GraphQLHTTPResponse(status: 503)
      }
    ])
    let client = scene.client
    let query = Task { try await client.fetch(FeedQuery(), policy: .networkFirst) }
    try await isRequested(scene, 1)
    scene.cache.clear()
    try scene.cache.receive(Self.other, for: FeedQuery())
    await gate.open()
    await #expect(throws: GraphQLClientError.self) { try await query.value }
  }

  @Test func `A watcher does not keep the data of the account`() async throws {
    let gate = Gate()
    let scene = try Scene([.response(Self.feed), .response(Self.other, after: gate)])
    var updates = scene.client.watch(FeedQuery()).makeAsyncIterator()
    var update = await updates.next()
    while update != nil, update?.data == nil { update = await updates.next() }
    #expect(update?.data?.feed.count == 2)
    scene.cache.clear()
    update = await updates.next()
    #expect(update?.data == nil && update?.isFetching == true)
    await gate.open()
    while update != nil, update?.data == nil { update = await updates.next() }
    #expect(update?.data?.feed.count == 1)
  }

  @Test func `An optimistic mutation writes nothing into a cleared cache`() async throws {
    let gate = Gate()
    let scene = try Scene([.response(Self.feed), .response(Self.like, after: gate)])
    _ = try await scene.client.fetch(FeedQuery())
    let client = scene.client
    let mutation = Task {
      try await client.perform(LikeMutation(post: "1")) { transaction in
        try transaction.write(LikesData(likes: 2), GraphQLCacheKey("Post", "1"))
      }
    }
    try await isRequested(scene, 2)
    scene.cache.clear()
    #expect(scene.cache.read(LikesData.self, key) == nil)
    await gate.open()
    _ = try await mutation.value
    #expect(scene.cache.read(LikesData.self, key) == nil)
  }

  /// A mutation waits until what is stored is loaded. Meanwhile the account signs out.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `An optimistic mutation that waited for the storage writes nothing into a cleared cache`()
    async throws
  {
    let storage = HeldStorage(.open)
    let (events, seen) = (Events(), Locked<Int?>(nil))
    let cache = GraphQLCache(schema: cacheSchema, storage: storage) { events.add($0) }
    let key = key
    let server = GraphQLScriptedTransport([
      .perform { _ in
        seen.withLock { $0 = cache.read(LikesData.self, key)?.likes ?? -1 }
        return GraphQLHTTPResponse(graphQL: Data("{\"data\":\(Self.like)}".utf8))
      }
    ])
    let url = try #require(URL(string: "https://example.org/graphql"))
    let client = GraphQLClient(url: url, transport: server, cache: cache)
    let executor = HeldExecutor()
    let mutation = Task(executorPreference: executor) {
      try await client.perform(LikeMutation(post: "1")) { try $0.write(LikesData(likes: 2), key) }
    }
    executor.runUntilAllWait()
    #expect(!cache.isLoaded)
    storage.release()
    await cache.load()
    cache.clear()
    executor.release()
    _ = try await mutation.value
    #expect(seen.withLock { $0 } == -1)
    #expect(cache.keptKeys.isEmpty && cache.keptBytes == 0)
    guard case .layerDropped(GraphQLCacheError.cleared)? = events.failures.first else {
      Issue.record("\(events.all)")
      return
    }
  }

  @Test func `A layer of before is dropped and told`() async throws {
    let scene = try Scene([.response(Self.feed)])
    _ = try await scene.client.fetch(FeedQuery())
    let layer = try scene.cache.optimistic { try $0.write(LikesData(likes: 8), GraphQLCacheKey("Post", "1")) }
    scene.cache.clear()
    guard case .layerDropped(GraphQLCacheError.cleared)? = scene.events.failures.first else {
      Issue.record("\(scene.events.all)")
      return
    }
    try layer.commit()
    layer.rollBack()
    #expect(scene.cache.read(LikesData.self, key) == nil)
    try scene.cache.transaction { try $0.write(LikesData(likes: 1), GraphQLCacheKey("Post", "1")) }
    #expect(scene.cache.read(LikesData.self, key)?.likes == 1)
  }

  @Test func `A query of before is not written`() async throws {
    let gate = Gate()
    let scene = try Scene([.response(Self.feed, after: gate)])
    let client = scene.client
    let query = Task { try await client.fetch(FeedQuery()) }
    try await isRequested(scene, 1)
    scene.cache.clear()
    await gate.open()
    #expect(try await query.value.feed.count == 2)
    #expect(scene.cache.read(FeedQuery()) == nil)
  }

  @Test func `A subscription of before ends with its next event, which is not written`() async throws {
    let gate = Gate()
    let event = Data("{\"data\":{\"liked\":{\"likes\":11,\"___\":\"Post\",\"___id\":\"1\"}}}".utf8)
    let events = GraphQLScriptedSubscriptions([
      .json(String(decoding: event, as: UTF8.self)),
      .perform { _ in
        await gate.wait()
        return event
      },
    ])
    let scene = try Scene([.response(Self.feed)], subscriptions: events)
    var liked = scene.client.subscribe(to: LikedSubscription()).makeAsyncIterator()
    #expect(try await liked.next()?.liked.likes == 11)
    #expect(scene.cache.read(LikesData.self, key)?.likes == 11)
    scene.cache.clear()
    try scene.cache.receive(Self.feed, for: FeedQuery())
    await gate.open()
    await #expect(throws: GraphQLCacheError.cleared) { _ = try await liked.next() }
    #expect(try await liked.next() == nil)
    #expect(scene.cache.read(LikesData.self, key)?.likes == 1)
    #expect(events.activeCount == 0)
  }

  @Test func `A subscription of a document as text ends too`() async throws {
    let event = GraphQLScriptedSubscriptions.Step.json("{\"data\":{\"liked\":{\"likes\":11}}}")
    let scene = try Scene(subscriptions: GraphQLScriptedSubscriptions([event, event, event]))
    let text = try GraphQLText("subscription { liked { likes } }")
    var liked = scene.client.subscribe(to: text).makeAsyncIterator()
    #expect(try await liked.next()?["liked"]["likes"].int == 11)
    #expect(try await liked.next() != nil)
    scene.cache.clear()
    await #expect(throws: GraphQLCacheError.cleared) { _ = try await liked.next() }
    #expect(try await liked.next() == nil)
    #expect(scene.cache.keptKeys.isEmpty && scene.events.failures.isEmpty)
  }

  @Test func `A watch sends again instead of taking what is under way`() async throws {
    let gate = Gate()
    let scene = try Scene([.response(Self.feed, after: gate), .response(Self.other)])
    var updates = scene.client.watch(FeedQuery()).makeAsyncIterator()
    updates.begin()
    try await isRequested(scene, 1)
    scene.cache.clear()
    var update = await updates.next()
    while update?.data == nil { update = await updates.next() }
    #expect(update?.data?.feed.map(\.title) == ["Three"])
    await gate.open()
    // It watches what is written from now on.
    try scene.cache.transaction { try $0.write(LikesData(likes: 30), GraphQLCacheKey("Post", "3")) }
    while update?.data?.feed.first?.likes != 30 { update = await updates.next() }
    #expect(update?.data?.feed.map(\.title) == ["Three"])
  }

  @Test func `A watch of the cache alone sees what is written afterwards`() async throws {
    let scene = try Scene([.response(Self.feed), .response(Self.other)])
    _ = try await scene.client.fetch(FeedQuery())
    var updates = scene.cache.watch(FeedQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed.count == 2)
    scene.cache.clear()
    _ = try await scene.client.fetch(FeedQuery())
    #expect(await updates.next()?.data?.feed.map(\.title) == ["Three"])
  }

  @Test(.timeLimit(.minutes(15))) func `A watch of an object that was not there sees it come after a clear`()
    async throws
  {
    let scene = try Scene()
    var updates = scene.cache.watch(LikesData.self, key).makeAsyncIterator()
    updates.begin()
    scene.cache.clear()
    try scene.cache.receive(Self.feed, for: FeedQuery())
    #expect(await updates.next()?.data?.likes == 1)
  }

  @Test func `A transaction that clears writes what follows`() async throws {
    let scene = try Scene([.response(Self.feed)])
    _ = try await scene.client.fetch(FeedQuery())
    try scene.cache.transaction { transaction in
      try transaction.write(LikesData(likes: 5), GraphQLCacheKey("Post", "1"))
      scene.cache.clear()
      try transaction.write(LikesData(likes: 6), GraphQLCacheKey("Post", "2"))
    }
    #expect(scene.cache.read(LikesData.self, key) == nil)
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "2"))?.likes == 6)
  }
}
