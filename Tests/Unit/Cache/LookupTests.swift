import Apus
import ApusClient
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// Fields whose arguments are keys: their objects are found without a response that had the field.
@Suite(.timeLimit(.minutes(15))) struct LookupTests {
  private static let feed = "{\"feed\":[\(post("1", "One", likes: 1)),\(post("2", "Two", likes: 2))]}"
  /// `post` is no lookup in the generated table: tests of others rely on that.
  private static let posts = "Query.post?id"

  private func filled(
    _ steps: [GraphQLScriptedTransport.Step] = [], limits: String = LookupTests.posts,
    configuration: GraphQLCacheConfiguration = GraphQLCacheConfiguration()
  ) throws -> Scene {
    let scene = try Scene(steps, limits: limits, configuration: configuration)
    try scene.cache.receive(LookupTests.feed, for: FeedQuery())
    return scene
  }

  // MARK: - Reading

  @Test func `a detail behind a list needs no network`() async throws {
    let scene = try filled()
    #expect(try await scene.client.fetch(PostAuthorQuery(id: "2")).post?.author.name == "Ada")
    #expect(scene.cache.read(TwoPostsQuery(first: "2", second: "1"))?.one?.title == "Two")
    #expect(scene.cache.read(TwoPostsQuery(first: "2", second: "1"))?.other?.title == "One")
    #expect(scene.server.requests.isEmpty)
    #expect(scene.events.failures.isEmpty)
    // Without the configuration it is asked for.
    #expect(try filled(limits: "").cache.read(PostAuthorQuery(id: "2")) == nil)
  }

  @Test func `what is missing of the object is told`() throws {
    let cache = try filled().cache
    let partial = cache.partial(PostQuery(id: "2"))
    #expect(cache.read(PostQuery(id: "2")) == nil)
    #expect(partial.data?.post?.title == "Two")
    #expect(partial.missing.map(\.description) == ["post.note: Post:2.note (neverWritten)"])
    #expect(
      cache.partial(PostQuery(id: "9")).missing.map(\.description) == [
        "post: root.post({\"id\":\"9\"}) (neverWritten)"
      ])
  }

  /// The server's word about the field counts before what the argument names.
  @Test func `a response of the field counts`() throws {
    let cache = try filled().cache
    try cache.receive("{\"post\":null}", for: PostAuthorQuery(id: "2"))
    #expect(cache.read(PostAuthorQuery(id: "2")) == PostAuthorQuery.Data(post: nil))
    try cache.receive("{\"post\":\(post("1", "One", likes: 1))}", for: PostAuthorQuery(id: "alias"))
    #expect(cache.read(PostAuthorQuery(id: "alias"))?.post?.author.name == "Ada")
  }

  @Test func `lists are looked up by element`() throws {
    let cache = try filled().cache
    let titles = cache.read(PostsWithIDsQuery(ids: ["2", "1", "2"]))?.postsWithIDs.map { $0?.title }
    #expect(titles == ["Two", "One", "Two"])
    let partial = cache.partial(PostsWithIDsQuery(ids: ["2", "9"]))
    #expect(partial.data?.postsWithIDs.map { $0?.title } == ["Two", nil])
    #expect(partial.missing.map(\.description) == ["postsWithIDs[1]: Post:9 (neverWritten)"])
    #expect(cache.read(PostsWithIDsQuery(ids: ["2", "9"])) == nil)
    // A server may take no keys for all keys.
    #expect(cache.read(PostsWithIDsQuery(ids: [])) == nil)
    #expect(cache.partial(PostsWithIDsQuery(ids: ["8", "9"])).missing.map(\.path) == [["postsWithIDs"]])
  }

  @Test func `several keys come from an input object`() throws {
    let cache = try filled().cache
    let seat = "{\"guest\":\"Ada\",\"___\":\"Seat\",\"___row\":\"A\\\"\",\"___number\":7}"
    try cache.receive("{\"seats\":[\(seat)]}", for: SeatsQuery())
    #expect(cache.read(SomeSeatQuery(at: SeatPlace(row: "A\"", number: 7)))?.seat?.guest == "Ada")
    #expect(cache.read(SomeSeatQuery(at: SeatPlace(row: "A\"", number: 8))) == nil)
    #expect(cache.read(SomeSeatQuery(at: SeatPlace(row: "A\""))) == nil)
    #expect(cache.read(SomeSeatQuery(at: SeatPlace(row: "", number: 7))) == nil)
  }

  /// Of an interface, the one object counts that has the key.
  @Test func `of several types one may be meant`() throws {
    let cache = try filled().cache
    #expect(cache.read(SomeNodeQuery(id: "1"))?.node?.asPost?.title == "One")
    #expect(cache.read(SomeNodeQuery(id: "u1"))?.node?.asUser?.name == "Ada")
    #expect(cache.read(SomeNodesQuery(ids: ["u1", "2"]))?.nodes.map { $0?.asPost?.title } == [nil, "Two"])
    // Another object with the key: only the server knows which is meant.
    try cache.receive("{\"shelf\":\(shelf("1", "\"label\":\"A\""))}", for: ShelfLabelOnlyQuery(id: "1"))
    #expect(cache.read(SomeNodeQuery(id: "1")) == nil)
    cache.transaction { $0.evict(GraphQLCacheKey("Shelf", "1")) }
    #expect(cache.read(SomeNodeQuery(id: "1"))?.node?.asPost?.title == "One")
  }

  @Test func `fields of objects are looked up as well`() throws {
    let cache = try filled().cache
    try cache.receive(
      "{\"me\":{\"name\":\"Ada\",\"___\":\"User\",\"___id\":\"u1\"}}", for: MeQuery(withBest: false))
    #expect(cache.read(MyPostQuery(id: "2"))?.me?.post?.title == "Two")
    #expect(cache.partial(MyPostQuery(id: "9")).missing.map(\.object) == ["User:u1"])
  }

  // MARK: - Changes

  @Test func `who waits for an object is told of it`() async throws {
    let scene = try Scene(limits: LookupTests.posts)
    var one = scene.cache.watch(PostAuthorQuery(id: "2")).makeAsyncIterator()
    var list = scene.cache.watch(PostsWithIDsQuery(ids: ["1", "2"])).makeAsyncIterator()
    async let first = one.next()
    async let all = list.next()
    try await eventually("both watches have begun") { scene.cache.store.watcherCount == 2 }
    try scene.cache.receive("{\"post\":\(post("1", "One", likes: 1))}", for: PostAuthorQuery(id: "1"))
    try scene.cache.receive(LookupTests.feed, for: FeedQuery())
    #expect(await first?.data?.post?.author.name == "Ada")
    #expect(await all?.data?.postsWithIDs.map { $0?.likes } == [1, 2])
    try scene.cache.transaction { try $0.write(LikesData(likes: 5), GraphQLCacheKey("Post", "1")) }
    #expect(await list.next()?.data?.postsWithIDs.map { $0?.likes } == [5, 2])
    // What the server says of the field itself arrives, too.
    try scene.cache.receive("{\"post\":null}", for: PostAuthorQuery(id: "2"))
    #expect(await one.next()?.data == PostAuthorQuery.Data(post: nil))
  }

  /// Another object with the key changes what is read: the read depends on it.
  @Test func `what would be meant as well is a dependency`() throws {
    let cache = try filled().cache
    let source = try PlanSource(SomeNodeQuery(id: "1"))
    let read = try cache.store.read(source, .operation)
    #expect(read.text != nil)
    #expect(read.dependencies.missingRoots.contains("Shelf:1"))
    #expect(read.dependencies.missingRoots.contains("Query\u{2044}node({\"id\":\"1\"})"))
  }

  @Test func `what is deleted is gone`() throws {
    let cache = try filled().cache
    cache.transaction { $0.delete(GraphQLCacheKey("Post", "2")) }
    #expect(cache.read(PostAuthorQuery(id: "2")) == PostAuthorQuery.Data(post: nil))
    #expect(cache.read(PostsWithIDsQuery(ids: ["2", "1"]))?.postsWithIDs.map { $0?.title } == ["One"])
  }

  @Test func `what is evicted is missing`() throws {
    let cache = try filled().cache
    cache.transaction { $0.evict(GraphQLCacheKey("Post", "2")) }
    #expect(cache.read(PostAuthorQuery(id: "2")) == nil)
    #expect(cache.partial(PostAuthorQuery(id: "2")).missing.map(\.reason) == [.evicted])
    #expect(
      cache.partial(PostsWithIDsQuery(ids: ["1", "2"])).missing.map(\.description)
        == ["postsWithIDs[1]: Post:2 (evicted)"])
  }

  @Test func `invalidated queries are sent again`() async throws {
    let scene = try filled([.response("{\"post\":\(post("2", "Newer", likes: 3))}")])
    scene.cache.transaction { transaction in
      #expect(throws: Never.self) { try transaction.invalidate(PostAuthorQuery(id: "2")) }
    }
    #expect(scene.cache.partial(PostAuthorQuery(id: "2")).isStale)
    _ = try await scene.client.fetch(PostAuthorQuery(id: "2"))
    #expect(scene.events.causes == [.invalidated])
    #expect(scene.server.requests.count == 1)
  }

  @Test func `layers are seen`() throws {
    let cache = try filled().cache
    let layer = try cache.optimistic { transaction in
      try transaction.update(TwoPostsQuery(first: "1", second: "2")) { $0.one?.title = "Guess" }
    }
    #expect(cache.read(PostsWithIDsQuery(ids: ["1"]))?.postsWithIDs.map { $0?.title } == ["Guess"])
    #expect(cache.partial(PostsWithIDsQuery(ids: ["1"])).isOptimistic)
    layer.rollBack()
    #expect(cache.read(PostsWithIDsQuery(ids: ["1"]))?.postsWithIDs.map { $0?.title } == ["One"])
  }

  /// Nothing of these values says who they are but the arguments.
  @Test func `what was looked up is written`() throws {
    let cache = try filled().cache
    try cache.transaction { transaction in
      try transaction.update(TwoPostsQuery(first: "2", second: "1")) { $0.one?.title = "Second" }
      try transaction.update(PostsWithIDsQuery(ids: ["1", "2"])) { data in
        data.postsWithIDs[0]?.likes = 10
        data.postsWithIDs[1]?.likes = 20
      }
      try transaction.update(SomeNodeQuery(id: "u1")) { data in
        data.node?.asUser?.name = "Grace"
      }
    }
    #expect(cache.read(FeedQuery())?.feed.map(\.title) == ["One", "Second"])
    #expect(cache.read(FeedQuery())?.feed.map(\.likes) == [10, 20])
    #expect(cache.read(FeedQuery())?.feed.map(\.author.name) == ["Grace", "Grace"])
  }

  // MARK: - Lasting

  @Test func `what is looked up is used`() async throws {
    let scene = try filled(configuration: GraphQLCacheConfiguration(gracePeriod: .seconds(100)))
    for _ in 0..<5 {
      scene.clock.advance(60)
      #expect(scene.cache.read(PostsWithIDsQuery(ids: ["2"])) != nil)
      await scene.cache.collectGarbage()
    }
    #expect(scene.cache.has("Post", "2"))
    #expect(!scene.cache.has("Post", "1"))
    // Who retains the query keeps the object.
    let retention = try scene.cache.retain(PostsWithIDsQuery(ids: ["2"]))
    scene.clock.advance(1000)
    await scene.cache.collectGarbage()
    #expect(scene.cache.has("Post", "2"))
    withExtendedLifetime(retention) {}
  }

  /// No value refers to the object that a layer's value of the field hides.
  @Test(arguments: ["watched", "retained"]) func `what a layer hides is found again`(_ reason: String)
    async throws
  {
    let scene = try filled(configuration: GraphQLCacheConfiguration(gracePeriod: .seconds(100)))
    let query = PostAuthorQuery(id: "2")
    var updates = scene.cache.watch(query).makeAsyncIterator()
    if reason == "watched" { #expect(await updates.next()?.data?.post?.author.name == "Ada") }
    let retention = reason == "retained" ? try scene.cache.retain(query) : nil
    let layer = try scene.cache.optimistic { try $0.write(PostAuthorQuery.Data(post: nil), for: query) }
    scene.clock.advance(1000)
    await scene.cache.collectGarbage()
    #expect(!scene.cache.has("Post", "1"))
    layer.rollBack()
    withExtendedLifetime((updates, retention)) {
      #expect(scene.cache.read(query)?.post?.author.name == "Ada")
    }
  }

  @Test func `what a retained query finds while garbage is collected stays`() throws {
    let scene = try filled(configuration: GraphQLCacheConfiguration(gracePeriod: .seconds(100)))
    let query = PostsWithIDsQuery(ids: ["2"])
    try scene.cache.receive("{\"postsWithIDs\":[null]}", for: query)
    let retention = try scene.cache.retain(query)
    scene.clock.advance(1000)
    scene.cache.store.beginCollection()
    // The query was read, and one object is gone.
    #expect(scene.cache.store.collectMore(1))
    try scene.cache.transaction { try $0.evict(query) }
    while scene.cache.store.collectMore(1) {}
    #expect(!scene.cache.has("Post", "1"))
    withExtendedLifetime(retention) {
      #expect(scene.cache.read(query)?.postsWithIDs.map { $0?.title } == ["Two"])
    }
  }

  /// A field that no response had is as old as what is read of its object.
  @Test(arguments: [("Query.post?id@10", 10), ("Query.post?id;Post@20", 20), ("Query.post?id@30;User@5", 5)])
  func `limits count`(_ limits: String, seconds: Int) throws {
    let scene = try filled(limits: limits)
    scene.clock.advance(Double(seconds))
    #expect(!scene.cache.partial(PostAuthorQuery(id: "2")).isStale)
    scene.clock.advance(1)
    #expect(scene.cache.partial(PostAuthorQuery(id: "2")).isStale)
    #expect(scene.cache.partial(PostAuthorQuery(id: "2")).age == .seconds(seconds + 1))
  }

  @Test(arguments: Place.allCases) func `what is stored is found`(_ place: Place) async throws {
    let kept = try await Kept(place, limits: LookupTests.posts)
    try kept.cache.receive(LookupTests.feed, for: FeedQuery())
    try await kept.restart()
    #expect(kept.cache.read(PostAuthorQuery(id: "2"))?.post?.author.name == "Ada")
  }

  // MARK: - The table

  @Test func `modules have to agree`() {
    let one = GraphQLCacheSchema(table: "1 Query - -;*!id;Post;Query.post:Post?id")
    let other = GraphQLCacheSchema(table: "1 Query - -;*!id;Query.post:Post?where/id")
    #expect(TypeTable([one, other]).faults == [.contradictorySchemas("Query")])
    #expect(TypeTable([one, one]).faults.isEmpty)
    let table = TypeTable([GraphQLCacheSchema(table: "1 Query - -;Query.a:A!?x/y,z*@5.b:B?c.d")])
    #expect(table.lookup(of: "a", in: "Query") == TypeTable.Lookup(paths: [["x", "y"], ["z"]], listed: 1))
    #expect(table.isReplaced("a", in: "Query"))
    #expect(table.maxAge(of: "a", in: "Query") == 5)
    #expect(table.lookup(of: "b", in: "Query") == TypeTable.Lookup(paths: [["c"]], listed: nil))
    #expect(table.lookup(of: "d", in: "Query") == nil)
  }
}
