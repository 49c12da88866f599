import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// Guesses over what the server says: Relay's `RelayPublishQueue` suite and Apollo Kotlin's `OptimisticCacheTest`, in our words.
@Suite(.timeLimit(.minutes(15))) struct RebaseTests {
  private static let feed = "{\"feed\":[\(post("1", "mark", likes: 9000)),\(post("2", "beast", likes: 2))]}"
  private let key = GraphQLCacheKey("Post", "1")

  private func filled() throws -> GraphQLCache {
    // Nothing becomes older: texts of the whole cache are compared.
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let cache = GraphQLCache(
      schema: cacheSchema, configuration: GraphQLCacheConfiguration(now: { now }))
    try cache.receive(RebaseTests.feed, for: FeedQuery())
    return cache
  }

  private func title(_ cache: GraphQLCache) -> String? { cache.read(PostTitleData.self, key)?.title }
  private func likes(_ cache: GraphQLCache) -> Int? { cache.read(LikesData.self, key)?.likes }

  /// What stands there, in capitals.
  private func shout(_ cache: GraphQLCache) throws -> GraphQLOptimisticLayer {
    try cache.optimistic { [key] in
      try $0.update(PostTitleData.self, key) { $0.title = $0.title.uppercased() }
    }
  }

  private func rename(_ cache: GraphQLCache, _ title: String) throws -> GraphQLOptimisticLayer {
    try cache.optimistic { [key] in try $0.write(PostTitleData(title: title), key) }
  }

  /// The ways in which a base changes below a layer.
  enum Change: CaseIterable, Sendable {
    case query, mutation, transaction, fragment

    func make(_ cache: GraphQLCache, _ title: String) throws {
      let key = GraphQLCacheKey("Post", "1")
      switch self {
      case .query:
        try cache.receive("{\"feed\":[\(post("1", title, likes: 9000))]}", for: FeedQuery(genre: "new"))
      case .mutation:
        try cache.receive(
          "{\"like\":{\"likes\":9000,\"___\":\"Post\",\"___id\":\"1\"}}", for: LikeMutation(post: "1"))
        try cache.transaction { try $0.write(PostTitleData(title: title), key) }
      case .transaction: try cache.transaction { try $0.update(FeedQuery()) { $0.feed[0].title = title } }
      case .fragment: try cache.transaction { try $0.write(PostTitleData(title: title), key) }
      }
    }
  }

  // MARK: - One layer

  /// A layer by a closure or by a whole response: it shows, and leaves nothing when it is taken back.
  @Test func `layers come and go`() throws {
    let cache = try filled()
    let before = cache.inspect()
    for _ in 0..<2 {
      let layer = try rename(cache, "zuck")
      #expect(title(cache) == "zuck")
      #expect(cache.read(FeedQuery())?.feed.map(\.title) == ["zuck", "beast"])
      #expect(cache.partial(FeedQuery()).isOptimistic)
      layer.rollBack()
      #expect(cache.inspect() == before)
      // A second time is nothing.
      layer.rollBack()
      #expect(cache.inspect() == before)
    }
  }

  /// What a layer adds and was not there: a field, an object, a list of objects. Nothing of it is left.
  @Test func `additions are taken back`() throws {
    let cache = try filled()
    let before = cache.inspect()
    let field = try cache.optimistic {
      try $0.write(PostAndAuthorData(title: "x", author: .init(name: "Nobody")), GraphQLCacheKey("Post", "1"))
    }
    #expect(cache.read(PostAndAuthorData.self, key)?.author.name == "Nobody")
    let object = try cache.optimistic {
      try $0.write(ShelfLabelData(label: "A"), GraphQLCacheKey("Shelf", "1"))
    }
    #expect(cache.read(ShelfLabelData.self, GraphQLCacheKey("Shelf", "1"))?.label == "A")
    let list = try cache.optimistic { transaction in
      let posts = [
        IdentifiedQuery.Data.Feed(id: "7", title: "Seven", likes: 0), .init(id: "1", title: "y", likes: 1),
      ]
      try transaction.write(IdentifiedQuery.Data(feed: posts), for: IdentifiedQuery())
    }
    #expect(cache.read(IdentifiedQuery())?.feed.map(\.title) == ["Seven", "y"])
    for layer in [object, list, field] { layer.rollBack() }
    #expect(cache.read(FeedQuery())?.feed.map(\.title) == ["mark", "beast"])
    #expect(cache.read(ShelfLabelData.self, GraphQLCacheKey("Shelf", "1")) == nil)
    #expect(cache.read(LikesData.self, GraphQLCacheKey("Post", "7")) == nil)
    #expect(shownObjects(cache.inspect()) == shownObjects(before))
  }

  /// What is in the cache, without objects of which nothing is known.
  private func shownObjects(_ text: String) -> [String] {
    text.split(separator: "\n").dropFirst(2).map(String.init).filter { !$0.hasSuffix("(evicted)") }
  }

  // MARK: - Several layers

  @Test func `later layers see earlier ones`() throws {
    let cache = try filled()
    let first = try rename(cache, "zuck")
    let second = try shout(cache)
    #expect(title(cache) == "ZUCK")
    // The second is run again over what is left below it.
    first.rollBack()
    #expect(title(cache) == "MARK")
    second.rollBack()
    #expect(title(cache) == "mark")
  }

  /// One adds, the other doubles: what is left depends on which is.
  @Test(arguments: [(true, 18_000), (false, 10_000)]) func `order counts`(_ isFirstGone: Bool, left: Int)
    throws
  {
    let cache = try filled()
    let increment = try cache.optimistic { [key] in try $0.update(LikesData.self, key) { $0.likes += 1000 } }
    #expect(likes(cache) == 10_000)
    let double = try cache.optimistic { [key] in try $0.update(LikesData.self, key) { $0.likes *= 2 } }
    #expect(likes(cache) == 20_000)
    (isFirstGone ? increment : double).rollBack()
    #expect(likes(cache) == left)
    (isFirstGone ? double : increment).rollBack()
    #expect(likes(cache) == 9000)
  }

  @Test func `a layer that was run again is taken back`() throws {
    let cache = try filled()
    let before = cache.inspect()
    let first = try rename(cache, "Zuckerberg")
    let second = try rename(cache, "Mark Zuckerberg")
    first.rollBack()
    #expect(title(cache) == "Mark Zuckerberg")
    second.rollBack()
    #expect(cache.inspect() == before)
  }

  /// Layers over different fields of one object, and over one field, taken back in any order.
  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `any order`(_ order: [Int]) throws {
    let cache = try filled()
    let before = cache.inspect()
    let layers = [
      try rename(cache, "Alice"),
      try cache.optimistic { [key] in try $0.write(LikesData(likes: 30), key) },
      try rename(cache, "Charlie"),
    ]
    var left = Set(0..<3)
    for index in order {
      layers[index].rollBack()
      left.remove(index)
      #expect(title(cache) == (left.contains(2) ? "Charlie" : left.contains(0) ? "Alice" : "mark"))
      #expect(likes(cache) == (left.contains(1) ? 30 : 9000))
    }
    #expect(cache.inspect() == before)
  }

  /// Two layers that are taken back at the same time by two threads.
  @Test func `at the same time`() async throws {
    for _ in 0..<50 {
      let cache = try filled()
      let layers = [try rename(cache, "one"), try rename(cache, "two")]
      await withTaskGroup(of: Void.self) { group in
        for layer in layers { group.addTask { layer.rollBack() } }
      }
      #expect(title(cache) == "mark")
      #expect(!cache.partial(FeedQuery()).isOptimistic)
    }
  }

  /// Two queries with one object: both see the layers of both.
  @Test(arguments: [true, false]) func `layers of two queries`(_ isFirstGoneFirst: Bool) throws {
    let cache = try filled()
    try cache.receive("{\"feed\":[\(post("1", "mark", likes: 9000))]}", for: FeedQuery(genre: "jazz"))
    let first = try cache.optimistic { transaction in
      try transaction.update(FeedQuery()) { $0.feed[0].title = "Robocop" }
      try transaction.update(FeedQuery()) { $0.feed.removeLast() }
    }
    let second = try cache.optimistic { transaction in
      try transaction.update(FeedQuery(genre: "jazz")) { $0.feed[0].title = "Spiderman" }
    }
    #expect(cache.read(FeedQuery())?.feed.map(\.title) == ["Spiderman"])
    #expect(cache.read(FeedQuery(genre: "jazz"))?.feed.map(\.title) == ["Spiderman"])
    if isFirstGoneFirst {
      first.rollBack()
      #expect(cache.read(FeedQuery())?.feed.map(\.title) == ["Spiderman", "beast"])
      second.rollBack()
    } else {
      second.rollBack()
      #expect(cache.read(FeedQuery())?.feed.map(\.title) == ["Robocop"])
      #expect(cache.read(FeedQuery(genre: "jazz"))?.feed.map(\.title) == ["Robocop"])
      first.rollBack()
    }
    #expect(cache.read(FeedQuery())?.feed.map(\.title) == ["mark", "beast"])
    #expect(cache.read(FeedQuery(genre: "jazz"))?.feed.map(\.title) == ["mark"])
  }

  // MARK: - Over what changes below

  /// Whoever writes below a layer, the layer is run again; and when it goes, what was written stays.
  @Test(arguments: Change.allCases) func `changes below`(_ change: Change) throws {
    let cache = try filled()
    let layer = try shout(cache)
    #expect(title(cache) == "MARK")
    try change.make(cache, "zuck")
    #expect(title(cache) == "ZUCK")
    layer.rollBack()
    #expect(title(cache) == "zuck")
  }

  /// A program's update below a layer does not see the layer; it is not made of guesses.
  @Test func `updates below do not see the layers`() throws {
    let cache = try filled()
    let layer = try cache.optimistic { [key] in try $0.update(LikesData.self, key) { $0.likes += 1 } }
    #expect(likes(cache) == 9001)
    try cache.transaction { transaction in
      try transaction.update(LikesData.self, key) { $0.likes = $0.likes == 9000 ? 10 : -1 }
    }
    #expect(likes(cache) == 11)
    layer.rollBack()
    #expect(likes(cache) == 10)
  }

  @Test func `what is written last below counts`() throws {
    let cache = try filled()
    let layer = try shout(cache)
    try Change.fragment.make(cache, "first")
    try Change.query.make(cache, "second")
    #expect(title(cache) == "SECOND")
    try Change.query.make(cache, "third")
    try Change.fragment.make(cache, "fourth")
    #expect(title(cache) == "FOURTH")
    layer.rollBack()
    #expect(title(cache) == "fourth")
  }

  /// A layer that cannot run any more is dropped; what came below it, and the other layers, are as they should be.
  @Test func `layers with mistakes`() throws {
    struct Mistake: Error {}
    let scene = try Scene()
    try scene.cache.receive(RebaseTests.feed, for: FeedQuery())
    let counter = Locked(0)
    let buggy = try scene.cache.optimistic { [key] transaction in
      if counter.withLock({
        $0 += 1; return $0
      }) > 1 {
        throw Mistake()
      }
      try transaction.write(PostTitleData(title: "wrong"), key)
    }
    let good = try scene.cache.optimistic { [key] in try $0.update(LikesData.self, key) { $0.likes += 1 } }
    // A layer above it does not run it again.
    #expect(title(scene.cache) == "wrong")
    try Change.query.make(scene.cache, "zuck")
    #expect(title(scene.cache) == "zuck")
    #expect(likes(scene.cache) == 9001)
    guard case .layerDropped(let error)? = scene.events.failures.first, error is Mistake else {
      Issue.record("\(scene.events.all)")
      return
    }
    #expect(scene.events.failures.count == 1)
    buggy.rollBack()
    good.rollBack()
    #expect(title(scene.cache) == "zuck")
    #expect(likes(scene.cache) == 9000)
    // A transaction with a mistake leaves nothing, and the layers as they were.
    let layer = try shout(scene.cache)
    #expect(throws: Mistake.self) {
      try scene.cache.transaction { transaction in
        try transaction.write(PostTitleData(title: "half"), key)
        throw Mistake()
      }
    }
    #expect(title(scene.cache) == "ZUCK")
    layer.rollBack()
  }

  // MARK: - Who is told

  /// Each change that shows is told once: adding a layer, a response below it, its end.
  @Test func `watches are told of layers`() async throws {
    let cache = try filled()
    var updates = cache.watch(PostTitleData.self, key).makeAsyncIterator()
    #expect(await updates.next()?.data?.title == "mark")
    let layer = try shout(cache)
    #expect(await updates.next()?.data?.title == "MARK")
    try Change.query.make(cache, "zuck")
    #expect(await updates.next()?.data?.title == "ZUCK")
    layer.rollBack()
    #expect(await updates.next()?.data?.title == "zuck")
    // A layer that shows nothing new, and its end, wake nobody.
    let silent = try rename(cache, "zuck")
    silent.rollBack()
    let last = try rename(cache, "end")
    #expect(await updates.next()?.data?.title == "end")
    last.rollBack()
  }

  /// What a nullable field has: nothing that is known, null, or a text.
  enum Label: CaseIterable, Sendable {
    case absent, null, text

    var json: String? { self == .absent ? nil : self == .null ? "\"label\":null" : "\"label\":\"A\"" }
  }

  /// Null, something and nothing are three: a change from one to another is told, when a layer comes and when it goes.
  @Test(arguments: Label.allCases, [Label.null, .text]) func `nulls and what is unknown`(
    _ below: Label, _ guess: Label
  )
    async throws
  {
    let scene = try Scene()
    let query = ShelfLabelOnlyQuery(id: "1")
    let key = GraphQLCacheKey("Shelf", "1")
    let known = below.json.map { $0 + "," } ?? ""
    if below == .absent {
      try scene.cache.receive(
        "{\"shelf\":\(shelf("1", "\"colors\":null,\"boxes\":null"))}", for: ShelfColorsQuery(id: "1"))
    } else {
      try scene.cache.receive("{\"shelf\":\(shelf("1", String(known.dropLast())))}", for: query)
    }
    let told = Locked(0)
    let source = try PlanSource(query)
    let watch = try scene.cache.store.watch(source, .operation) { _ in told.withLock { $0 += 1 } }
    let layer = try scene.cache.optimistic {
      try $0.write(ShelfLabelData(label: guess == .text ? "A" : nil), key)
    }
    let isChange = below != guess
    #expect(told.withLock { $0 } == (isChange ? 1 : 0))
    let shown = try #require(scene.cache.read(query))
    #expect(shown.shelf?.label == (guess == .text ? "A" : nil))
    layer.rollBack()
    #expect(told.withLock { $0 } == (isChange ? 2 : 0))
    #expect((scene.cache.read(query) == nil) == (below == .absent))
    scene.cache.store.unwatch(watch.number)
  }

  /// Of a mutation that fails nothing is left, while another one's guess stays.
  @Test func `an earlier guess is taken back`() async throws {
    let (first, second) = (Gate(), Gate())
    let scene = try Scene([
      .perform { _ in
        await first.wait()
        return GraphQLHTTPResponse(status: 500, headers: [:], body: Data())
      },
      .response("{\"like\":{\"likes\":7,\"___\":\"Post\",\"___id\":\"1\"}}", after: second),
    ])
    try scene.cache.receive(RebaseTests.feed, for: FeedQuery())
    var updates = scene.cache.watch(FeedQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed[0].title == "mark")
    let (client, key) = (scene.client, key)
    let failing = Task {
      try await client.perform(
        LikeMutation(post: "1"), optimistically: { try $0.write(PostTitleData(title: "Medor"), key) })
    }
    #expect(await updates.next()?.data?.feed[0].title == "Medor")
    try await eventually("the first mutation is sent") { !scene.server.requests.isEmpty }
    let working = Task {
      try await client.perform(
        LikeMutation(post: "1"), optimistically: { try $0.write(LikesData(likes: 6), key) })
    }
    var update = await updates.next()
    #expect(update?.data?.feed[0].title == "Medor")
    #expect(update?.data?.feed[0].likes == 6)
    await first.open()
    await #expect(throws: GraphQLClientError.self) { try await failing.value }
    update = await updates.next()
    #expect(update?.data?.feed[0].title == "mark")
    #expect(update?.data?.feed[0].likes == 6)
    try await eventually("the second mutation is sent") { scene.server.requests.count == 2 }
    await second.open()
    #expect(try await working.value.like?.likes == 7)
    update = await updates.next()
    #expect(update?.data?.feed[0].likes == 7)
    #expect(!scene.cache.partial(FeedQuery()).isOptimistic)
  }
}
