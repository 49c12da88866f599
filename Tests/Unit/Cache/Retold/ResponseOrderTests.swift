import Apus
import ApusClient
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// Responses in whatever order they come, and guesses above them: Graphcache's `commutativity` and layers, in our words.
///
/// Graphcache keeps a layer for each request. Here there is one state, and what was sent earlier does not overwrite what is newer.
@Suite(.timeLimit(.minutes(15))) struct ResponseOrderTests {
  private let key = GraphQLCacheKey("Post", "1")

  private static func feed(_ title: String, likes: Int = 0) -> String {
    "{\"feed\":[\(post("1", title, likes: likes))]}"
  }

  private func title(_ cache: GraphQLCache) -> String? { cache.read(PostTitleData.self, key)?.title }
  private func likes(_ cache: GraphQLCache) -> Int? { cache.read(LikesData.self, key)?.likes }

  /// A query under way, of which the test says when its response comes.
  private struct Request {
    let ticket: CacheTicket
    let query: FeedQuery
    let title: String

    /// - Parameter name: tells the query from others, which have the same post.
    init(_ cache: GraphQLCache, _ name: String) {
      ticket = CacheTicket(cache.store)
      query = FeedQuery(genre: .value(name))
      title = name
    }

    func arrive(_ cache: GraphQLCache, likes: Int = 0) throws {
      try cache.receive(ResponseOrderTests.feed(title, likes: likes), for: query, ticket: ticket.number)
    }
  }

  /// All orders of four.
  private static let orders: [[Int]] = {
    var found: [[Int]] = []
    for a in 0..<4 {
      for b in 0..<4 {
        for c in 0..<4 {
          for d in 0..<4 {
            let order = [a, b, c, d]
            if Set(order).count == 4 { found.append(order) }
          }
        }
      }
    }
    return found
  }()

  // MARK: - Queries

  /// Of all that have come, the one that was sent last counts, at each moment.
  @Test(arguments: orders) func `the last that was sent counts`(_ order: [Int]) throws {
    let cache = GraphQLCache(schema: cacheSchema)
    let requests = (0..<4).map { Request(cache, "\($0)") }
    var newest = -1
    for index in order {
      try requests[index].arrive(cache)
      newest = max(newest, index)
      #expect(title(cache) == "\(newest)")
    }
    // Each query's own list is there, whatever else came.
    for request in requests { #expect(cache.read(request.query)?.feed.map(\.title) == ["3"]) }
    withExtendedLifetime(requests) {}
  }

  /// One that never comes is in nobody's way.
  @Test(arguments: [0, 1, 2]) func `the one that fails`(_ failed: Int) throws {
    let cache = GraphQLCache(schema: cacheSchema)
    var requests: [Request?] = (0..<3).map { Request(cache, "\($0)") }
    requests[failed] = nil
    for request in requests.reversed() { try request?.arrive(cache) }
    #expect(title(cache) == (failed == 2 ? "1" : "2"))
    requests = []
    // With nothing under way, whatever comes is the newest.
    try cache.receive(ResponseOrderTests.feed("end"), for: FeedQuery())
    #expect(title(cache) == "end")
    #expect(cache.store.inFlightWrites.withLock { $0.newer(than: 1) } == nil)
  }

  /// A transaction that throws leaves no trace: of the responses that follow, the one to the newer request counts.
  @Test func `a transaction that throws is no news`() throws {
    struct Refused: Error {}
    let cache = GraphQLCache(schema: cacheSchema)
    let requests = (0..<2).map { Request(cache, "\($0)") }
    #expect(throws: Refused.self) {
      try cache.transaction { transaction in
        transaction.delete(GraphQLCacheKey("Post", "2"))
        throw Refused()
      }
    }
    for request in requests { try request.arrive(cache) }
    #expect(title(cache) == "1")
  }

  /// What only the late response has is new, and is kept.
  @Test func `late responses bring what is missing`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    let late = CacheTicket(cache.store)
    let new = CacheTicket(cache.store)
    try cache.receive(
      "{\"feed\":[{\"id\":\"1\",\"title\":\"New\",\"likes\":5,\"___\":\"Post\"}]}",
      for: IdentifiedQuery(), ticket: new.number)
    try cache.receive(ResponseOrderTests.feed("Old", likes: 1), for: FeedQuery(), ticket: late.number)
    let data = try #require(cache.read(FeedQuery()))
    #expect(data.feed.map(\.title) == ["New"])
    #expect(data.feed.map(\.likes) == [5])
    #expect(data.feed.map(\.author.name) == ["Ada"])
    withExtendedLifetime((late, new)) {}
  }

  // MARK: - Mutations and subscriptions

  /// What is newer than a query that is under way.
  enum News: CaseIterable, Sendable {
    case mutation, subscription, transaction

    func write(_ cache: GraphQLCache, likes: Int) throws {
      let post = "{\"likes\":\(likes),\"___\":\"Post\",\"___id\":\"1\"}"
      switch self {
      case .mutation: try cache.receive("{\"like\":\(post)}", for: LikeMutation(post: "1"))
      case .subscription: try cache.receive("{\"liked\":\(post)}", for: LikedSubscription())
      case .transaction:
        try cache.transaction { try $0.write(LikesData(likes: likes), GraphQLCacheKey("Post", "1")) }
      }
    }
  }

  /// A query that was sent before says nothing about it; one that was sent afterwards does.
  @Test(arguments: News.allCases) func `news are above queries that were sent before`(_ news: News) throws {
    let cache = GraphQLCache(schema: cacheSchema)
    let (first, second) = (Request(cache, "first"), Request(cache, "second"))
    try first.arrive(cache, likes: 1)
    #expect(likes(cache) == 1)
    try news.write(cache, likes: 10)
    let third = Request(cache, "third")
    try second.arrive(cache, likes: 2)
    #expect(likes(cache) == 10)
    // Its title is newer than that of the first.
    #expect(title(cache) == "second")
    try third.arrive(cache, likes: 3)
    #expect(likes(cache) == 3)
    withExtendedLifetime((first, second, third)) {}
  }

  /// Also when the server says what is there already: it has just said so. A program's update writes what it changes alone.
  @Test(arguments: [News.mutation, .subscription]) func `news that change nothing are news`(_ news: News)
    throws
  {
    let cache = GraphQLCache(schema: cacheSchema)
    try cache.receive(ResponseOrderTests.feed("old", likes: 10), for: FeedQuery())
    let late = Request(cache, "late")
    try news.write(cache, likes: 10)
    try late.arrive(cache, likes: 9)
    #expect(likes(cache) == 10)
    #expect(title(cache) == "late")
    withExtendedLifetime(late) {}
  }

  /// Of several the last one counts, as they come in the server's order.
  @Test func `the last news count`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    let late = Request(cache, "late")
    try News.mutation.write(cache, likes: 1)
    try News.subscription.write(cache, likes: 2)
    #expect(likes(cache) == 2)
    try News.subscription.write(cache, likes: 3)
    try late.arrive(cache, likes: 0)
    #expect(likes(cache) == 3)
    withExtendedLifetime(late) {}
  }

  /// An object that was deleted or forgotten since is not brought back by what is older.
  @Test(arguments: [true, false]) func `removed since`(_ isDeleted: Bool) throws {
    let cache = GraphQLCache(schema: cacheSchema)
    try cache.receive(ResponseOrderTests.feed("old"), for: FeedQuery())
    let late = Request(cache, "late")
    cache.transaction { transaction in
      isDeleted ? transaction.delete(key) : transaction.evict(key)
    }
    try late.arrive(cache)
    #expect(title(cache) == nil)
    let next = Request(cache, "next")
    try next.arrive(cache)
    #expect(title(cache) == "next")
    withExtendedLifetime((late, next)) {}
  }

  // MARK: - Guesses

  /// A guess is above every response until it is taken back or made true.
  @Test(arguments: [true, false]) func `guesses are above responses`(_ isConfirmed: Bool) throws {
    let cache = GraphQLCache(schema: cacheSchema)
    let (first, second) = (Request(cache, "first"), Request(cache, "second"))
    try first.arrive(cache, likes: 1)
    let layer = try cache.optimistic { [key] in try $0.write(LikesData(likes: 100), key) }
    #expect(likes(cache) == 100)
    try second.arrive(cache, likes: 2)
    #expect(likes(cache) == 100)
    if isConfirmed {
      let post = "{\"likes\":50,\"___\":\"Post\",\"___id\":\"1\"}"
      let text = Data("{\"data\":{\"like\":\(post)}}".utf8)
      let body = try GraphQLDecodedBody.decoding(text, as: LikeMutation.self).body
      cache.write(body, of: LikeMutation(post: "1"), nil, ticket: nil, replacing: layer.number, sentIn: nil)
    } else {
      layer.rollBack()
    }
    #expect(likes(cache) == (isConfirmed ? 50 : 2))
    #expect(!cache.partial(FeedQuery(genre: "first")).isOptimistic)
    withExtendedLifetime((first, second)) {}
  }

  /// A guess that was made true stays above what was sent before it was.
  @Test func `confirmed guesses are news`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    try cache.receive(ResponseOrderTests.feed("old", likes: 1), for: FeedQuery())
    let layer = try cache.optimistic { [key] in try $0.update(LikesData.self, key) { $0.likes += 1 } }
    let late = Request(cache, "late")
    try layer.commit()
    try late.arrive(cache, likes: 1)
    #expect(likes(cache) == 2)
    withExtendedLifetime(late) {}
  }

  /// Guesses and responses in every order end as the server's last word.
  @Test(arguments: orders) func `guesses in any order`(_ order: [Int]) throws {
    let cache = GraphQLCache(schema: cacheSchema)
    try cache.receive(ResponseOrderTests.feed("old", likes: 0), for: FeedQuery())
    let requests = (0..<2).map { Request(cache, "\($0)") }
    let layers = try (1...2).map { amount in
      try cache.optimistic { [key] in try $0.update(LikesData.self, key) { $0.likes += amount * 100 } }
    }
    var open = Set([0, 1])
    var base = 0
    var newest = -1
    for step in order {
      if step < 2 {
        try requests[step].arrive(cache, likes: step + 1)
        newest = max(newest, step)
        base = newest + 1
      } else {
        layers[step - 2].rollBack()
        open.remove(step - 2)
      }
      #expect(likes(cache) == base + open.map { ($0 + 1) * 100 }.reduce(0, +))
    }
    #expect(likes(cache) == 2)
    withExtendedLifetime(requests) {}
  }

  /// A guess about a list, and the same list in the mutation's response: never both, and nothing when it fails.
  @Test(arguments: [true, false]) func `guesses about lists`(_ isAnswered: Bool) async throws {
    let gate = Gate()
    let scene = try Scene([
      isAnswered
        ? .response("{\"makeShelf\":\(shelf("7", "\"label\":\"Server's\""))}", after: gate)
        : .perform { _ in
          await gate.wait()
          throw URLError(.timedOut)
        }
    ])
    try scene.cache.receive("{\"shelves\":[\(shelf("1", "\"label\":\"A\""))]}", for: ShelvesQuery())
    var updates = scene.cache.watch(ShelvesQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.shelves?.map { $0?.label } == ["A"])
    let client = scene.client
    let mutation = Task {
      try await client.perform(
        MakeShelfMutation(label: "New"),
        optimistically: { transaction in
          try transaction.write(ShelfLabelData(label: "Guess"), GraphQLCacheKey("Shelf", "1"))
        })
    }
    #expect(await updates.next()?.data?.shelves?.map { $0?.label } == ["Guess"])
    await gate.open()
    _ = try? await mutation.value
    #expect(await updates.next()?.data?.shelves?.map { $0?.label } == ["A"])
    #expect(scene.cache.has("Shelf", "7") == isAnswered)
    // An object that is new gets into lists by a program alone.
    #expect(scene.cache.read(ShelvesQuery())?.shelves?.count == 1)
  }

  /// While a guess shows, a watch does not ask the server about it.
  @Test func `guesses send nothing`() async throws {
    let scene = try Scene([.response(ResponseOrderTests.feed("One", likes: 1))])
    var updates = scene.client.watch(FeedQuery()).makeAsyncIterator()
    var update = await updates.next()
    while update?.isFetching == true { update = await updates.next() }
    let layers = try (0..<3).map { _ in
      try scene.cache.optimistic { [key] in try $0.update(LikesData.self, key) { $0.likes += 1 } }
    }
    #expect(await updates.next()?.data?.feed.map(\.likes) == [4])
    for layer in layers { layer.rollBack() }
    #expect(await updates.next()?.data?.feed.map(\.likes) == [1])
    #expect(scene.server.requests.count == 1)
  }

  // MARK: - Parts

  /// A response in parts is as old as its request, to its last part; what others say meanwhile is newer.
  @Test func `parts and others`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    let deferred = CacheTicket(cache.store)
    let normal = CacheTicket(cache.store)
    let head = "\"title\":\"old\",\"___\":\"Post\",\"___id\":\"1\""
    try cache.receive("{\"post\":{\(head)}}", for: DetailsQuery(id: "1"), ticket: deferred.number)
    #expect(cache.read(DetailsQuery(id: "1")) == nil)
    try cache.receive(ResponseOrderTests.feed("new", likes: 3), for: FeedQuery(), ticket: normal.number)
    let part =
      "\"note\":\"n\",\"author\":{\"name\":\"Old\",\"___\":\"User\",\"___id\":\"u1\"}"
    try cache.receive("{\"post\":{\(part),\(head)}}", for: DetailsQuery(id: "1"), ticket: deferred.number)
    let data = try #require(cache.read(DetailsQuery(id: "1")))
    #expect(data.post?.title == "new")
    #expect(data.post?.postDetails.value?.note == "n")
    #expect(data.post?.postDetails.value?.author.name == "Ada")
    withExtendedLifetime((deferred, normal)) {}
  }
}
