import Apus
import ApusClient
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// Adding objects to all cached lists of a field, and removing them.
@Suite(.timeLimit(.minutes(15))) struct ListChangeTests {
  private static func post(_ number: Int) -> String {
    ApusCacheTests.post("\(number)", "T\(number)", likes: number)
  }
  private static func key(_ number: Int) -> GraphQLCacheKey { GraphQLCacheKey("Post", number) }

  private func receive(
    _ posts: [Int], _ genre: GraphQLNullable<String>, isPaged: Bool, _ cache: GraphQLCache,
    ticket: CacheTicket? = nil
  ) throws {
    if isPaged {
      // Objects that were deleted come back with all their fields.
      try receive(posts, .value("all"), isPaged: false, cache, ticket: ticket)
      try cache.receive(
        PagedList(posts: posts, likes: Dictionary(uniqueKeysWithValues: posts.map { ($0, $0) })).json(),
        for: PostsQuery(genre: genre), ticket: ticket?.number)
    } else {
      let list = posts.map(Self.post).joined(separator: ",")
      try cache.receive(
        "{\"feed\":[\(list)]}", for: FeedQuery(genre: genre), ticket: ticket?.number)
    }
  }

  private func titles(_ genre: GraphQLNullable<String>, isPaged: Bool, _ cache: GraphQLCache) -> [String]? {
    isPaged
      ? cache.read(PostsQuery(genre: genre))?.posts.edges.map(\.node.title)
      : cache.read(FeedQuery(genre: genre))?.feed.map(\.title)
  }

  // MARK: - Against a model

  /// A list by its field and its argument.
  private struct Name: Hashable {
    var isPaged: Bool
    var genre: String?
  }

  private enum Change {
    case append(Int, GraphQLCacheLists)
    case prepend(Int, GraphQLCacheLists)
    case remove(Int, GraphQLCacheLists)
    case delete(Int)
  }

  /// What a reader should get, and what is left out because it was deleted.
  private struct Model {
    var lists: [Name: [Int]] = [:]
    var deleted: Set<Int> = []

    mutating func apply(_ change: Change) {
      if case .delete(let post) = change { deleted.insert(post) }
      for name in lists.keys { apply(change, to: name) }
    }

    mutating func apply(_ change: Change, to name: Name) {
      func isMeant(_ name: Name, _ lists: GraphQLCacheLists) -> Bool {
        (name.isPaged ? "posts" : "feed") == lists.field
          && lists.arguments.allSatisfy { $1 == (name.genre.map { .string($0) } ?? .null) }
      }
      if let list = lists[name] {
        switch change {
        case .append(let post, let meant) where isMeant(name, meant) && !list.contains(post):
          lists[name] = list + [post]
        case .prepend(let post, let meant) where isMeant(name, meant) && !list.contains(post):
          lists[name] = [post] + list
        case .remove(let post, let meant) where isMeant(name, meant): lists[name] = list.filter { $0 != post }
        default: break
        }
      }
    }
  }

  private func apply(_ change: Change, _ transaction: borrowing GraphQLCacheTransaction) {
    switch change {
    case .append(let post, let lists): transaction.append(Self.key(post), to: lists)
    case .prepend(let post, let lists): transaction.prepend(Self.key(post), to: lists)
    case .remove(let post, let lists): transaction.remove(Self.key(post), from: lists)
    case .delete(let post): transaction.delete(Self.key(post))
    }
  }

  /// What the server has sent and what the app has changed, in their order.
  ///
  /// The response to a query that was sent before a change does not know of it, so it neither undoes it nor brings back an object that was deleted
  /// since. A list from a later request, or without a ticket, stays.
  private struct History {
    struct Request {
      let name: Name
      let posts: [Int]
      let sent: Int
      let ticket: CacheTicket
    }

    var server = Model()
    var requests: [Request] = []
    private var time = 0
    private var changes: [(change: Change, time: Int)] = []
    private var listTimes: [Name: Int] = [:]
    private var deletionTimes: [Int: Int] = [:]

    mutating func change(_ change: Change) {
      time += 1
      server.apply(change)
      changes.append((change, time))
      if case .delete(let post) = change { deletionTimes[post] = time }
    }

    mutating func send(_ name: Name, _ posts: [Int], _ ticket: CacheTicket) {
      time += 1
      requests.append(Request(name: name, posts: posts, sent: time, ticket: ticket))
    }

    mutating func receive(_ name: Name, _ posts: [Int]) {
      time += 1
      write(name, posts, time)
    }

    mutating func receive(_ request: Request) { write(request.name, request.posts, request.sent) }

    private mutating func write(_ name: Name, _ posts: [Int], _ sent: Int) {
      for post in posts where deletionTimes[post] ?? 0 < sent { server.deleted.remove(post) }
      if listTimes[name] ?? 0 > sent { return }
      listTimes[name] = sent
      server.lists[name] = posts
      for (change, time) in changes where time > sent { server.apply(change, to: name) }
    }
  }

  /// Changes below and in optimistic layers, and responses, in any order.
  @Test(arguments: 0..<60) func `lists contain what a model of dictionaries contains`(_ seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    let cache = try Scene().cache
    var history = History()
    var layers: [(layer: GraphQLOptimisticLayer, changes: [Change])] = []
    try receive(Array(1..<9), .value("all"), isPaged: false, cache)
    func change() -> Change {
      let post = 1 + random.below(8)
      let arguments: [String: GraphQLValue] = [[:], ["genre": .null], ["genre": "a"]][random.below(3)]
      let lists = GraphQLCacheLists("Query", random.chance(50) ? "posts" : "feed", arguments: arguments)
      switch random.below(7) {
      case 0, 1: return .append(post, lists)
      case 2, 3: return .prepend(post, lists)
      case 4, 5: return .remove(post, lists)
      default: return .delete(post)
      }
    }
    for _ in 0..<80 {
      switch random.below(8) {
      case 0, 6:
        let name = Name(isPaged: random.chance(50), genre: [nil, "a", "b"][random.below(3)])
        let posts = Array((1..<9).shuffled(using: &random).prefix(random.below(5)))
        if random.chance(50) {
          history.send(name, posts, CacheTicket(cache.store))
        } else {
          try receive(posts, name.genre.map { .value($0) } ?? .unset, isPaged: name.isPaged, cache)
          history.receive(name, posts)
        }
      case 7 where !history.requests.isEmpty:
        let request = history.requests.remove(at: random.below(history.requests.count))
        let genre: GraphQLNullable<String> = request.name.genre.map { .value($0) } ?? .unset
        try receive(request.posts, genre, isPaged: request.name.isPaged, cache, ticket: request.ticket)
        history.receive(request)
      case 1:
        let changes = [change(), change()]
        let layer = try cache.optimistic { transaction in for change in changes { apply(change, transaction) }
        }
        layers.append((layer, changes))
      case 2 where !layers.isEmpty:
        let ended = layers.remove(at: random.below(layers.count))
        if random.chance(50) {
          try ended.layer.commit()
          for change in ended.changes { history.change(change) }
        } else {
          ended.layer.rollBack()
        }
      default:
        let changes = [change(), change()]
        cache.transaction { transaction in for change in changes { apply(change, transaction) } }
        for change in changes { history.change(change) }
      }
      var expected = history.server
      for layer in layers { for change in layer.changes { expected.apply(change) } }
      for (name, list) in expected.lists {
        let genre: GraphQLNullable<String> = name.genre.map { .value($0) } ?? .unset
        let found = titles(genre, isPaged: name.isPaged, cache)
        #expect(found == list.filter { !expected.deleted.contains($0) }.map { "T\($0)" }, "\(name)")
      }
    }
  }

  // MARK: - Single lists

  @Test func `the list of one object changes, and the others do not`() throws {
    let cache = try Scene().cache
    func wall(_ user: String) -> String {
      let list = PagedList(posts: [1, 2]).json().replacing(",\"likes\":0", with: "")
      return "{\"me\":{\"name\":\"Ada\",\"posts\":" + list.dropFirst(9).dropLast()
        + ",\"___\":\"User\",\"___id\":\"\(user)\"}}"
    }
    try receive([1, 2, 3], .unset, isPaged: true, cache)
    for user in ["u2", "u1"] { try cache.receive(wall(user), for: WallQuery(first: 2)) }
    func titles() -> [String]? { cache.read(WallQuery(first: 2))?.me?.posts.edges.map(\.node.title) }
    cache.transaction {
      $0.append(Self.key(3), to: GraphQLCacheLists(GraphQLCacheKey("User", "u2"), "posts"))
    }
    #expect(titles() == ["T1", "T2"])
    cache.transaction {
      $0.append(Self.key(3), to: GraphQLCacheLists(GraphQLCacheKey("User", "u1"), "posts"))
    }
    #expect(titles() == ["T1", "T2", "T3"])
    cache.transaction { $0.remove(Self.key(1), from: GraphQLCacheLists("User", "posts")) }
    #expect(titles() == ["T2", "T3"])
    // An interface means the types that implement it.
    cache.transaction { $0.remove(Self.key(2), from: GraphQLCacheLists("Node", "posts")) }
    #expect(titles() == ["T3"])
    #expect(self.titles(.unset, isPaged: true, cache) == ["T1", "T2", "T3"])
  }

  /// A layer made before the type is known changes its lists, too.
  @Test func `lists of a type that the schema gained later change with those of its interface`() throws {
    let scene = try Scene(limits: "Node.related:Post")
    try receive([1, 2, 3], .value("all"), isPaged: false, scene.cache)
    let source = PlanSource(
      key: PlanSource.Key(type: ObjectIdentifier(ListChangeTests.self), variables: Array("{}".utf8)),
      name: "Q",
      text:
        "{found(text:\"x\"){__typename ...on Node{__isNode:__typename id related{title ___:__typename ___id:id}}}}"
    )
    let lists = GraphQLCacheLists("Node", "related")
    let layer = try scene.cache.optimistic { $0.prepend(Self.key(3), to: lists) }
    var json =
      #"{"found":[{"__typename":"Film","__isNode":"Film","id":"1","related":[{"title":"T1","___":"Post","___id":"1"}]}]}"#
    try json.withUTF8 { bytes in
      try scene.cache.store.transaction { try $0.write(bytes, source, .operation) }
    }
    func related() throws -> Substring? {
      let text = try scene.cache.store.read(source, .operation).text.map {
        String(decoding: $0, as: UTF8.self)
      }
      return text?.split(separator: #""related":"#).last
    }
    #expect(try related() == #"[{"title":"T3"},{"title":"T1"}]}]}"#)
    layer.rollBack()
    scene.cache.transaction { $0.append(Self.key(2), to: lists) }
    #expect(try related() == #"[{"title":"T1"},{"title":"T2"}]}]}"#)
  }

  @Test func `an edge of a node alone lacks the other fields of edges, which are fetched`() throws {
    let cache = try Scene().cache
    try receive([3], .value("all"), isPaged: false, cache)
    try cache.receive(PagedList(posts: [1, 2]).json(first: 2, pins: true), for: PinsQuery(first: 2))
    cache.transaction { $0.prepend(Self.key(3), to: GraphQLCacheLists("Query", "posts")) }
    let partial = cache.partial(PinsQuery(first: 2))
    #expect(partial.missing.map(\.path.description) == ["posts.edges[0].pinned"])
  }

  @Test func `a page that is loaded after an addition follows the page before it`() throws {
    let (cache, list) = (try Scene().cache, PagedList(posts: Array(1..<6)))
    try receive([9], .value("all"), isPaged: false, cache)
    try cache.receive(list.json(first: 2), for: PostsQuery(first: 2))
    cache.transaction { transaction in
      transaction.append(Self.key(9), to: GraphQLCacheLists("Query", "posts"))
      transaction.prepend(Self.key(8), to: GraphQLCacheLists("Query", "feed"))
    }
    #expect(cache.read(PostsQuery(first: 2))?.posts.edges.map(\.node.title) == ["T1", "T2", "T9"])
    let end = cache.read(PostsQuery(first: 2))?.posts.pageInfo.endCursor
    #expect(end == "c2")
    try cache.receive(list.json(first: 2, after: "c2"), for: PostsQuery(first: 2, after: "c2"))
    #expect(cache.read(PostsQuery(first: 2))?.posts.edges.map(\.node.title) == ["T1", "T2", "T3", "T4"])
  }

  @Test func `while an end is not known, an added element is no page beyond it`() throws {
    let (cache, list) = (try Scene().cache, PagedList(posts: Array(1..<7)))
    try receive([8, 9], .value("all"), isPaged: false, cache)
    try cache.receive(list.json(last: 2, before: "c5"), for: PostsQuery(last: 2, before: "c5"))
    try cache.receive(list.json(first: 2), for: PostsQuery(genre: "a", first: 2))
    cache.transaction { transaction in
      transaction.append(Self.key(9), to: GraphQLCacheLists("Query", "posts"))
      transaction.prepend(Self.key(8), to: GraphQLCacheLists("Query", "posts"))
    }
    func titles(_ query: PostsQuery) -> [String]? { cache.read(query)?.posts.edges.map(\.node.title) }
    // From the start.
    #expect(titles(PostsQuery(genre: "a", first: 2)) == ["T8", "T1", "T2", "T9"])
    #expect(titles(PostsQuery(genre: "a", first: 1, after: "c1")) == ["T2"])
    #expect(titles(PostsQuery(genre: "a", first: 1, after: "c2")) == nil)
    #expect(titles(PostsQuery(genre: "a", first: 2, after: "c1")) == nil)
    #expect(titles(PostsQuery(genre: "a", first: 4)) == nil)
    // Towards the start.
    #expect(titles(PostsQuery()) == ["T8", "T3", "T4", "T9"])
    #expect(titles(PostsQuery(last: 1, before: "c4")) == ["T3"])
    #expect(titles(PostsQuery(last: 1, before: "c3")) == nil)
    // The server's page is the last, so everything is known.
    let end = PostsQuery(genre: "a", first: 9, after: "c2")
    try cache.receive(list.json(first: 9, after: "c2"), for: end)
    #expect(titles(end) == ["T3", "T4", "T5", "T6"])
    cache.transaction { $0.append(Self.key(9), to: GraphQLCacheLists("Query", "posts")) }
    #expect(titles(PostsQuery(genre: "a", first: 1, after: "c6")) == ["T9"])
  }

  /// Whether the list is cached, and what it contains, makes no difference.
  @Test(arguments: [[1, 2], [2], nil])
  func `a response to a query that was sent before does not undo the change`(_ stored: [Int]?) async throws {
    let gate = Gate()
    let scene = try Scene([.response("{\"feed\":[\(Self.post(1)),\(Self.post(2))]}", after: gate)])
    try receive([3], .value("all"), isPaged: false, scene.cache)
    if let stored { try receive(stored, .unset, isPaged: false, scene.cache) }
    async let feed = scene.client.fetch(FeedQuery(), policy: .networkOnly)
    try await eventually("the query is sent") { scene.server.requests.count == 1 }
    scene.cache.transaction { transaction in
      transaction.remove(Self.key(1), from: GraphQLCacheLists("Query", "feed"))
      transaction.append(Self.key(3), to: GraphQLCacheLists("Query", "feed"))
    }
    await gate.open()
    _ = try await feed
    #expect(titles(.unset, isPaged: false, scene.cache) == ["T2", "T3"])
  }

  @Test func `an object that is deleted again does not come back with the response to an earlier query`()
    throws
  {
    let cache = try Scene().cache
    try receive([1, 2], .unset, isPaged: false, cache)
    cache.transaction { $0.delete(Self.key(1)) }
    let ticket = CacheTicket(cache.store)
    cache.transaction { $0.delete(Self.key(1)) }
    try receive([1, 2], .unset, isPaged: false, cache, ticket: ticket)
    #expect(titles(.unset, isPaged: false, cache) == ["T2"])
  }

  @Test func `a change that was undone is not made again, nor any in a later request's list`() throws {
    struct Own: Error {}
    let cache = try Scene().cache
    try receive([1, 2, 3], .value("all"), isPaged: false, cache)
    let early = CacheTicket(cache.store)
    #expect(throws: Own.self) {
      try cache.transaction { transaction in
        transaction.append(Self.key(3), to: GraphQLCacheLists("Query", "feed"))
        throw Own()
      }
    }
    cache.transaction { $0.remove(Self.key(1), from: GraphQLCacheLists("Query", "feed")) }
    let late = CacheTicket(cache.store)
    try receive([1, 2], .value("a"), isPaged: false, cache, ticket: late)
    #expect(titles(.value("a"), isPaged: false, cache) == ["T1", "T2"])
    try receive([1, 2], .unset, isPaged: false, cache, ticket: early)
    #expect(titles(.unset, isPaged: false, cache) == ["T2"])
    #expect(titles(.value("a"), isPaged: false, cache) == ["T1", "T2"])
  }

  @Test(arguments: [true, false])
  func `a list keeps its age, and stays stale`(_ isPaged: Bool) throws {
    let scene = try Scene(limits: "Query.feed@60.posts@60")
    let field = isPaged ? "posts" : "feed"
    func isStale() -> Bool {
      isPaged ? scene.cache.partial(PostsQuery()).isStale : scene.cache.partial(FeedQuery()).isStale
    }
    func change() {
      scene.cache.transaction { transaction in
        transaction.remove(Self.key(1), from: GraphQLCacheLists("Query", field))
        transaction.append(Self.key(1), to: GraphQLCacheLists("Query", field))
      }
    }
    try receive([1, 2], .unset, isPaged: isPaged, scene.cache)
    change()
    #expect(!isStale())
    scene.cache.transaction { $0.invalidate(type: "Query", field: field) }
    change()
    #expect(isStale())
    try receive([1, 2], .unset, isPaged: isPaged, scene.cache)
    #expect(!isStale())
    scene.clock.advance(61)
    change()
    #expect(isStale())
    #expect(titles(.unset, isPaged: isPaged, scene.cache) == ["T2", "T1"])
  }
}
