import Apus
import ApusClient
import ApusTesting
import Testing

@testable import ApusCache

/// What goes and what stays: Apollo Kotlin's garbage collection suites, Relay's of retained operations and of marking, Graphcache's of
/// orphans, in our words.
@Suite(.timeLimit(.minutes(15))) struct ReachabilityTests {
  private static let grace = GraphQLCacheConfiguration(gracePeriod: .seconds(10))

  /// Lists of posts, one for each genre, that share their author.
  private func write(_ cache: GraphQLCache, _ genre: String, _ ids: String...) throws {
    let posts = ids.map { post($0, "T\($0)", likes: 0) }.joined(separator: ",")
    try cache.receive("{\"feed\":[\(posts)]}", for: FeedQuery(genre: .value(genre)))
  }

  private func collect(_ kept: Kept) async throws {
    kept.clock.advance(11)
    await kept.cache.collectGarbage()
    try await kept.restart()
  }

  private func posts(_ cache: GraphQLCache) -> [String] {
    (0..<20).map { "\($0)" }.filter { cache.has("Post", $0) }
  }

  // MARK: - Marking

  /// What a retained query leads to stays: directly, through other objects, through those without a key, and once only.
  @Test(arguments: Place.allCases) func `what is reachable stays`(_ place: Place) async throws {
    let kept = try await Kept(place, configuration: ReachabilityTests.grace)
    try write(kept.cache, "a", "1", "2", "3")
    try write(kept.cache, "b", "3", "4")
    // One that nothing leads to.
    try kept.cache.transaction { try $0.write(LikesData(likes: 1), GraphQLCacheKey("Post", "9")) }
    var retention: GraphQLRetention? = try kept.cache.retain(FeedQuery(genre: "a"))
    kept.clock.advance(11)
    await kept.cache.collectGarbage()
    #expect(retention != nil)
    #expect(posts(kept.cache) == ["1", "2", "3"])
    #expect(kept.cache.has("User", "u1"))
    #expect(!kept.cache.hasRootField("feed({\"genre\":\"b\"})"))
    retention = nil
    try await kept.restart()
    #expect(kept.cache.read(FeedQuery(genre: "a"))?.feed.count == 3)
    #expect(kept.cache.read(LikesData.self, GraphQLCacheKey("Post", "4")) == nil)
  }

  /// Only what the query reads: not what its objects have beside, for other queries.
  @Test func `what is not read goes`() async throws {
    let kept = try await Kept(.memory, configuration: ReachabilityTests.grace)
    let best =
      "{\"title\":\"One\",\"author\":{\"name\":\"Ada\",\"___\":\"User\",\"___id\":\"u1\"},\"___\":\"Post\",\"___id\":\"1\"}"
    let owner = "{\"name\":\"Eve\",\"best\":\(best),\"___\":\"User\",\"___id\":\"u2\"}"
    try kept.cache.receive(
      "{\"shelf\":\(shelf("1", "\"label\":\"A\",\"owner\":\(owner)"))}", for: ShelfOwnerQuery(id: "1"))
    let retention = try kept.cache.retain(ShelfLabelOnlyQuery(id: "1"))
    try await collect(kept)
    #expect(kept.cache.has("Shelf", "1"))
    #expect(!kept.cache.has("User", "u2"))
    #expect(!kept.cache.has("Post", "1"))
    // What is left does not pretend to be whole.
    #expect(kept.cache.read(ShelfOwnerQuery(id: "1")) == nil)
    #expect(kept.cache.partial(ShelfOwnerQuery(id: "1")).missing.map(\.reason) == [.evicted])
    #expect(kept.cache.read(ShelfLabelOnlyQuery(id: "1"))?.shelf?.label == "A")
    withExtendedLifetime(retention) {}
  }

  /// Each with other arguments is another list, and each stays for itself.
  @Test func `arguments tell what stays`() async throws {
    let kept = try await Kept(.memory, configuration: ReachabilityTests.grace)
    try write(kept.cache, "a", "1")
    try write(kept.cache, "b", "2")
    let retention = try kept.cache.retain(FeedQuery(genre: "b"))
    try await collect(kept)
    #expect(posts(kept.cache) == ["2"])
    withExtendedLifetime(retention) {}
  }

  /// A list with holes, and types of which each has other fields.
  @Test func `nulls and types`() async throws {
    let kept = try await Kept(.memory, configuration: ReachabilityTests.grace)
    let book = "{\"title\":\"T\",\"___\":\"Book\",\"___isbn\":\"42\"}"
    try kept.cache.receive("{\"shelves\":[null,\(shelf("1", "\"label\":null")),null]}", for: ShelvesQuery())
    try kept.cache.receive(
      "{\"shelf\":\(shelf("1", "\"first\":{\"book\":\(book)}"))}", for: ShelfBoxQuery(id: "1"))
    try kept.cache.receive(
      "{\"found\":[{\"__typename\":\"Post\",\"caption\":\"One\",\"___id\":\"1\"},{\"__typename\":\"Tag\",\"caption\":\"x\"},{\"__typename\":\"User\",\"___id\":\"u9\"}]}",
      for: CaptionsQuery(text: "x"))
    let retentions = [
      try kept.cache.retain(ShelvesQuery()), try kept.cache.retain(ShelfBoxQuery(id: "1")),
      try kept.cache.retain(CaptionsQuery(text: "x")),
    ]
    try await collect(kept)
    #expect(kept.cache.read(ShelvesQuery())?.shelves?.count == 3)
    // The book stands in a box, which has no key.
    #expect(kept.cache.read(ShelfBoxQuery(id: "1"))?.shelf?.first?.book?.title == "T")
    #expect(kept.cache.read(CaptionsQuery(text: "x"))?.found.count == 3)
    #expect(kept.cache.has("User", "u9"))
    withExtendedLifetime(retentions) {}
  }

  /// A query that is retained before there is anything of it, or only a part, is no reason to fail.
  @Test func `what is missing is not marked`() async throws {
    let kept = try await Kept(.memory, configuration: ReachabilityTests.grace)
    let retention = try kept.cache.retain(ShelfOwnerQuery(id: "1"))
    try await collect(kept)
    try kept.cache.receive("{\"shelf\":\(shelf("1", "\"label\":\"A\""))}", for: ShelfLabelOnlyQuery(id: "1"))
    try await collect(kept)
    #expect(kept.cache.has("Shelf", "1"))
    try kept.cache.receive("{\"shelf\":null}", for: ShelfLabelOnlyQuery(id: "1"))
    try await collect(kept)
    #expect(!kept.cache.has("Shelf", "1"))
    #expect(kept.cache.hasRootField("shelf({\"id\":\"1\"})"))
    withExtendedLifetime(retention) {}
  }

  /// A response in parts: what has come stays.
  @Test func `parts that are still to come`() async throws {
    let kept = try await Kept(.memory, configuration: ReachabilityTests.grace)
    try kept.cache.receive(
      "{\"post\":{\"title\":\"One\",\"___\":\"Post\",\"___id\":\"1\"}}", for: DetailsQuery(id: "1"))
    let retention = try kept.cache.retain(DetailsQuery(id: "1"))
    try await collect(kept)
    #expect(kept.cache.read(PostTitleData.self, GraphQLCacheKey("Post", "1"))?.title == "One")
    try kept.cache.receive(
      "{\"post\":{\"title\":\"One\",\"note\":null,\"author\":{\"name\":\"Ada\",\"___\":\"User\",\"___id\":\"u1\"},\"___\":\"Post\",\"___id\":\"1\"}}",
      for: DetailsQuery(id: "1"))
    try await collect(kept)
    #expect(kept.cache.has("User", "u1"))
    withExtendedLifetime(retention) {}
  }

  /// A chain of objects, each of which is all that leads to the next: what a query selects of it stays.
  @Test(arguments: Place.allCases) func `chains of objects stay`(_ place: Place) async throws {
    let kept = try await Kept(place, configuration: ReachabilityTests.grace)
    for number in 0..<50 {
      let next = shelf("\(number + 1)", "\"label\":null,\"neighbour\":null")
      try kept.cache.receive(
        "{\"shelf\":\(shelf("\(number)", "\"label\":null,\"neighbour\":\(next)"))}",
        for: NeighboursQuery(id: "\(number)"))
    }
    func left() -> [Int] { (0..<52).filter { kept.cache.has("Shelf", "\($0)") } }
    #expect(left() == Array(0...50))
    // One that is gone in the midst ends the chain for those behind it.
    kept.cache.transaction { $0.evict(GraphQLCacheKey("Shelf", "22")) }
    let retentions = [
      try kept.cache.retain(NeighboursQuery(id: "0")), try kept.cache.retain(NeighboursQuery(id: "20")),
    ]
    kept.clock.advance(11)
    await kept.cache.collectGarbage()
    #expect(left() == [0, 1, 2, 3, 20, 21])
    withExtendedLifetime(retentions) {}
    try await kept.restart()
    #expect(left() == [0, 1, 2, 3, 20, 21])
  }

  // MARK: - What leads to what

  /// A list that lets go of an object, while another has it; one that takes it again; one that had it alone.
  @Test func `lists that let go`() async throws {
    let kept = try await Kept(.memory, configuration: ReachabilityTests.grace)
    try write(kept.cache, "a", "1", "2")
    try write(kept.cache, "b", "2", "3")
    let retentions = [
      try kept.cache.retain(FeedQuery(genre: "a")), try kept.cache.retain(FeedQuery(genre: "b")),
    ]
    try write(kept.cache, "a", "1")
    try await collect(kept)
    #expect(posts(kept.cache) == ["1", "2", "3"])
    try write(kept.cache, "b", "3")
    // Taken up by the other before anybody has looked for garbage.
    try write(kept.cache, "a", "1", "2")
    try await collect(kept)
    #expect(posts(kept.cache) == ["1", "2", "3"])
    try write(kept.cache, "a", "1")
    try await collect(kept)
    #expect(posts(kept.cache) == ["1", "3"])
    withExtendedLifetime(retentions) {}
  }

  /// A guess that leads to an object keeps it; when it is taken back, the object goes.
  @Test func `guesses keep objects`() async throws {
    let kept = try await Kept(.memory, configuration: ReachabilityTests.grace)
    try write(kept.cache, "a", "1", "2")
    let retention = try kept.cache.retain(FeedQuery(genre: "a"))
    let layer = try kept.cache.optimistic { transaction in
      try transaction.write(LikesData(likes: 5), GraphQLCacheKey("Post", "2"))
    }
    try write(kept.cache, "a", "1")
    try await collect(kept)
    #expect(posts(kept.cache) == ["1", "2"])
    #expect(kept.cache.read(LikesData.self, GraphQLCacheKey("Post", "2"))?.likes == 5)
    layer.rollBack()
    try await collect(kept)
    #expect(posts(kept.cache) == ["1"])
    withExtendedLifetime(retention) {}
  }

  // MARK: - Watching and retaining

  /// Who watches keeps what it reads, even if the query that brought it is retained by nobody.
  @Test func `watches keep what they read`() async throws {
    let kept = try await Kept(.memory, configuration: ReachabilityTests.grace)
    try write(kept.cache, "a", "1", "2")
    do {
      var updates = kept.cache.watch(PostAndAuthorData.self, GraphQLCacheKey("Post", "1")).makeAsyncIterator()
      #expect(await updates.next()?.data?.author.name == "Ada")
      try await collect(kept)
      #expect(posts(kept.cache) == ["1"])
      #expect(kept.cache.has("User", "u1"))
    }
    #expect(kept.cache.store.watcherCount == 0)
    // The last sixteen that were left still stay.
    try await collect(kept)
    #expect(posts(kept.cache) == ["1"])
    for number in 0..<16 { _ = try kept.cache.retain(FeedQuery(genre: .value("\(number)"))) }
    try await collect(kept)
    #expect(posts(kept.cache) == [])
    #expect(!kept.cache.has("User", "u1"))
  }

  /// A query that is retained twice stays until nobody retains it, and counts once among the last.
  @Test func `retained twice`() async throws {
    let kept = try await Kept(.memory, configuration: ReachabilityTests.grace)
    try write(kept.cache, "a", "1")
    var first: GraphQLRetention? = try kept.cache.retain(FeedQuery(genre: "a"))
    var second: GraphQLRetention? = try kept.cache.retain(FeedQuery(genre: "a"))
    #expect(first != nil)
    first = nil
    for number in 0..<20 { _ = try kept.cache.retain(FeedQuery(genre: .value("\(number)"))) }
    try await collect(kept)
    #expect(posts(kept.cache) == ["1"])
    #expect(second != nil)
    second = nil
    for number in 0..<15 { _ = try kept.cache.retain(FeedQuery(genre: .value("\(number)"))) }
    try await collect(kept)
    #expect(posts(kept.cache) == ["1"])
    _ = try kept.cache.retain(FeedQuery(genre: "15"))
    try await collect(kept)
    #expect(posts(kept.cache) == [])
  }

  /// The last sixteen that were released are counted by object, as each row of a list is a watch of one fragment.
  @Test func `released fragments of many objects`() async throws {
    let kept = try await Kept(.memory, configuration: ReachabilityTests.grace)
    for id in 0..<18 {
      try kept.cache.transaction { try $0.write(LikesData(likes: id), GraphQLCacheKey("Post", id)) }
    }
    for id in 0..<18 { _ = try kept.cache.retain(LikesData.self, GraphQLCacheKey("Post", id)) }
    try await collect(kept)
    #expect(posts(kept.cache) == (2..<18).map { "\($0)" })
  }

  /// A query that is retained again takes no place among those that were released.
  @Test func `retained again`() async throws {
    let kept = try await Kept(.memory, configuration: ReachabilityTests.grace)
    try write(kept.cache, "first", "1")
    _ = try kept.cache.retain(FeedQuery(genre: "first"))
    // Released, and retained again.
    _ = try kept.cache.retain(FeedQuery(genre: "again"))
    let again = try kept.cache.retain(FeedQuery(genre: "again"))
    for number in 0..<15 { _ = try kept.cache.retain(FeedQuery(genre: .value("\(number)"))) }
    try await collect(kept)
    #expect(posts(kept.cache) == ["1"])
    _ = try kept.cache.retain(FeedQuery(genre: "15"))
    try await collect(kept)
    #expect(posts(kept.cache) == [])
    withExtendedLifetime(again) {}
  }

  /// Before the grace period is over nothing goes, and then everything that is not retained, in one go.
  @Test func `the grace period`() async throws {
    let kept = try await Kept(.memory, configuration: ReachabilityTests.grace)
    try write(kept.cache, "a", "1")
    try write(kept.cache, "b", "2")
    kept.clock.advance(10)
    await kept.cache.collectGarbage()
    #expect(posts(kept.cache) == ["1", "2"])
    kept.clock.advance(1)
    await kept.cache.collectGarbage()
    #expect(!kept.cache.inspect().contains("  feed"))
    #expect(posts(kept.cache) == [])
    let evictions = kept.events.all.compactMap { event -> Int? in
      if case .collected(let count, _) = event { count } else { nil }
    }
    // Two lists, two posts and their author.
    #expect(evictions == [5])
  }

  /// A list with pages that is watched: the list, its edges and their nodes stay.
  @Test func `watched pages`() async throws {
    let kept = try await Kept(.memory, configuration: ReachabilityTests.grace)
    let list = PagedList(posts: Array(0..<6))
    try kept.cache.receive(list.json(first: 2), for: PostsQuery(first: 2))
    try kept.cache.receive(list.json(first: 2, after: "c1"), for: PostsQuery(first: 2, after: "c1"))
    try write(kept.cache, "a", "9")
    do {
      var updates = kept.cache.watch(PostsQuery(first: 2)).makeAsyncIterator()
      #expect(await updates.next()?.data?.posts.edges.count == 4)
      try await collect(kept)
    }
    #expect(posts(kept.cache) == ["0", "1", "2", "3"])
    #expect(kept.cache.read(PostsQuery(first: 2, after: "c1"))?.posts.edges.count == 2)
  }

  /// Below the limit nothing goes, however often something grows.
  @Test func `below the limit nothing goes`() async throws {
    let scene = try Scene(configuration: GraphQLCacheConfiguration(sizeLimit: 100_000))
    for number in 0..<20 { try write(scene.cache, "\(number)", "\(number)") }
    for number in 0..<20 {
      scene.clock.advance(100)
      try scene.cache.transaction {
        try $0.write(PostTitleData(title: "Title \(number)"), GraphQLCacheKey("Post", "\(number)"))
      }
      await scene.cache.collectGarbage()
    }
    for number in 0..<20 {
      #expect(
        scene.cache.read(FeedQuery(genre: .value("\(number)")))?.feed.map(\.title) == ["Title \(number)"])
    }
    #expect(!scene.events.all.contains { if case .evicted = $0 { true } else { false } })
  }

  /// What is written while garbage is looked for is new, and stays.
  @Test func `writing meanwhile`() async throws {
    let kept = try await Kept(.memory, configuration: ReachabilityTests.grace)
    for number in 0..<200 { try write(kept.cache, "old\(number)", "\(number % 20)") }
    kept.clock.advance(11)
    let cache = kept.cache
    async let collecting: Void = cache.collectGarbage()
    for number in 0..<50 { try write(cache, "new\(number)", "\(number % 20)") }
    await collecting
    for number in 0..<50 {
      #expect(cache.read(FeedQuery(genre: .value("new\(number)")))?.feed.map(\.title) == ["T\(number % 20)"])
    }
  }
}
