import Apus
import ApusClient
import ApusTesting
import Testing

import ApusCache

/// What there is when something is missing: Apollo Kotlin's `CachePartialResultTest`, in our words.
@Suite(.timeLimit(.minutes(15))) struct MissingPartTests {
  private static let ada = "{\"name\":\"Ada\",\"___\":\"User\",\"___id\":\"u1\"}"
  private static let best =
    "{\"title\":\"One\",\"author\":\(ada),\"___\":\"Post\",\"___id\":\"1\"}"
  private static let eve =
    "{\"name\":\"Eve\",\"best\":\(best),\"___\":\"User\",\"___id\":\"u2\"}"

  private func filled() throws -> GraphQLCache {
    let cache = GraphQLCache(schema: cacheSchema)
    try cache.receive(
      "{\"shelf\":\(shelf("1", "\"label\":\"A\",\"owner\":\(MissingPartTests.eve)"))}",
      for: ShelfOwnerQuery(id: "1"))
    return cache
  }

  /// Less than was asked for before is complete; more has a null where it is missing.
  @Test func `more and less`() throws {
    let cache = try filled()
    let less = cache.partial(ShelfLabelOnlyQuery(id: "1"))
    #expect(less.isComplete)
    #expect(less.data?.shelf?.label == "A")
    let more = cache.partial(ShelfQuery(id: "1"))
    #expect(!more.isComplete)
    #expect(more.data?.shelf?.label == "A")
    #expect(more.data?.shelf?.owner?.name == "Eve")
    #expect(more.data?.shelf?.boxes == nil)
    #expect(more.missing.map(\.field) == ["colors", "grid", "meta", "boxes"])
    #expect(more.missing.allSatisfy { $0.object == "Shelf:1" && $0.reason == .neverWritten })
  }

  /// What may not be null makes null of what is around it: as far as that may be null.
  @Test func `nulls travel`() throws {
    let cache = try filled()
    // The author of the best post, which may not be null: so the post is.
    cache.transaction { $0.evict(GraphQLCacheKey("User", "u1")) }
    var found = cache.partial(ShelfOwnerQuery(id: "1"))
    #expect(found.data?.shelf?.owner?.name == "Eve")
    #expect(found.data?.shelf?.owner != nil)
    #expect(found.data?.shelf?.owner?.best == nil)
    #expect(found.missing.map(\.description) == ["shelf.owner.best.author: User:u1 (evicted)"])
    // The owner, too, which may be null itself. Of what is behind it nothing is told.
    cache.transaction { $0.evict(GraphQLCacheKey("User", "u2")) }
    found = cache.partial(ShelfOwnerQuery(id: "1"))
    #expect(found.data?.shelf?.label == "A")
    #expect(found.data?.shelf?.owner == nil)
    #expect(found.missing.map(\.description) == ["shelf.owner: User:u2 (evicted)"])
    cache.transaction { $0.evict(GraphQLCacheKey("Shelf", "1")) }
    found = cache.partial(ShelfOwnerQuery(id: "1"))
    #expect(found.data != nil)
    #expect(found.data?.shelf == nil)
    #expect(found.missing.map(\.description) == ["shelf: Shelf:1 (evicted)"])
  }

  /// An element that may be null is null; one that may not makes null of the list, and of what is around it.
  @Test func `elements of lists`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    let shelves = ["1", "2", "3"].map { shelf($0, "\"label\":\"\($0)\"") }.joined(separator: ",")
    try cache.receive("{\"shelves\":[\(shelves)]}", for: ShelvesQuery())
    try cache.receive(
      "{\"feed\":[\(post("1", "One", likes: 1)),\(post("2", "Two", likes: 2))]}", for: FeedQuery())
    cache.transaction { transaction in
      transaction.evict(GraphQLCacheKey("Shelf", "2"))
      transaction.evict(GraphQLCacheKey("Post", "2"))
    }
    let sparse = cache.partial(ShelvesQuery())
    #expect(sparse.data?.shelves?.map { $0?.label } == ["1", nil, "3"])
    #expect(sparse.data?.shelves?[1] == nil)
    #expect(sparse.missing.map(\.path.description) == ["shelves[1]"])
    let strict = cache.partial(FeedQuery())
    #expect(strict.data == nil)
    #expect(strict.missing.map(\.description) == ["feed[1]: Post:2 (evicted)"])
    #expect(cache.read(ShelvesQuery()) == nil)
  }

  /// The names of a response and those of the schema.
  @Test func `aliases of one field are both filled`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    try cache.receive("{\"shelf\":\(shelf("1", "\"label\":\"A\""))}", for: ShelfLabelOnlyQuery(id: "1"))
    let found = cache.partial(ShelfTwiceQuery(id: "1"))
    #expect(found.data?.shelf?.label == "A")
    #expect(found.data?.again?.name == "A")
    #expect(found.data?.again?.colors == nil)
    #expect(found.missing.map(\.description) == ["again.colors: Shelf:1.colors (neverWritten)"])
  }

  /// Fragments of an object: in part, whole, and when what they need may not be null.
  @Test func `fragments list what is missing`() throws {
    let cache = try filled()
    #expect(cache.partial(PostAndAuthorData.self, GraphQLCacheKey("Post", "1")).isComplete)
    cache.transaction { $0.evict(GraphQLCacheKey("User", "u1")) }
    let found = cache.partial(PostAndAuthorData.self, GraphQLCacheKey("Post", "1"))
    #expect(found.data == nil)
    #expect(found.missing.map(\.description) == ["author: User:u1 (evicted)"])
    #expect(cache.partial(PostTitleData.self, GraphQLCacheKey("Post", "1")).data?.title == "One")
  }

  /// Old data are no missing data.
  @Test func `what is old is there`() throws {
    let scene = try Scene(limits: "User.name@5")
    try scene.cache.receive(
      "{\"shelf\":\(shelf("1", "\"label\":\"A\",\"owner\":\(MissingPartTests.eve)"))}",
      for: ShelfOwnerQuery(id: "1"))
    scene.clock.advance(60)
    let found = scene.cache.partial(ShelfOwnerQuery(id: "1"))
    #expect(found.isComplete)
    #expect(found.isStale)
    #expect(found.data?.shelf?.owner?.name == "Eve")
    #expect(!scene.cache.partial(ShelfLabelOnlyQuery(id: "1")).isStale)
  }

  /// Nothing at all: null where the root may be, and no data where it may not.
  @Test func `empty caches`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    let nullable = cache.partial(ShelfLabelOnlyQuery(id: "1"))
    #expect(nullable.data != nil)
    #expect(nullable.data?.shelf == nil)
    #expect(nullable.missing.map(\.description) == ["shelf: root.shelf({\"id\":\"1\"}) (neverWritten)"])
    let strict = cache.partial(FeedQuery())
    #expect(strict.data == nil)
    #expect(strict.missing.map(\.description) == ["feed: root.feed (neverWritten)"])
    #expect(cache.partial(ShelfLabelData.self, GraphQLCacheKey("Shelf", "1")).data == nil)
  }

  /// What a deleted object left where it may not be null.
  @Test func `deleted objects`() throws {
    let cache = try filled()
    cache.transaction { $0.delete(GraphQLCacheKey("User", "u1")) }
    let found = cache.partial(ShelfOwnerQuery(id: "1"))
    #expect(found.missing.map(\.description) == ["shelf.owner.best.author: User:u1 (deleted)"])
    #expect(found.data?.shelf?.owner?.best == nil)
    // Where it may be null it is null, and not missing.
    cache.transaction { $0.delete(GraphQLCacheKey("User", "u2")) }
    let whole = try #require(cache.read(ShelfOwnerQuery(id: "1")))
    #expect(whole.shelf?.label == "A")
    #expect(whole.shelf?.owner == nil)
  }
}

