import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// Directives that change the cache with a response: `@appendEdge`, `@prependEdge`, `@deleteEdge` and `@deleteRecord`.
@Suite(.timeLimit(.minutes(15))) struct CacheEditTests {
  private static func edge(_ post: Int) -> String {
    #"{"pinned":true,\#(node(post)),"___cursor":"c\#(post)"}"#
  }

  private static func bareEdge(_ post: Int) -> String { #"{\#(node(post)),"___cursor":"c\#(post)"}"# }

  private static func node(_ post: Int) -> String {
    #""node":{"title":"T\#(post)","likes":0,"___":"Post","___id":"\#(post)"}"#
  }

  private func titles(_ cache: GraphQLCache, _ genre: GraphQLNullable<String> = .unset) -> [String]? {
    cache.read(PostsQuery(genre: genre))?.posts.edges.map(\.node.title)
  }

  // MARK: - Against a model

  /// Mutations and an event, in any order, of which each changes lists of a model in the way its document says.
  @Test(arguments: 0..<40) func `responses change lists as a model of dictionaries`(_ seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    let cache = try Scene().cache
    let genres: [GraphQLNullable<String>] = [.unset, "a"]
    var lists: [[Int]] = [[], []]
    var deleted: Set<Int> = []
    // The posts in each list whose edges came with all fields. A list comes without them, and keeps those that it has.
    var whole: [Set<Int>] = [[], []]
    func receiveList(_ number: Int, _ posts: [Int]) throws {
      try cache.receive(PagedList(posts: posts).json(), for: PostsQuery(genre: genres[number]))
      lists[number] = posts
      whole[number].formIntersection(posts)
      deleted.subtract(posts)
    }
    func add(_ posts: [Int], atStart: Bool, isWhole: Bool) {
      deleted.subtract(posts)
      for number in lists.indices {
        if isWhole { whole[number].formUnion(posts) }
        for post in posts where !lists[number].contains(post) {
          lists[number].insert(post, at: atStart ? 0 : lists[number].count)
        }
      }
    }
    for number in lists.indices { try receiveList(number, [1, 2, 3]) }
    for _ in 0..<60 {
      let post = 1 + random.below(9)
      switch random.below(7) {
      case 0:
        try receiveList(random.below(2), Array((1..<10).shuffled(using: &random).prefix(random.below(5))))
      case 1:
        try cache.receive(#"{"publish":{"edge":\#(Self.edge(post))}}"#, for: PublishMutation(title: ""))
        add([post], atStart: false, isWhole: true)
      case 2:
        let posts = [post, post % 9 + 1]
        let edges = posts.map(Self.bareEdge).joined(separator: ",")
        try cache.receive(#"{"publish":{"all":[\#(edges)]}}"#, for: PublishFirstMutation(title: ""))
        add(posts, atStart: true, isWhole: false)
      case 3:
        try cache.receive(#"{"published":{"edge":\#(Self.edge(post))}}"#, for: NewPostsSubscription())
        add([post], atStart: true, isWhole: true)
      case 4:
        let other = post % 9 + 1
        try cache.receive(#"{"unpublish":{"gone":["\#(post)",\#(other)]}}"#, for: UnlistMutation(post: "1"))
        for number in lists.indices {
          lists[number].removeAll { $0 == post || $0 == other }
          whole[number].subtract([post, other])
        }
      case 5:
        try cache.receive(#"{"unpublish":{"removed":"\#(post)"}}"#, for: UnpublishMutation(post: "1"))
        deleted.insert(post)
      default:
        let value = random.chance(50) ? "null" : #"{"id":"\#(post)","___":"Post"}"#
        try cache.receive(#"{"unpublish":{"post":\#(value)}}"#, for: UnpublishWholeMutation(post: "1"))
        if value != "null" { deleted.insert(post) }
      }
      for (genre, list) in zip(genres, lists) {
        #expect(titles(cache, genre) == list.filter { !deleted.contains($0) }.map { "T\($0)" })
      }
      let shown = lists[0].filter { !deleted.contains($0) }
      #expect((cache.read(PinsQuery()) != nil) == shown.allSatisfy(whole[0].contains))
    }
  }

  // MARK: - Single directives

  @Test func `a whole edge is added, and one that lacks a field is fetched`() throws {
    let cache = try Scene().cache
    try cache.receive(PagedList(posts: [1, 2]).json(first: 2, pins: true), for: PinsQuery(first: 2))
    try cache.receive(#"{"publish":{"edge":\#(Self.edge(3))}}"#, for: PublishMutation(title: ""))
    #expect(cache.read(PinsQuery(first: 2))?.posts.edges.map(\.pinned) == [false, true, true])
    try cache.receive(#"{"publish":{"all":[\#(Self.bareEdge(4))]}}"#, for: PublishFirstMutation(title: ""))
    #expect(cache.partial(PinsQuery(first: 2)).missing.map(\.path.description) == ["posts.edges[0].pinned"])
  }

  @Test func `a whole edge completes one that is there, at its place`() throws {
    let scene = try Scene()
    try scene.cache.receive(PagedList(posts: [1, 2]).json(first: 2, pins: true), for: PinsQuery(first: 2))
    func pins() -> [String]? {
      scene.cache.read(PinsQuery(first: 2))?.posts.edges.map { "\($0.node.title) \($0.pinned)" }
    }
    // The closure of another mutation has only the object; then the server's event has the edge.
    scene.cache.transaction {
      $0.prepend(GraphQLCacheKey("Post", "3"), to: GraphQLCacheLists("Query", "posts"))
    }
    #expect(pins() == nil)
    try scene.cache.receive(#"{"published":{"edge":\#(Self.edge(3))}}"#, for: NewPostsSubscription())
    #expect(pins() == ["T3 true", "T1 false", "T2 true"])
    // A bare edge takes nothing away.
    try scene.cache.receive(
      #"{"publish":{"all":[\#(Self.bareEdge(2))]}}"#, for: PublishFirstMutation(title: ""))
    #expect(pins() == ["T3 true", "T1 false", "T2 true"])
  }

  @Test func `a null, an edge without a node and a failed field change nothing`() throws {
    let scene = try Scene()
    try scene.cache.receive(PagedList(posts: [1, 2]).json(), for: PostsQuery())
    for value in ["null", #"{"pinned":true,"node":null,"___cursor":"c3"}"#] {
      let text =
        #"{"data":{"publish":{"edge":\#(value)}},"errors":[{"message":"no","path":["publish","edge","node"]}]}"#
      let decoded = try GraphQLDecodedBody.decoding(Data(text.utf8), of: PublishMutation(title: ""))
      scene.cache.write(decoded.body, of: PublishMutation(title: ""), ticket: nil)
    }
    for value in ["null", "\"\""] {
      try scene.cache.receive(#"{"unpublish":{"removed":\#(value)}}"#, for: UnpublishMutation(post: "1"))
    }
    #expect(titles(scene.cache) == ["T1", "T2"])
    #expect(scene.events.failures.isEmpty)
  }

  @Test func `lists that are not cached stay so, and those of objects change, too`() throws {
    let cache = try Scene().cache
    try cache.receive(#"{"publish":{"edge":\#(Self.edge(3))}}"#, for: PublishMutation(title: ""))
    #expect(titles(cache) == nil)
    let list = PagedList(posts: [1]).json(first: 2).replacing(",\"likes\":0", with: "")
    let wall =
      "{\"me\":{\"name\":\"Ada\",\"posts\":" + list.dropFirst(9).dropLast()
      + ",\"___\":\"User\",\"___id\":\"u1\"}}"
    try cache.receive(wall, for: WallQuery(first: 2))
    try cache.receive(#"{"publish":{"edge":\#(Self.edge(3))}}"#, for: PublishMutation(title: ""))
    #expect(cache.read(WallQuery(first: 2))?.me?.posts.edges.map(\.node.title) == ["T1", "T3"])
  }

  @Test func `the closure of a mutation sees what its directives changed, and watchers get one update`()
    async throws
  {
    let scene = try Scene([.response(#"{"publish":{"edge":\#(Self.edge(3))}}"#)])
    try scene.cache.receive(PagedList(posts: [1, 2]).json(), for: PostsQuery())
    var updates = scene.cache.watch(PostsQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.posts.edges.count == 2)
    _ = try await scene.client.perform(
      PublishMutation(title: "T3"),
      updating: { data, transaction in
        #expect(try transaction.read(PostsQuery())?.posts.edges.count == 3)
        try transaction.update(PostsQuery()) { $0.posts.total = $0.posts.edges.count }
      })
    let posts = await updates.next()?.data?.posts
    #expect(posts?.edges.map(\.node.title) == ["T1", "T2", "T3"])
    #expect(posts?.total == 3)
  }

  @Test func `every way of sending applies the directives`() async throws {
    let response = #"{"publish":{"edge":\#(Self.edge(3))}}"#
    for way in 0..<3 {
      let scene = try Scene([.response(response)])
      try scene.cache.receive(PagedList(posts: [1]).json(), for: PostsQuery())
      let mutation = PublishMutation(title: "T3")
      switch way {
      case 0: _ = try await scene.client.perform(mutation)
      case 1: _ = try await scene.client.response(for: mutation)
      default:
        _ = try await scene.client.perform(
          mutation, optimistically: { $0.delete(GraphQLCacheKey("Post", "1")) })
      }
      #expect(titles(scene.cache) == ["T1", "T3"])
      // The server has not heard of them.
      guard case .bytes(let body)? = scene.server.requests.first?.body else {
        Issue.record("nothing was sent")
        continue
      }
      #expect(!String(decoding: body, as: UTF8.self).contains("appendEdge"))
    }
  }
}
