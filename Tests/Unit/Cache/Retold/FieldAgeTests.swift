import Apus
import ApusClient
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// How old each field may be, in memory and after a restart: Apollo Kotlin's cache control suites, in our words.
@Suite(.timeLimit(.minutes(15))) struct FieldAgeTests {
  private static let feed = "{\"feed\":[\(post("1", "One", likes: 1))]}"
  private static let user =
    "{\"post\":{\"author\":{\"name\":\"Ada\",\"___\":\"User\",\"___id\":\"u1\"},\"___\":\"Post\",\"___id\":\"1\"}}"

  /// A limit, and the age up to which a query of this field is fresh.
  private static let limits: [(String, Int)] = [
    ("*@20", 20), ("*@20;User@10", 10), ("*@20;User@10.name@5", 5), ("User.name@2", 2),
    ("*@20;Post.author@7;User@10", 7), ("*@20;Query.post@4;Post@9;User@10", 4),
    // Limits of what is not read do not count.
    ("*@20;Post.title@1;User.best@1;Shelf@1;Query.feed@1", 20),
  ]

  /// The limit that is nearest to the field counts, however the cache keeps it, and the clock is the configuration's.
  @Test(arguments: limits, Place.allCases) func `the nearest limit counts`(
    _ limit: (String, Int), _ place: Place
  )
    async throws
  {
    let kept = try await Kept(place, limits: limit.0)
    try kept.cache.receive(FieldAgeTests.user, for: PostAuthorQuery(id: "1"))
    kept.clock.advance(Double(limit.1))
    try await kept.restart()
    #expect(kept.cache.partial(PostAuthorQuery(id: "1")).age == .seconds(limit.1))
    #expect(!kept.cache.partial(PostAuthorQuery(id: "1")).isStale)
    kept.clock.advance(1)
    #expect(kept.cache.partial(PostAuthorQuery(id: "1")).isStale)
    // It is stale, and not missing.
    #expect(kept.cache.partial(PostAuthorQuery(id: "1")).isComplete)
    #expect(kept.cache.read(PostAuthorQuery(id: "1"))?.post?.author.name == "Ada")
    try kept.cache.receive(FieldAgeTests.user, for: PostAuthorQuery(id: "1"))
    #expect(!kept.cache.partial(PostAuthorQuery(id: "1")).isStale)
  }

  /// Each field has the time when it was written; one that is written again does not make its neighbours younger.
  @Test(arguments: Place.allCases) func `fields have their times`(_ place: Place) async throws {
    let kept = try await Kept(place)
    try kept.cache.receive("{\"shelf\":\(shelf("1", "\"label\":\"A\""))}", for: ShelfLabelOnlyQuery(id: "1"))
    kept.clock.advance(10)
    try kept.cache.receive(
      "{\"shelf\":\(shelf("1", "\"colors\":[],\"boxes\":[]"))}", for: ShelfColorsQuery(id: "1"))
    kept.clock.advance(5)
    try await kept.restart()
    let key = GraphQLCacheKey("Shelf", "1")
    #expect(kept.cache.partial(ShelfLabelData.self, key).age == .seconds(15))
    #expect(kept.cache.partial(ShelfColorsQuery(id: "1")).age == .seconds(5))
    let lines = kept.cache.inspect(key).split(separator: "\n").map(String.init)
    #expect(lines.contains("  label: \"A\"  [15 s]"))
    #expect(lines.contains("  colors: []  [5 s]"))
  }

  /// What the response says and what is configured both count: the lesser one.
  @Test(arguments: [(10, 20, 10), (30, 20, 20), (0, 20, 0), (10, 0, 0)], Place.allCases)
  func `responses and configuration`(_ limits: (Int, Int, Int), _ place: Place) async throws {
    let (response, configured, expected) = limits
    let kept = try await Kept(
      place, limits: "*@\(configured)", configuration: GraphQLCacheConfiguration(usesCacheControl: true))
    let body = Data("{\"data\":\(FieldAgeTests.feed)}".utf8)
    let step = GraphQLScriptedTransport.Step.perform { _ in
      GraphQLHTTPResponse(
        status: 200,
        headers: ["Content-Type": "application/json", "Cache-Control": "max-age=\(response)"], body: body)
    }
    let server = GraphQLScriptedTransport([step, step])
    _ = try await kept.client(server).fetch(FeedQuery())
    kept.clock.advance(Double(expected))
    _ = try await kept.client(server).fetch(FeedQuery())
    #expect(server.requests.count == 1)
    kept.clock.advance(1)
    // Whoever takes old data gets them.
    _ = try await kept.client(server).fetch(FeedQuery(), policy: .cacheOnly)
    #expect(server.requests.count == 1)
    _ = try await kept.client(server).fetch(FeedQuery())
    #expect(server.requests.count == 2)
  }

  /// Fresh: the cache alone. Old: what is cached first, and then the server's.
  @Test(arguments: [(0, 1), (25, 2)]) func `old data are shown while the server is asked`(
    _ age: Int, requests: Int
  )
    async throws
  {
    let gate = Gate()
    let scene = try Scene(
      [.response(FieldAgeTests.feed), .response("{\"feed\":[\(post("1", "New", likes: 2))]}", after: gate)],
      limits: "*@20")
    _ = try await scene.client.fetch(FeedQuery())
    scene.clock.advance(Double(age))
    var updates = scene.client.watch(FeedQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed.map(\.title) == ["One"])
    await gate.open()
    if requests == 2 { #expect(await updates.next()?.data?.feed.map(\.title) == ["New"]) }
    #expect(scene.server.requests.count == requests)
  }

  /// Old data, and a server that does not answer: the data, unless the caller wants the server alone.
  @Test func `old data are better than none`() async throws {
    let scene = try Scene(
      [.response(FieldAgeTests.feed), .status(500), .status(500), .failure(URLError(.timedOut))],
      limits: "*@20")
    _ = try await scene.client.fetch(FeedQuery())
    scene.clock.advance(1_000)
    #expect(try await scene.client.fetch(FeedQuery()).feed.count == 1)
    await #expect(throws: GraphQLClientError.self) {
      _ = try await scene.client.fetch(FeedQuery(), policy: .networkOnly)
    }
    var updates = scene.client.watch(FeedQuery()).makeAsyncIterator()
    var update = await updates.next()
    #expect(update?.data?.feed.count == 1)
    while update?.error == nil { update = await updates.next() }
    #expect(update?.data?.feed.count == 1)
    #expect(
      scene.events.causes == [
        .missing([.init(path: ["feed"], object: nil, field: "feed", reason: .neverWritten)]), .expired,
        .policy, .expired,
      ])
  }

  /// A limit of nothing still keeps the data, for those who take them however old; without one nothing is ever old.
  @Test func `the two extremes`() async throws {
    let none = try await Kept(.memory, limits: "*@0")
    try none.cache.receive(FieldAgeTests.feed, for: FeedQuery())
    #expect(none.cache.read(FeedQuery()) != nil)
    none.clock.advance(1)
    #expect(none.cache.partial(FeedQuery()).isStale)
    #expect(none.cache.read(FeedQuery()) != nil)
    let all = try await Kept(.memory)
    try all.cache.receive(FieldAgeTests.feed, for: FeedQuery())
    all.clock.advance(1_000_000_000)
    #expect(!all.cache.partial(FeedQuery()).isStale)
    #expect(all.cache.partial(FeedQuery()).age == .seconds(1_000_000_000))
  }

  /// What a program writes has its time as well.
  @Test func `writes of the program are new`() async throws {
    let kept = try await Kept(.memory, limits: "*@20")
    try kept.cache.receive(FieldAgeTests.feed, for: FeedQuery())
    kept.clock.advance(30)
    let key = GraphQLCacheKey("Post", "1")
    #expect(kept.cache.partial(LikesData.self, key).isStale)
    try kept.cache.transaction { try $0.write(LikesData(likes: 5), key) }
    #expect(kept.cache.partial(LikesData.self, key).age == .zero)
    #expect(!kept.cache.partial(LikesData.self, key).isStale)
    // Its neighbours are as old as they were.
    #expect(kept.cache.partial(FeedQuery()).isStale)
  }

  /// Objects without a key are as old as the field that they stand in.
  @Test func `objects without a key have the time of their place`() async throws {
    let kept = try await Kept(.memory, limits: "Box.size@5")
    try kept.cache.receive(
      "{\"shelf\":\(shelf("1", "\"first\":{\"size\":1,\"inside\":null}"))}", for: ShelfBoxesQuery(id: "1"))
    kept.clock.advance(3)
    let book = "{\"title\":\"T\",\"___\":\"Book\",\"___isbn\":\"42\"}"
    try kept.cache.receive(
      "{\"shelf\":\(shelf("1", "\"first\":{\"book\":\(book)}"))}", for: ShelfBoxQuery(id: "1"))
    kept.clock.advance(4)
    #expect(kept.cache.partial(ShelfBoxesQuery(id: "1")).age == .seconds(4))
    #expect(!kept.cache.partial(ShelfBoxesQuery(id: "1")).isStale)
    kept.clock.advance(2)
    #expect(kept.cache.partial(ShelfBoxesQuery(id: "1")).isStale)
  }
}