/// Objects that are deleted where no null may be: the query is asked for again.
@Suite(.timeLimit(.minutes(15))) struct DeletedPlaceTests {
  private static func feed(_ id: String, _ name: String) -> String {
    let author = "{\"name\":\"\(name)\",\"___\":\"User\",\"___id\":\"\(id)\"}"
    return "{\"post\":{\"author\":\(author),\"___\":\"Post\",\"___id\":\"1\"}}"
  }

  @Test func `fetches and watches ask again`() async throws {
    let scene = try Scene([
      .response(DeletedPlaceTests.feed("u1", "Ada")), .response(DeletedPlaceTests.feed("u2", "Eve")),
      .response(DeletedPlaceTests.feed("u3", "Bea")),
    ])
    let query = PostAuthorQuery(id: "1")
    var updates = scene.client.watch(query).makeAsyncIterator()
    var update = await updates.next()
    while update?.isFetching == true { update = await updates.next() }
    #expect(update?.data?.post?.author.name == "Ada")
    scene.cache.transaction { $0.delete(GraphQLCacheKey("User", "u1")) }
    // What cannot be said any more stays shown until the server has said something else.
    update = await updates.next()
    while update?.isFetching == true {
      // The response may be in the cache before its request is over.
      #expect(["Ada", "Eve"].contains(update?.data?.post?.author.name))
      update = await updates.next()
    }
    #expect(update?.data?.post?.author.name == "Eve")
    #expect(scene.cache.read(query)?.post?.author.name == "Eve")
    guard case .missing(let misses)? = scene.events.causes.last else {
      Issue.record("\(scene.events.all)")
      return
    }
    #expect(misses.map(\.description) == ["post.author: User:u1 (deleted)"])
    #expect(scene.events.failures.isEmpty)
    #expect(scene.server.requests.count == 2)
  }

  /// Without a watch: a fetch sees that something is missing, and says what.
  @Test func `a fetch asks again for what is missing`() async throws {
    let scene = try Scene([.response(DeletedPlaceTests.feed("u2", "Eve"))])
    let query = PostAuthorQuery(id: "1")
    try scene.cache.receive(DeletedPlaceTests.feed("u1", "Ada"), for: query)
    scene.cache.transaction { $0.delete(GraphQLCacheKey("User", "u1")) }
    #expect(scene.cache.read(query) == nil)
    #expect(!scene.cache.partial(query).isComplete)
    #expect(try await scene.client.fetch(query).post?.author.name == "Eve")
    guard case .missing(let misses)? = scene.events.causes.last else {
      Issue.record("\(scene.events.all)")
      return
    }
    #expect(misses.map(\.reason) == [.deleted])
    #expect(scene.events.failures.isEmpty)
  }
}
