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

  private func receive(_ posts: [Int], _ genre: GraphQLNullable<String>, isPaged: Bool, _ cache: GraphQLCache)
    throws
  {
    if isPaged {
      // Objects that were deleted come back with all their fields.
      try receive(posts, .value("all"), isPaged: false, cache)
      try cache.receive(
        PagedList(posts: posts, likes: Dictionary(uniqueKeysWithValues: posts.map { ($0, $0) })).json(),
        for: PostsQuery(genre: genre))
    } else {
      let list = posts.map(Self.post).joined(separator: ",")
      try cache.receive("{\"feed\":[\(list)]}", for: FeedQuery(genre: genre))
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
      func isMeant(_ name: Name, _ lists: GraphQLCacheLists) -> Bool {
        (name.isPaged ? "posts" : "feed") == lists.field
          && lists.arguments.allSatisfy { $1 == (name.genre.map { .string($0) } ?? .null) }
      }
      if case .delete(let post) = change { deleted.insert(post) }
      for (name, list) in lists {
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

  /// Changes below and in optimistic layers, and responses, in any order.
  @Test(arguments: 0..<60) func `lists contain what a model of dictionaries contains`(_ seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    let cache = try Scene().cache
    var server = Model()
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
    for _ in 0..<60 {
      switch random.below(6) {
      case 0:
        let name = Name(isPaged: random.chance(50), genre: [nil, "a", "b"][random.below(3)])
        let posts = Array((1..<9).shuffled(using: &random).prefix(random.below(5)))
        try receive(posts, name.genre.map { .value($0) } ?? .unset, isPaged: name.isPaged, cache)
        server.lists[name] = posts
        server.deleted.subtract(posts)
      case 1:
        let changes = [change(), change()]
        let layer = try cache.optimistic { transaction in for change in changes { apply(change, transaction) }
        }
        layers.append((layer, changes))
      case 2 where !layers.isEmpty:
        let ended = layers.remove(at: random.below(layers.count))
        if random.chance(50) {
          try ended.layer.commit()
          for change in ended.changes { server.apply(change) }
        } else {
          ended.layer.rollBack()
        }
      default:
        let changes = [change(), change()]
        cache.transaction { transaction in for change in changes { apply(change, transaction) } }
        for change in changes { server.apply(change) }
      }
      var expected = server
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

  @Test func `a response to a query that was sent before does not undo the change`() async throws {
    let gate = Gate()
    let scene = try Scene([.response("{\"feed\":[\(Self.post(1)),\(Self.post(2))]}", after: gate)])
    try receive([1, 2], .unset, isPaged: false, scene.cache)
    async let feed = scene.client.fetch(FeedQuery(), policy: .networkOnly)
    try await eventually("the query is sent") { scene.server.requests.count == 1 }
    scene.cache.transaction { $0.remove(Self.key(1), from: GraphQLCacheLists("Query", "feed")) }
    await gate.open()
    _ = try await feed
    #expect(titles(.unset, isPaged: false, scene.cache) == ["T2"])
  }
}
