import Apus
import ApusClient
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(15))) struct GarbageTests {
  private let feed = "{\"feed\":[\(post("1", "One", likes: 1)),\(post("2", "Two", likes: 2))]}"
  private let jazz = "{\"feed\":[\(post("3", "Three", likes: 3))]}"

  private func filled(
    _ configuration: GraphQLCacheConfiguration = GraphQLCacheConfiguration(gracePeriod: .seconds(100))
  )
    async throws -> Scene
  {
    let scene = try Scene([.response(feed), .response(jazz)], configuration: configuration)
    _ = try await scene.client.fetch(FeedQuery())
    _ = try await scene.client.fetch(FeedQuery(genre: "jazz"))
    return scene
  }

  @Test func `unused objects go after the grace period`() async throws {
    let scene = try await filled()
    scene.clock.advance(100)
    await scene.cache.collectGarbage()
    // Reading uses it.
    #expect(scene.cache.read(FeedQuery())?.feed.count == 2)
    scene.clock.advance(60)
    await scene.cache.collectGarbage()
    #expect(scene.cache.read(FeedQuery())?.feed.count == 2)
    #expect(scene.cache.read(FeedQuery(genre: "jazz")) == nil)
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "3")) == nil)
    let collected = scene.events.all.compactMap { event -> Int? in
      if case .collected(let count, let bytes) = event, bytes > 0 { count } else { nil }
    }
    // The root field and its post; its author is everybody's.
    #expect(collected == [2])
    #expect(!scene.events.all.contains { if case .evicted = $0 { true } else { false } })
    #expect(
      scene.cache.partial(FeedQuery(genre: "jazz")).missing.map(\.reason) == [.evicted])
  }

  @Test func `objects that are read by key stay`() async throws {
    let scene = try await filled()
    for _ in 0..<5 {
      scene.clock.advance(60)
      #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "3")) != nil)
      await scene.cache.collectGarbage()
    }
    #expect(scene.cache.read(FeedQuery(genre: "jazz")) == nil)
  }

  /// Writing one field of an object counts as use.
  @Test func `objects of which a part is written stay`() async throws {
    let scene = try await filled()
    scene.clock.advance(90)
    try scene.cache.transaction { try $0.write(LikesData(likes: 9), GraphQLCacheKey("Post", "1")) }
    scene.clock.advance(90)
    await scene.cache.collectGarbage()
    #expect(scene.cache.has("Post", "1"))
    #expect(!scene.cache.has("Post", "2"))
  }

  /// A user who leaves a view may come back to it.
  @Test func `what was watched lately stays`() async throws {
    let scene = try await filled()
    var updates: GraphQLCacheUpdates<FeedQuery.Data>.AsyncIterator? =
      scene.cache.watch(FeedQuery(genre: "jazz")).makeAsyncIterator()
    #expect(await updates?.next()?.data?.feed.count == 1)
    updates = nil
    #expect(scene.cache.store.watcherCount == 0)
    scene.clock.advance(1000)
    await scene.cache.collectGarbage()
    #expect(scene.cache.read(FeedQuery(genre: "jazz"))?.feed.count == 1)
    #expect(scene.cache.read(FeedQuery()) == nil)
  }

  @Test func `retained queries stay`() async throws {
    let scene = try await filled()
    var retention: GraphQLRetention? = try scene.cache.retain(FeedQuery(genre: "jazz"))
    scene.clock.advance(1000)
    await scene.cache.collectGarbage()
    #expect(retention != nil)
    #expect(scene.cache.inspect().contains("watched or retained: Feed"))
    #expect(!scene.cache.inspect().contains("Post:1\n"))
    retention = nil
    // The last sixteen that were released stay as well.
    scene.clock.advance(1000)
    await scene.cache.collectGarbage()
    var others: [GraphQLRetention] = []
    for number in 0..<16 { others.append(try scene.cache.retain(FeedQuery(genre: .value("\(number)")))) }
    #expect(scene.cache.keptKeys.contains("Query\u{2044}feed({\"genre\":\"jazz\"})"))
    others = []
    scene.clock.advance(1000)
    await scene.cache.collectGarbage()
    #expect(scene.cache.read(FeedQuery(genre: "jazz")) == nil)
  }

  @Test func `watched queries stay`() async throws {
    let scene = try await filled()
    var updates = scene.cache.watch(FeedQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed.count == 2)
    scene.clock.advance(1000)
    await scene.cache.collectGarbage()
    #expect(scene.cache.read(FeedQuery())?.feed.count == 2)
    #expect(scene.cache.read(FeedQuery(genre: "jazz")) == nil)
  }

  @Test func `Layers keep what they read or wrote, and nothing else`() async throws {
    let scene = try await filled()
    let layer = try scene.cache.optimistic { transaction in
      try transaction.update(LikesData.self, GraphQLCacheKey("Post", "3")) { $0.likes += 1 }
    }
    scene.clock.advance(1000)
    await scene.cache.collectGarbage()
    #expect(scene.cache.read(FeedQuery(genre: "jazz")) == nil)
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "3"))?.likes == 4)
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "1")) == nil)
    layer.rollBack()
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "3"))?.likes == 3)
    scene.clock.advance(1000)
    await scene.cache.collectGarbage()
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "3")) == nil)
  }

  /// Offline, a layer may stay for days. What it hides comes back when it is rolled back.
  @Test(arguments: ["watched", "retained"], ["one layer", "two layers"])
  func `what layers hide stays for what is kept`(_ reason: String, _ layers: String) async throws {
    let scene = try Scene(configuration: GraphQLCacheConfiguration(gracePeriod: .seconds(100)))
    let other = post("2", "Two", likes: 2).replacing("\"Ada\"", with: "\"Bob\"").replacing(
      "\"u1\"", with: "\"u2\"")
    try scene.cache.receive("{\"feed\":[\(post("1", "One", likes: 1)),\(other)]}", for: FeedQuery())
    let updates = scene.cache.watch(FeedQuery()).makeAsyncIterator()
    let retention = reason == "retained" ? try scene.cache.retain(FeedQuery()) : nil
    var watch = reason == "watched" ? updates : nil
    if reason == "watched" { #expect(await watch?.next()?.data?.feed.count == 2) }
    let first = try scene.cache.optimistic { $0.delete(GraphQLCacheKey("Post", "2")) }
    let second =
      layers == "two layers" ? try scene.cache.optimistic { $0.delete(GraphQLCacheKey("Post", "1")) } : nil
    scene.clock.advance(1000)
    await scene.cache.collectGarbage()
    second?.rollBack()
    first.rollBack()
    let names = scene.cache.read(FeedQuery())?.feed.map(\.author.name)
    withExtendedLifetime((watch, retention)) { #expect(names == ["Ada", "Bob"]) }
  }

  @Test func `what layers hide of a retained query stays over the limit as well`() async throws {
    let scene = try Scene(configuration: GraphQLCacheConfiguration(sizeLimit: 1))
    let retention = try scene.cache.retain(FeedQuery())
    try scene.cache.receive(feed, for: FeedQuery())
    let layers = try ["1", "2"].map { id in
      try scene.cache.optimistic { $0.delete(GraphQLCacheKey("Post", id)) }
    }
    await scene.cache.collectGarbage()
    for layer in layers { layer.rollBack() }
    withExtendedLifetime(retention) {
      #expect(scene.cache.read(FeedQuery())?.feed.map(\.author.name) == ["Ada", "Ada"])
    }
  }

  /// Over the limit what was used last stays, down to three quarters of it.
  @Test func `size is limited`() async throws {
    let scene = try Scene(configuration: GraphQLCacheConfiguration(sizeLimit: 20_000))
    for number in 0..<400 {
      scene.clock.advance(1)
      let text = "{\"data\":{\"feed\":[\(post("\(number)", "Title", likes: number))]}}"
      let query = FeedQuery(genre: .value("\(number)"))
      let body = try GraphQLDecodedBody.decoding(Data(text.utf8), as: FeedQuery.self).body
      scene.cache.write(body, of: query, ticket: nil)
      // The first one is read again and again.
      if number < 300 { #expect(scene.cache.read(FeedQuery(genre: "0")) != nil) }
      if number % 10 == 0 { await scene.cache.collectGarbage() }
    }
    await scene.cache.collectGarbage()
    #expect(scene.cache.keptBytes <= 20_000)
    #expect(scene.cache.keptBytes > 10_000)
    #expect(scene.cache.read(FeedQuery(genre: "399")) != nil)
    #expect(scene.cache.read(FeedQuery(genre: "1")) == nil)
    #expect(
      scene.events.all.contains {
        if case .evicted = $0 { true } else { false }
      })
  }

  @Test func `size is limited by itself`() async throws {
    let scene = try Scene(configuration: GraphQLCacheConfiguration(sizeLimit: 20_000))
    for number in 0..<400 {
      let text = "{\"data\":{\"feed\":[\(post("\(number)", "Title", likes: number))]}}"
      let body = try GraphQLDecodedBody.decoding(Data(text.utf8), as: FeedQuery.self).body
      scene.cache.write(body, of: FeedQuery(genre: .value("\(number)")), ticket: nil)
    }
    try await eventually("garbage is collected") { !scene.events.all.isEmpty }
  }

  /// Everything in the file may be old when an app starts. The app gets time to use it before garbage is collected.
  @Test func `nothing is collected at the first write`() async throws {
    let kept = try await Kept(.file, configuration: GraphQLCacheConfiguration(gracePeriod: .seconds(100)))
    try kept.cache.receive(feed, for: FeedQuery())
    kept.clock.advance(1000)
    try await kept.restart()
    try kept.cache.receive(jazz, for: FeedQuery(genre: "jazz"))
    // A collection notes how much there is as it begins.
    #expect(kept.cache.store.lastCollection.size == 0)
    kept.clock.advance(60)
    try kept.cache.receive(jazz, for: FeedQuery(genre: "jazz"))
    try await eventually("the old field is collected") { !kept.cache.hasRootField("feed") }
    #expect(kept.cache.hasRootField("feed({\"genre\":\"jazz\"})"))
  }

  /// P8: against a model that follows references through what was written.
  @Test(arguments: 0..<20) func `collection changes no retained read`(_ seed: Int) async throws {
    var random = SeededRandom(UInt64(seed))
    let scene = try Scene(configuration: GraphQLCacheConfiguration(gracePeriod: .seconds(50)))
    var retained: [Int: GraphQLRetention] = [:]
    var lastUse: [Int: Int] = [:]
    var contents: [Int: [Int]] = [:]
    var released: [Int] = []
    var time = 0
    for _ in 0..<200 {
      let list = random.below(30)
      let query = FeedQuery(genre: .value("\(list)"))
      switch random.below(5) {
      case 0, 1:
        let posts = (0..<random.below(4)).map { _ in random.below(40) }
        let text = posts.map { post("\($0)", "Title", likes: $0) }.joined(separator: ",")
        let json = Data("{\"data\":{\"feed\":[\(text)]}}".utf8)
        scene.cache.write(
          try GraphQLDecodedBody.decoding(json, as: FeedQuery.self).body, of: query, ticket: nil)
        contents[list] = posts
        lastUse[list] = time
      case 2:
        if scene.cache.read(query) != nil { lastUse[list] = time }
      case 3:
        if retained.removeValue(forKey: list) != nil {
          released.removeAll { $0 == list }
          released = Array((released + [list]).suffix(16))
        } else {
          retained[list] = try scene.cache.retain(query)
        }
      default:
        time += random.below(40)
        scene.clock.advance(Double(time) - scene.clock.now.timeIntervalSince1970 + 1_700_000_000)
        await scene.cache.collectGarbage()
        let kept = contents.keys.filter {
          retained[$0] != nil || released.contains($0) || time - (lastUse[$0] ?? 0) <= 50
        }
        contents = contents.filter { kept.contains($0.key) }
        let keys = scene.cache.keptKeys
        for (list, posts) in contents {
          let query = FeedQuery(genre: .value("\(list)"))
          #expect(keys.contains("Query\u{2044}feed({\"genre\":\"\(list)\"})"))
          if retained[list] != nil {
            #expect(scene.cache.read(query)?.feed.map(\.likes) == posts)
            lastUse[list] = time
          }
        }
        #expect(keys.filter { $0.hasPrefix("Query") }.count == contents.count)
      }
    }
  }
}
