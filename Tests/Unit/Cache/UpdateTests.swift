import Apus
import ApusClient
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// What `update` does where an object is gone, and what a transaction within another leaves.
@Suite(.timeLimit(.minutes(15))) struct UpdateTests {
  private let posts = (1...3).map { GraphQLCacheKey("Post", $0) }

  private func filled(_ steps: [GraphQLScriptedTransport.Step] = []) async throws -> Scene {
    let feed =
      "{\"feed\":[\(post("1", "One", likes: 1)),\(post("2", "Two", likes: 2)),\(post("3", "Three", likes: 3))]}"
    let scene = try Scene([.response(feed)] + steps)
    _ = try await scene.client.fetch(FeedQuery())
    return scene
  }

  /// Somebody knows the post again.
  private func restore(_ scene: Scene, _ id: Int) throws {
    let json = "{\"data\":{\"post\":\(post("\(id)", "T\(id)", likes: 9, note: "null"))}}"
    let query = PostQuery(id: "\(id)")
    scene.cache.write(
      try GraphQLDecodedBody.decoding(Data(json.utf8), as: PostQuery.self).body, of: query, ticket: nil)
  }

  @Test func `An update of what cannot be decoded does nothing`() async throws {
    let scene = try await filled()
    scene.cache.transaction { $0.delete(GraphQLCacheKey("User", "u1")) }
    let isChanged = try scene.cache.transaction { transaction in
      let isChanged = try transaction.update(FeedQuery()) { $0.feed[0].likes = 50 }
      try transaction.write(LikesData(likes: 7), posts[1])
      return isChanged
    }
    #expect(!isChanged)
    #expect(scene.cache.read(LikesData.self, posts[0])?.likes == 1)
    #expect(scene.cache.read(LikesData.self, posts[1])?.likes == 7)
    // An object that is gone is nothing to tell.
    #expect(scene.events.failures.isEmpty)
  }

  @Test func `A value of another form is nothing to update and is told`() async throws {
    let scene = try await filled()
    let source = PlanSource(
      key: PlanSource.Key(type: ObjectIdentifier(UpdateTests.self), variables: Array("{}".utf8)), name: "F",
      text: "fragment F on Post{likes}")
    var json = "{\"likes\":\"many\"}"
    json.withUTF8 { bytes in
      try? scene.cache.store.transaction {
        try $0.write(bytes, source, .object("Post:1"), isLocal: true)
      }
    }
    let isChanged = try scene.cache.transaction { transaction in
      try transaction.update(LikesData.self, posts[0]) { $0.likes += 1 }
    }
    #expect(!isChanged)
    guard case .undecodable("LikesData", _)? = scene.events.failures.first else {
      Issue.record("\(scene.events.all)")
      return
    }
  }

  @Test func `A deleted object does not take the layers that update it`() async throws {
    let scene = try await filled()
    let layer = try scene.cache.optimistic { transaction in
      try transaction.update(FeedQuery()) { $0.feed[0].likes = 50 }
      try transaction.write(LikesData(likes: 60), GraphQLCacheKey("Post", 3))
    }
    scene.cache.transaction { $0.delete(GraphQLCacheKey("User", "u1")) }
    #expect(scene.cache.read(LikesData.self, posts[0])?.likes == 1)
    #expect(scene.cache.read(LikesData.self, posts[2])?.likes == 60)
    #expect(scene.events.failures.isEmpty)
    layer.rollBack()
    #expect(scene.cache.read(LikesData.self, posts[2])?.likes == 3)
  }

  /// The key in the argument leads to it as a reference would.
  @Test func `A deleted object that an argument names is nothing to update, and nothing to tell`()
    async throws
  {
    let scene = try Scene(limits: "Query.post?id")
    try scene.cache.receive("{\"feed\":[\(post("1", "One", likes: 1))]}", for: FeedQuery())
    let query = RequiredPostQuery(id: "1")
    #expect(scene.cache.read(query)?.post.title == "One")
    scene.cache.transaction { $0.delete(posts[0]) }
    let isChanged = try scene.cache.transaction { transaction in
      try transaction.update(query) { $0.post.title = "Two" }
    }
    #expect(!isChanged)
    #expect(scene.events.failures.isEmpty)
  }

  @Test func `An update leaves references to deleted objects`() async throws {
    let scene = try await filled([
      .response(
        "{\"me\":{\"name\":\"Ada\",\"best\":{\"title\":\"One\",\"___\":\"Post\",\"___id\":\"1\"},\"___\":\"User\",\"___id\":\"u1\"}}"
      )
    ])
    _ = try await scene.client.fetch(MeQuery(withBest: true))
    scene.cache.transaction { $0.delete(posts[0]) }
    try scene.cache.transaction { try $0.update(MeQuery(withBest: true)) { $0.me?.name = "Grace" } }
    #expect(scene.cache.read(MeQuery(withBest: true))?.me?.name == "Grace")
    #expect(scene.cache.read(MeQuery(withBest: true))?.me?.best == nil)
    try restore(scene, 1)
    #expect(scene.cache.read(MeQuery(withBest: true))?.me?.best?.title == "T1")
  }

  @Test(arguments: 1...3) func `An update leaves deleted elements where they are`(_ gone: Int) async throws {
    let scene = try await filled()
    scene.cache.transaction { $0.delete(posts[gone - 1]) }
    try scene.cache.transaction { try $0.update(FeedQuery()) { $0.feed[1].likes = 20 } }
    #expect(scene.cache.read(FeedQuery())?.feed.count == 2)
    try restore(scene, gone)
    let titles = ["One", "Two", "Three"].enumerated().map { $0 == gone - 1 ? "T\(gone)" : $1 }
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.title) == titles)
  }

  @Test func `A new element does not match a stored one that lacks a field`() throws {
    let scene = try Scene()
    let stored = (1...2).map { "{\"id\":\"\($0)\",\"title\":\"T\",\"likes\":1,\"___\":\"Post\"}" }
    try scene.cache.receive("{\"feed\":[\(stored.joined(separator: ","))]}", for: IdentifiedQuery())
    let post = FeedQuery.Data.Feed(title: "T", likes: 1, author: .init(name: "Ada"))
    #expect {
      try scene.cache.transaction { try $0.write(FeedQuery.Data(feed: [post]), for: FeedQuery()) }
    } throws: { error in
      if case .unidentified("feed[0]") = error as? GraphQLCacheError { true } else { false }
    }
  }

  /// Fields are left out only if the object itself has them already.
  @Test func `An object that takes another's place has the fields that are equal in both`() throws {
    let scene = try Scene()
    let stored = "{\"id\":\"1\",\"title\":\"T\",\"likes\":1,\"___\":\"Post\"}"
    try scene.cache.receive("{\"feed\":[\(stored)]}", for: IdentifiedQuery())
    try scene.cache.transaction { transaction in
      try transaction.update(IdentifiedQuery()) { $0.feed[0] = .init(id: "9", title: "T", likes: 5) }
    }
    let feed = scene.cache.read(IdentifiedQuery())?.feed
    #expect(feed == [IdentifiedQuery.Data.Feed(id: "9", title: "T", likes: 5)])
  }

  @Test func `A list that changes keeps deleted elements behind what they follow`() async throws {
    let scene = try await filled()
    scene.cache.transaction { $0.delete(posts[1]) }
    try scene.cache.transaction { try $0.update(FeedQuery()) { $0.feed.removeFirst() } }
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.title) == ["Three"])
    try restore(scene, 2)
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.title) == ["T2", "Three"])
    // What the value has itself is there once.
    scene.cache.transaction { $0.delete(posts[1]) }
    try scene.cache.transaction { transaction in
      let data = IdentifiedQuery.Data(feed: [
        .init(id: "3", title: "Three", likes: 3), .init(id: "2", title: "Again", likes: 0),
      ])
      try transaction.write(data, for: IdentifiedQuery())
    }
    #expect(scene.cache.read(IdentifiedQuery())?.feed.map(\.title) == ["Three", "Again"])
  }

  @Test func `An update leaves edges whose nodes are deleted`() async throws {
    let list = PagedList(posts: Array(1..<4))
    let scene = try Scene([.response(list.json(first: 3))])
    _ = try await scene.client.fetch(PostsQuery(first: 3))
    scene.cache.transaction { $0.delete(posts[1]) }
    try scene.cache.transaction { transaction in
      try transaction.update(PostsQuery(first: 3)) { $0.posts.edges[1].node.likes = 5 }
    }
    let likes = { scene.cache.read(PostsQuery(first: 3))?.posts.edges.map(\.node.likes) }
    #expect(likes() == [0, 5])
    try restore(scene, 2)
    #expect(likes() == [0, 9, 5])
    // The edge has its cursor still.
    #expect(scene.cache.read(PostsQuery(first: 1, after: "c2"))?.posts.edges.map(\.node.title) == ["T3"])
  }

  /// Whatever is deleted, such an update leaves the whole cache as it was.
  @Test(arguments: 0..<max(20, RoundTripTests.count / 5))
  func `An update that changes nothing changes nothing`(_ seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    func post(_ id: Int) -> String { "{\"title\":\"T\(id)\",\"___\":\"Post\",\"___id\":\"\(id)\"}" }
    let list = PagedList(posts: Array(0..<4))
    let found = "{\"__typename\":\"Post\",\"__isNode\":\"Post\",\"id\":\"1\",\"title\":\"T1\"}"
    let user = "{\"__typename\":\"User\",\"__isNode\":\"User\",\"id\":\"u1\",\"name\":\"Ada\"}"
    let info = "\"pageInfo\":{\"hasNextPage\":false,\"endCursor\":\"c3\"}"
    let edges = (0..<3).map { "{\"node\":\(post($0)),\"___cursor\":\"c\($0)\"}" }.joined(separator: ",")
    let cache = try Scene().cache
    try cache.receive(list.json(first: 4), for: PostsQuery(first: 4))
    let nodes = "{\"nodes\":[\(post(0)),\(post(2)),\(post(3))],\(info)}"
    try cache.receive("{\"posts\":\(nodes)}", for: PostNodesQuery(first: 3))
    try cache.receive("{\"found\":[\(found),\(user),\(found)]}", for: SearchQuery(text: "x"))
    let me =
      "{\"name\":\"Ada\",\"best\":\(post(1)),\"posts\":{\"edges\":[\(edges)],\(info)},\"___\":\"User\",\"___id\":\"u1\"}"
    try cache.receive("{\"me\":\(me)}", for: MeQuery(withBest: true))
    try cache.receive("{\"me\":\(me)}", for: WallQuery(first: 3))
    let keys = (0..<4).map { GraphQLCacheKey("Post", $0) } + [GraphQLCacheKey("User", "u1")]
    cache.transaction { transaction in
      for key in keys where random.chance(40) { transaction.delete(key) }
    }
    let before = cache.inspect()
    let isFound = try cache.transaction { transaction in
      [
        try transaction.update(PostsQuery(first: 4)) { _ in },
        try transaction.update(PostNodesQuery(first: 3)) { _ in },
        try transaction.update(SearchQuery(text: "x")) { _ in },
        try transaction.update(MeQuery(withBest: true)) { _ in },
        try transaction.update(WallQuery(first: 3)) { _ in },
      ]
    }
    #expect(isFound == [true, true, true, true, true])
    #expect(cache.inspect() == before)
  }

  @Test func `A transaction within another takes its own writes back`() async throws {
    struct Stop: Error {}
    let scene = try await filled()
    var updates = scene.cache.watch(FeedQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed.map(\.likes) == [1, 2, 3])
    try scene.cache.transaction { outer in
      try outer.write(LikesData(likes: 10), posts[0])
      #expect(throws: Stop.self) {
        try scene.cache.transaction { middle in
          try middle.write(LikesData(likes: 11), posts[0])
          try middle.write(LikesData(likes: 12), posts[1])
          try scene.cache.transaction { try $0.write(LikesData(likes: 13), posts[2]) }
          middle.invalidate(posts[2])
          throw Stop()
        }
      }
      #expect(try outer.read(LikesData.self, posts[0])?.likes == 10)
      #expect(try outer.read(LikesData.self, posts[2])?.likes == 3)
      try? scene.cache.transaction { inner in
        try inner.write(LikesData(likes: 14), posts[1])
        try? scene.cache.transaction {
          try $0.write(LikesData(likes: 15), posts[1])
          throw Stop()
        }
      }
    }
    // An update does not come for a feed that lost an object.
    let likes = try #require(scene.cache.read(FeedQuery())).feed.map(\.likes)
    #expect(likes == [10, 14, 3])
    #expect(await updates.next()?.data?.feed.map(\.likes) == likes)
    #expect(!scene.cache.partial(LikesData.self, posts[2]).isStale)
  }
}
