import Apus
import ApusClient
import ApusTesting
import Foundation
import TestSupport
import Testing

import ApusCache

@Suite(.timeLimit(.minutes(15))) struct AgeTests {
  private let feed = "{\"feed\":[\(post("1", "One", likes: 1)),\(post("2", "Two", likes: 2))]}"
  private let offline = GraphQLScriptedTransport.Step.failure(URLError(.notConnectedToInternet))

  /// Which limit counts: a field's, its type's, that of all.
  @Test(arguments: [
    ("*@10", 10), ("*@10;Post@20;User@30;Query@99", 20),
    ("Post.title@30", 30), ("Post@10.title@30;User@40", 10), ("Query.feed@15", 15), ("User.name@7", 7),
    ("Post@10.title@30.likes@40.author:User@50", 30),
  ])
  func `the nearest limit of age applies`(_ limits: String, seconds: Int) async throws {
    let scene = try Scene([.response(feed), .response(feed)], limits: limits)
    _ = try await scene.client.fetch(FeedQuery())
    scene.clock.advance(Double(seconds))
    _ = try await scene.client.fetch(FeedQuery())
    #expect(scene.server.requests.count == 1)
    #expect(!scene.cache.partial(FeedQuery()).isStale)
    scene.clock.advance(1)
    #expect(scene.cache.partial(FeedQuery()).isStale)
    #expect(scene.cache.partial(FeedQuery()).age == .seconds(seconds + 1))
    _ = try await scene.client.fetch(FeedQuery())
    #expect(scene.server.requests.count == 2)
    #expect(scene.events.causes.last == .expired)
    #expect(!scene.cache.partial(FeedQuery()).isStale)
  }

  @Test func `without limit nothing expires`() async throws {
    let scene = try Scene([.response(feed)])
    _ = try await scene.client.fetch(FeedQuery())
    scene.clock.advance(1_000_000)
    _ = try await scene.client.fetch(FeedQuery())
    #expect(scene.server.requests.count == 1)
  }

  @Test func `requests have limits of their own`() async throws {
    let scene = try Scene([.response(feed), .response(feed), offline], limits: "*@1000")
    _ = try await scene.client.fetch(FeedQuery())
    scene.clock.advance(100)
    _ = try await scene.client.fetch(FeedQuery(), maxAge: .seconds(100))
    #expect(scene.server.requests.count == 1)
    _ = try await scene.client.fetch(FeedQuery(), maxAge: .seconds(99))
    #expect(scene.server.requests.count == 2)
    // Offline the old data are better than none.
    scene.clock.advance(2000)
    #expect(try await scene.client.fetch(FeedQuery()).feed.count == 2)
    #expect(scene.server.requests.count == 3)
    // Reading does not ask how old it is.
    #expect(scene.cache.read(FeedQuery())?.feed.count == 2)
  }

  /// A result is as old as its oldest field; a field that another query refreshed is as old as that.
  @Test func `fields have their own ages`() async throws {
    let like = "{\"like\":{\"likes\":5,\"___\":\"Post\",\"___id\":\"1\"}}"
    let scene = try Scene([.response("{\"feed\":[\(post("1", "One", likes: 1))]}"), .response(like)])
    _ = try await scene.client.fetch(FeedQuery())
    scene.clock.advance(50)
    _ = try await scene.client.perform(LikeMutation(post: "1"))
    scene.clock.advance(10)
    #expect(scene.cache.partial(FeedQuery()).age == .seconds(60))
    #expect(scene.cache.partial(LikesData.self, GraphQLCacheKey("Post", "1")).age == .seconds(10))
  }

  @Test func `what layers write is as old as what is below`() async throws {
    let scene = try Scene([.response(feed)])
    _ = try await scene.client.fetch(FeedQuery())
    scene.clock.advance(10)
    let layer = try scene.cache.optimistic { transaction in
      try transaction.update(LikesData.self, GraphQLCacheKey("Post", "1")) { $0.likes += 1 }
    }
    let during = scene.cache.partial(LikesData.self, GraphQLCacheKey("Post", "1"))
    #expect(during.age == .seconds(10))
    #expect(during.isOptimistic)
    layer.rollBack()
    #expect(!scene.cache.partial(LikesData.self, GraphQLCacheKey("Post", "1")).isOptimistic)
  }

  @Test func `watches show old data and ask`() async throws {
    let gate = Gate()
    let scene = try Scene(
      [.response(feed), .response("{\"feed\":[\(post("1", "New", likes: 9))]}", after: gate)], limits: "*@10")
    _ = try await scene.client.fetch(FeedQuery())
    scene.clock.advance(60)
    var updates = scene.client.watch(FeedQuery()).makeAsyncIterator()
    let first = try #require(await updates.next())
    #expect(first.data?.feed.count == 2)
    #expect(first.isFetching)
    await gate.open()
    #expect(await updates.next()?.data?.feed.map(\.title) == ["New"])
    #expect(
      scene.events.causes == [.missing([]), .expired].map { $0 } || scene.events.causes.last == .expired)
  }

  @Test func `watches refetch when they are told`() async throws {
    let scene = try Scene(
      [.response(feed), .response("{\"feed\":[\(post("1", "New", likes: 9))]}")], limits: "*@0")
    _ = try await scene.client.fetch(FeedQuery())
    var updates = scene.client.watch(FeedQuery(), refetchesWhenStale: true).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed.count == 2)
    var update = await updates.next()
    while update?.isFetching == true { update = await updates.next() }
    #expect(update?.data?.feed.map(\.title) == ["New"])
  }

  @Test func `responses say how long they are fresh`() async throws {
    let body = Data("{\"data\":\(feed)}".utf8)
    func answer(_ control: String?) -> GraphQLScriptedTransport.Step {
      .perform { _ in
        var headers: GraphQLHTTPHeaders = ["Content-Type": "application/json"]
        if let control { headers["Cache-Control"] = control }
        return GraphQLHTTPResponse(status: 200, headers: headers, body: body)
      }
    }
    let scene = try Scene(
      [
        answer("public, max-age=30"), answer("no-cache"), answer(nil),
      ], configuration: GraphQLCacheConfiguration(usesCacheControl: true))
    _ = try await scene.client.fetch(FeedQuery())
    scene.clock.advance(30)
    _ = try await scene.client.fetch(FeedQuery())
    #expect(scene.server.requests.count == 1)
    scene.clock.advance(1)
    _ = try await scene.client.fetch(FeedQuery())
    #expect(scene.server.requests.count == 2)
    scene.clock.advance(1)
    _ = try await scene.client.fetch(FeedQuery())
    #expect(scene.server.requests.count == 3)
    scene.clock.advance(1000)
    _ = try await scene.client.fetch(FeedQuery())
    #expect(scene.server.requests.count == 3)
  }

  // MARK: - Invalidating

  @Test(arguments: 0..<5) func `invalidated data is asked for again`(_ way: Int) async throws {
    let scene = try Scene([.response(feed), .response(feed)])
    _ = try await scene.client.fetch(FeedQuery())
    try scene.cache.transaction { transaction in
      switch way {
      case 0: transaction.invalidate(GraphQLCacheKey("Post", "1"))
      case 1: transaction.invalidate(type: "User")
      case 2: transaction.invalidate(type: "Query", field: "feed") { $0["genre"] == nil }
      case 3: transaction.invalidate(type: "Post", field: "likes")
      default: try transaction.invalidate(FeedQuery())
      }
    }
    #expect(scene.cache.read(FeedQuery()) != nil)
    #expect(scene.cache.partial(FeedQuery()).isStale)
    _ = try await scene.client.fetch(FeedQuery())
    #expect(scene.events.causes.last == .invalidated)
    #expect(!scene.cache.partial(FeedQuery()).isStale)
    #expect(scene.server.requests.count == 2)
  }

  /// In any order, what is invalidated together is what is invalidated one by one; what is invalidated last is in another slice of the commit.
  @Test(arguments: 0..<25, [false, true])
  func `two ways of invalidating add up`(_ pair: Int, _ isFar: Bool) async throws {
    func invalidate(_ way: Int, _ transaction: borrowing GraphQLCacheTransaction) {
      switch way {
      case 0: transaction.invalidate(GraphQLCacheKey("Post", "1"))
      case 1: transaction.invalidate(type: "Post")
      case 2: transaction.invalidate(type: "Post", field: "title")
      case 3: transaction.invalidate(type: "Post", field: "likes")
      default: transaction.invalidate(type: "Query", field: "feed") { $0["genre"] == nil }
      }
    }
    var ages: [String] = []
    for isTogether in [true, false] {
      let scene = try Scene([.response(feed)])
      _ = try await scene.client.fetch(FeedQuery())
      scene.cache.transaction { transaction in
        invalidate(pair / 5, transaction)
        if isFar { for id in 100..<400 { transaction.invalidate(GraphQLCacheKey("Post", "\(id)")) } }
        if isTogether { invalidate(pair % 5, transaction) }
      }
      if !isTogether { scene.cache.transaction { invalidate(pair % 5, $0) } }
      ages.append(scene.cache.inspect())
    }
    #expect(ages[0] == ages[1] && ages[0].contains("[invalidated]"))
  }

  @Test func `invalidating touches nothing else`() async throws {
    let scene = try Scene([.response(feed), .response("{\"feed\":[]}")])
    _ = try await scene.client.fetch(FeedQuery())
    _ = try await scene.client.fetch(FeedQuery(genre: "jazz"))
    scene.cache.transaction { transaction in
      transaction.invalidate(type: "Query", field: "feed") { $0["genre"] == "jazz" }
      transaction.invalidate(type: "Post", field: "note")
      transaction.invalidate(GraphQLCacheKey("Post", "77"))
    }
    #expect(!scene.cache.partial(FeedQuery()).isStale)
    #expect(scene.cache.partial(FeedQuery(genre: "jazz")).isStale)
  }

  @Test func `watches of invalidated data are sent again`() async throws {
    let scene = try Scene([.response(feed), .response("{\"feed\":[\(post("1", "New", likes: 9))]}")])
    _ = try await scene.client.fetch(FeedQuery())
    var updates = scene.client.watch(FeedQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed.count == 2)
    scene.cache.transaction { $0.invalidate(GraphQLCacheKey("Post", "2")) }
    var update = await updates.next()
    while update?.isFetching == true {
      // It is still shown.
      if scene.server.requests.count == 1 { #expect(update?.data?.feed.count == 2) }
      update = await updates.next()
    }
    #expect(update?.data?.feed.map(\.title) == ["New"])
  }

  @Test func `invalidating in a layer waits for its commit`() async throws {
    let scene = try Scene([.response(feed)])
    _ = try await scene.client.fetch(FeedQuery())
    let layer = try scene.cache.optimistic { $0.invalidate(GraphQLCacheKey("Post", "2")) }
    #expect(!scene.cache.partial(FeedQuery()).isStale)
    try layer.commit()
    #expect(scene.cache.partial(FeedQuery()).isStale)
  }

  @Test func `a transaction that throws makes nothing newer`() async throws {
    struct Refused: Error {}
    let scene = try Scene([.response(feed)])
    _ = try await scene.client.fetch(FeedQuery())
    scene.clock.advance(50)
    #expect(throws: Refused.self) {
      try scene.cache.transaction { transaction in
        try transaction.write(LikesData(likes: 9), GraphQLCacheKey("Post", "1"))
        throw Refused()
      }
    }
    try scene.cache.transaction { try $0.write(LikesData(likes: 3), GraphQLCacheKey("Post", "2")) }
    #expect(scene.cache.partial(LikesData.self, GraphQLCacheKey("Post", "1")).age == .seconds(50))
    #expect(scene.cache.partial(LikesData.self, GraphQLCacheKey("Post", "2")).age == .seconds(0))
  }

  /// Writing a whole object forgets the ages of its fields, also for writes that follow.
  @Test func `a whole object forgets the ages of its fields`() async throws {
    let scene = try Scene([.response(feed), .response(feed)])
    let key = GraphQLCacheKey("Post", "1")
    _ = try await scene.client.fetch(FeedQuery())
    scene.clock.advance(10)
    try scene.cache.transaction { try $0.write(LikesData(likes: 9), key) }
    scene.clock.advance(10)
    _ = try await scene.client.fetch(FeedQuery(), policy: .networkOnly)
    scene.clock.advance(10)
    try scene.cache.transaction { _ = try $0.update(FeedQuery()) { $0.feed[0].title = "Other" } }
    scene.clock.advance(10)
    #expect(scene.cache.partial(LikesData.self, key).age == .seconds(20))
    #expect(scene.cache.partial(PostTitleData.self, key).age == .seconds(10))
  }
}
