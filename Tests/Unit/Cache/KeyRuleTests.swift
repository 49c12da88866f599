import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import Foundation
import Testing

@testable import ApusCache
import CacheFixtures

/// Rules in Swift for the keys of objects.
@Suite(.timeLimit(.minutes(15))) struct KeyRuleTests {
  /// Row A, number 1 is `a1`; number 0 is a place to stand, and no seat of its own.
  private static let seats = GraphQLKeyRule("Seat") { _, fields in
    guard let row = fields["row"], let number = fields["number"], number != "0" else { return nil }
    return "\(row.lowercased())\(number)"
  }

  private static let posts = GraphQLKeyRule("Post") { _, fields in fields["id"].map { "p\($0)" } }

  private static func seat(_ guest: String, _ row: String, _ number: String) -> String {
    "{\"guest\":\"\(guest)\",\"___\":\"Seat\",\"___row\":\(row),\"___number\":\(number)}"
  }

  private static func list(_ seats: String...) -> String { "{\"seats\":[\(seats.joined(separator: ","))]}" }

  private func guests(_ cache: GraphQLCache) -> [String?]? { cache.read(SeatsQuery())?.seats.map(\.guest) }

  /// The keys of a type's objects that are kept.
  private func keys(_ cache: GraphQLCache, _ type: String = "Seat") -> [String] {
    cache.keptKeys.filter { $0.hasPrefix("\(type):") }.sorted()
  }

  // MARK: - Responses

  @Test func `Objects have the keys that a rule computes from their key fields`() throws {
    let scene = try Scene(keys: [Self.seats])
    let cache = scene.cache
    try cache.receive(
      Self.list(Self.seat("Ada", "\"A\"", "1"), Self.seat("Ben", "\"B\\\"\"", "2")), for: SeatsQuery())
    #expect(keys(cache) == ["Seat:a1", "Seat:b\"2"])
    #expect(guests(cache) == ["Ada", "Ben"])
    // A number is the same key as its digits.
    try cache.receive(Self.list(Self.seat("Cy", "\"A\"", "\"1\"")), for: SeatsQuery())
    #expect(guests(cache) == ["Cy"])
    #expect(keys(cache) == ["Seat:a1", "Seat:b\"2"])
  }

  @Test func `Objects whose keys collide are one object`() throws {
    let scene = try Scene(keys: [Self.seats])
    try scene.cache.receive(
      Self.list(Self.seat("Ada", "\"A\"", "1"), Self.seat("Ben", "\"a\"", "1")), for: SeatsQuery())
    #expect(keys(scene.cache) == ["Seat:a1"])
    #expect(guests(scene.cache) == ["Ben", "Ben"])
    #if DEBUG
      #expect(
        scene.events.failures.contains {
          if case .conflict(_, object: "Seat:a1", field: "guest", values: _) = $0 { true } else { false }
        })
    #endif
  }

  @Test func `An object for which the rule returns nil is part of its parent`() throws {
    let cache = try Scene(keys: [Self.seats]).cache
    try cache.receive(
      Self.list(
        Self.seat("Ada", "\"A\"", "0"), Self.seat("Ben", "\"A\"", "2"), Self.seat("Cy", "\"A\"", "0")),
      for: SeatsQuery())
    #expect(keys(cache) == ["Seat:a2"])
    #expect(guests(cache) == ["Ada", "Ben", "Cy"])
  }

  @Test func `An empty text is no key`() throws {
    let cache = try Scene(keys: [GraphQLKeyRule("Seat") { _, _ in "" }]).cache
    try cache.receive(Self.list(Self.seat("Ada", "\"A\"", "1")), for: SeatsQuery())
    #expect(keys(cache) == [])
    #expect(guests(cache) == ["Ada"])
  }

  @Test func `A rule sees only objects that have all key fields, each once in a response`() throws {
    let seen = Locked<[String]>([])
    let cache = try Scene(keys: [
      GraphQLKeyRule("Seat") { type, fields in
        seen.withLock {
          $0.append("\(type) \(fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })")
        }
        return fields["row"]
      }
    ]).cache
    try cache.receive(
      Self.list(
        Self.seat("Ada", "\"A\"", "1"), Self.seat("Ada", "\"A\"", "1"), Self.seat("Ben", "null", "1"),
        Self.seat("Cy", "\"\"", "1")), for: SeatsQuery())
    #expect(seen.withLock { $0 } == [#"Seat ["number=1", "row=A"]"#])
    #expect(keys(cache) == ["Seat:A"])
  }

  @Test
  func
    `Types without a rule have the keys of the configuration, and an interface's rule applies to its types`()
    throws
  {
    let node = GraphQLKeyRule("Node") { type, fields in fields["id"].map { "\(type)-\($0)" } }
    let user = GraphQLKeyRule("User") { _, _ in "me" }
    let text = "{\"feed\":[\(post("1", "One", likes: 1))]}"
    for (rules, found) in [
      ([], ["Post:1", "User:u1"]), ([node], ["Post:Post-1", "User:User-u1"]),
      ([user, node], ["Post:Post-1", "User:me"]), ([Self.seats], ["Post:1", "User:u1"]),
    ] as [([GraphQLKeyRule], [String])] {
      let cache = try Scene(keys: rules).cache
      try cache.receive(text, for: FeedQuery())
      #expect(keys(cache, "Post") + keys(cache, "User") == found)
      #expect(cache.read(FeedQuery())?.feed.map(\.author.name) == ["Ada"])
    }
  }

  @Test func `An object of a type that the schema gained later has the key of its interface's rule`() throws {
    let node = GraphQLKeyRule("Node") { type, fields in fields["id"].map { "\(type)-\($0)" } }
    let cache = try Scene(keys: [node]).cache
    let found = "{\"__typename\":\"Film\",\"__isNode\":\"Film\",\"id\":\"1\"}"
    try cache.receive("{\"found\":[\(found)]}", for: SearchQuery(text: "x"))
    #expect(keys(cache, "Film") == ["Film:Film-1"])
    #expect(cache.read(SearchQuery(text: "x"))?.found.count == 1)
  }

  /// Whichever of its interfaces the selection names.
  @Test func `Such an object is the same in all selections`() throws {
    let node = GraphQLKeyRule("Node") { type, fields in fields["id"].map { "\(type)-\($0)" } }
    let cache = try Scene(
      limits: "Named=Post,User;Query.named:Named.thing:Thing;Thing=Post,Tag", keys: [node]
    ).cache
    func receive(_ json: String, _ document: String, _ number: Any.Type) throws {
      let key = PlanSource.Key(type: ObjectIdentifier(number), variables: Array("{}".utf8))
      var json = json
      try json.withUTF8 { bytes in
        try cache.store.transaction {
          try $0.write(bytes, PlanSource(key: key, name: "Q", text: document), .operation)
        }
      }
    }
    func receiveThing() throws {
      try receive(#"{"thing":{"__typename":"Play","id":"1"}}"#, "{thing{__typename id}}", Int8.self)
    }
    try receive(
      #"{"named":{"__typename":"Film","id":"1"}}"#, "{named{__typename id}}", Int16.self)
    #expect(keys(cache, "Film") == ["Film:Film-1"])
    // Nothing says yet that it is a node.
    try receiveThing()
    #expect(keys(cache, "Play") == ["Play:1"])
    cache.transaction { $0.evict(GraphQLCacheKey("Play", "1")) }
    try receive(
      #"{"found":[{"__typename":"Play","__isNode":"Play","id":"1"}]}"#,
      "{found(text:\"x\"){__typename ...on Node{__isNode:__typename id}}}", Int32.self)
    try receiveThing()
    #expect(keys(cache, "Play") == ["Play:Play-1"])
  }

  // MARK: - The app's writes

  @Test func `A transaction writes to the object whose key the rule computes`() throws {
    let cache = try Scene(keys: [Self.seats]).cache
    try cache.receive(
      Self.list(Self.seat("Ada", "\"A\"", "1"), Self.seat("Ben", "\"A\"", "0")), for: SeatsQuery())
    try cache.transaction { transaction in
      try transaction.update(SeatsQuery()) { data in
        for index in data.seats.indices { data.seats[index].guest = "Guest \(index)" }
      }
    }
    #expect(guests(cache) == ["Guest 0", "Guest 1"])
    #expect(keys(cache) == ["Seat:a1"])
    cache.transaction { $0.delete(GraphQLCacheKey("Seat", "a1")) }
    #expect(guests(cache) == ["Guest 1"])
  }

  @Test func `Watchers of an object hear of responses that have it under its computed key`() async throws {
    let cache = try Scene(keys: [Self.posts]).cache
    try cache.receive("{\"feed\":[\(post("1", "One", likes: 1))]}", for: FeedQuery())
    var updates = cache.watch(FeedQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed.map(\.likes) == [1])
    try cache.receive(liked("1", 5), for: LikeMutation(post: "1"))
    #expect(await updates.next()?.data?.feed.map(\.likes) == [5])
    try cache.transaction { try $0.write(LikesData(likes: 7), GraphQLCacheKey("Post", "p1")) }
    #expect(await updates.next()?.data?.feed.map(\.likes) == [7])
  }

  @Test func `Directives of a response find objects by their computed keys`() throws {
    let cache = try Scene(keys: [Self.posts]).cache
    try cache.receive(PagedList(posts: [1, 2, 3]).json(), for: PostsQuery())
    func titles() -> [String]? { cache.read(PostsQuery())?.posts.edges.map(\.node.title) }
    try cache.receive(#"{"unpublish":{"removed":"2"}}"#, for: UnpublishMutation(post: "2"))
    #expect(titles() == ["T1", "T3"])
    try cache.receive(#"{"unpublish":{"gone":["1"]}}"#, for: UnlistMutation(post: "1"))
    #expect(titles() == ["T3"])
    #expect(cache.inspect(GraphQLCacheKey("Post", "p1")).contains("T1"))
  }

  // MARK: - Locks

  /// The rule waits for a thread that writes to the cache, which ends only if the cache is not locked.
  @Test func `The keys of responses are computed while the cache is not locked`() async throws {
    let shared = Locked<GraphQLCache?>(nil)
    let outcomes = Locked<[Bool]>([])
    let rule = GraphQLKeyRule("Post") { _, fields in
      let cache = shared.withLock { $0 }
      let done = DispatchSemaphore(value: 0)
      Thread {
        cache?.transaction { $0.evict(type: "Tag") }
        done.signal()
      }.start()
      let isFree = done.wait(timeout: .now() + 20) == .success
      outcomes.withLock { $0.append(isFree) }
      return fields["id"]
    }
    let scene = try Scene(
      [
        .response("{\"feed\":[\(post("1", "One", likes: 1))]}"), .response(liked("1", 2)),
        .response(liked("1", 3)),
      ],
      keys: [rule])
    shared.withLock { $0 = scene.cache }
    defer { shared.withLock { $0 = nil } }
    _ = try await scene.client.fetch(FeedQuery())
    _ = try await scene.client.perform(LikeMutation(post: "1"))
    _ = try await scene.client.perform(LikeMutation(post: "1"), optimistically: { _ in })
    #expect(outcomes.withLock { $0 } == [true, true, true])
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.likes) == [3])
  }

  // MARK: - Storage

  private func open(_ rows: RowStorage, _ keys: [GraphQLKeyRule], _ events: Events) async -> GraphQLCache {
    let cache = GraphQLCache(schema: cacheSchema, keys: keys, storage: rows) { events.add($0) }
    await cache.load()
    return cache
  }

  @Test func `A stored cache is read with the same version of a rule, and starts empty with another`()
    async throws
  {
    let rows = RowStorage()
    let first = await open(rows, [Self.seats], Events())
    try first.receive(Self.list(Self.seat("Ada", "\"A\"", "1")), for: SeatsQuery())
    try await first.flush()
    let renamed = GraphQLKeyRule("Seat", version: 2) { _, fields in fields["row"] }
    let other = GraphQLKeyRule("User") { _, _ in "me" }
    for (keys, isRead) in [
      ([Self.seats], true), ([], false), ([renamed], false), ([Self.seats, other], false),
    ] as [([GraphQLKeyRule], Bool)] {
      let events = Events()
      let cache = await open(RowStorage(rows.all), keys, events)
      #expect(guests(cache) == (isRead ? ["Ada"] : nil))
      let isReplaced = events.all.contains { if case .storage(.replaced) = $0 { true } else { false } }
      #expect(isReplaced == !isRead)
    }
  }

  // MARK: - Mistakes

  @Test func `A rule without an effect is reported`() throws {
    for (type, limits) in [("Sea", ""), ("PageInfo", "PageInfo!")] {
      let events = try Scene(limits: limits, keys: [GraphQLKeyRule(type) { _, _ in nil }]).events.all
      guard case .rule(.uselessKeyRule(type))? = events.first, events.count == 1 else {
        Issue.record("\(type): \(events)")
        continue
      }
    }
    let events = try Scene(keys: [Self.seats, Self.seats]).events.all
    guard case .rule(.repeatedRule("Seat"))? = events.first else {
      Issue.record("\(events)")
      return
    }
  }

  /// Whether a type has the fields of `"*"` is not known before a document selects it.
  @Test func `A rule for a type without the key field is reported once`() throws {
    let scene = try Scene(keys: [GraphQLKeyRule("Tag") { _, fields in fields["name"] }])
    for _ in 1...2 {
      try scene.cache.receive(
        "{\"post\":{\"id\":\"1\",\"tags\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"___\":\"Post\"}}",
        for: PostTagsQuery(id: "1"))
    }
    #expect(scene.cache.read(PostTagsQuery(id: "1"))?.post?.tags.map(\.name) == ["a", "b"])
    guard case .rule(.uselessKeyRule("Tag"))? = scene.events.all.first, scene.events.all.count == 1 else {
      Issue.record("\(scene.events.all)")
      return
    }
  }

  /// A reader has locked the cache, and so calls no rule for keys.
  @Test func `A lookup does not find objects with computed keys, which is reported, and a rule does`() throws
  {
    let scene = try Scene(keys: [Self.seats])
    let text = Self.list(Self.seat("Ada", "\"A\"", "1"))
    try scene.cache.receive(text, for: SeatsQuery())
    let query = SomeSeatQuery(at: SeatPlace(row: "A", number: 1))
    #expect(scene.cache.read(query) == nil)
    guard case .rule(.lookupOfComputedKey("Query.seat"))? = scene.events.all.first,
      scene.events.all.count == 1
    else {
      Issue.record("\(scene.events.all)")
      return
    }
    let read = GraphQLFieldRule.read("Query.seat") { _, arguments in
      guard let row = arguments["at"]?["row"].string, let number = arguments["at"]?["number"].int else {
        return nil
      }
      return .reference(GraphQLCacheKey("Seat", "\(row.lowercased())\(number)"))
    }
    let other = try Scene(rules: [read], keys: [Self.seats])
    try other.cache.receive(text, for: SeatsQuery())
    #expect(other.cache.read(query)?.seat?.guest == "Ada")
    #expect(other.events.all.isEmpty)
  }

  @Test(arguments: ["HasSeat", "Theater", "Query"])
  func `A lookup is not reported if a rule for the field of its type, or of an interface, reads it`(
    _ type: String
  ) throws {
    let scene = try Scene(
      limits: "HasSeat=Theater.seat:Seat;Theater.seat:Seat?row,number",
      rules: [.read("\(type).seat") { _, _ in nil }], keys: [Self.seats])
    let lookups = scene.events.all.compactMap { event -> String? in
      if case .rule(.lookupOfComputedKey(let field)) = event { field } else { nil }
    }
    #expect(lookups == (type == "Query" ? ["Theater.seat"] : ["Query.seat"]))
  }
}
