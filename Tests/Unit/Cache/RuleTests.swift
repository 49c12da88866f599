import Apus
import ApusPlatform
import ApusTesting
import Foundation
import Testing

@testable import ApusCache

/// Rules in Swift for how fields are merged and read.
@Suite(.timeLimit(.minutes(15))) struct RuleTests {
  /// Pages of two shelves each, joined by the argument `page`; an earlier page stays, a later one is cut off.
  private static let pages = GraphQLFieldRule.merge("Query.shelves", ignoring: ["page"]) {
    stored, incoming, arguments in
    let start = ((arguments["page"]?.int ?? 1) - 1) * 2
    return .list(Array((stored?.list ?? []).prefix(start)) + (incoming.list ?? []))
  }

  /// A shelf by its id, as `lookups` would find it.
  private static let shelfByID = GraphQLFieldRule.read("Query.shelf") { _, arguments in
    arguments["id"]?.string.map { .reference(GraphQLCacheKey("Shelf", $0)) }
  }

  private static func page(_ ids: Int...) -> String {
    "{\"shelves\":[\(ids.map { shelf("\($0)", "\"label\":\"L\($0)\"") }.joined(separator: ","))]}"
  }

  private func labels(_ cache: GraphQLCache, _ query: ShelvesQuery = ShelvesQuery()) -> [String?]? {
    cache.read(query)?.shelves?.map { $0?.label }
  }

  // MARK: - Merging

  @Test func `A merge is given the stored value, the incoming one and the arguments`() throws {
    let cache = try Scene(rules: [Self.pages]).cache
    try cache.receive(Self.page(1, 2), for: ShelvesQuery(page: 1))
    try cache.receive(Self.page(3, 4), for: ShelvesQuery(page: 2))
    #expect(labels(cache) == ["L1", "L2", "L3", "L4"])
    // Ignored arguments make no separate field: every page reads the whole list.
    #expect(labels(cache, ShelvesQuery(page: 7)) == ["L1", "L2", "L3", "L4"])
    try cache.receive(Self.page(5), for: ShelvesQuery(page: 2))
    #expect(labels(cache) == ["L1", "L2", "L5"])
  }

  @Test func `Arguments that are not ignored make separate fields`() throws {
    let cache = try Scene(rules: [Self.pages]).cache
    let red = ShelvesQuery(filter: .value(ShelfFilter(color: .value(.red))), page: 2)
    try cache.receive(Self.page(1, 2), for: ShelvesQuery(page: 1))
    try cache.receive(Self.page(3), for: red)
    #expect(labels(cache) == ["L1", "L2"])
    #expect(labels(cache, red) == ["L3"])
  }

  @Test func `The fields of an object are merged as well, and others stay as they are`() throws {
    let cache = try Scene(rules: [
      .merge("Shelf.books", ignoring: ["color"]) { stored, incoming, _ in
        .list((stored?.list ?? []) + (incoming.list ?? []))
      }
    ]).cache
    func books(_ isbn: String, _ label: String) -> String {
      let book = "{\"title\":\"T\(isbn)\",\"___\":\"Book\",\"___isbn\":\"\(isbn)\"}"
      return "{\"shelf\":\(shelf("1", "\"books\":[\(book)]"))}"
    }
    try cache.receive("{\"shelf\":\(shelf("1", "\"label\":\"A\""))}", for: ShelfLabelOnlyQuery(id: "1"))
    try cache.receive(books("1", "A"), for: ShelfBooksQuery(id: "1", color: .value(.red)))
    try cache.receive(books("2", "A"), for: ShelfBooksQuery(id: "1", color: .value(.blue)))
    #expect(cache.read(ShelfBooksQuery(id: "1"))?.shelf?.books?.map(\.title) == ["T1", "T2"])
    #expect(cache.read(ShelfLabelOnlyQuery(id: "1"))?.shelf?.label == "A")
  }

  @Test func `Two fields of one response are merged one after the other`() throws {
    let cache = try Scene(rules: [Self.pages]).cache
    let source = PlanSource(
      key: PlanSource.Key(type: ObjectIdentifier(RuleTests.self), variables: Array("{}".utf8)), name: "Two",
      text:
        "query Two{one:shelves(page:1){label ___:__typename ___id:id}two:shelves(page:2){label ___:__typename ___id:id}}"
    )
    let (one, two) = (Self.page(1, 2).dropFirst(11).dropLast(), Self.page(3).dropFirst(11).dropLast())
    var json = "{\"one\":\(one),\"two\":\(two)}"
    try json.withUTF8 { bytes in
      try cache.store.transaction { try $0.write(bytes, source, .operation) }
    }
    #expect(labels(cache) == ["L1", "L2", "L3"])
  }

  @Test func `A response with a type that the schema gained later is merged once`() throws {
    let cache = try Scene(rules: [
      .merge("Query.found") { stored, incoming, _ in .list((stored?.list ?? []) + (incoming.list ?? [])) }
    ]).cache
    for count in 1...2 {
      let found = "{\"__typename\":\"Film\(count)\",\"__isNode\":\"Film\(count)\",\"id\":\"1\"}"
      try cache.receive("{\"found\":[\(found)]}", for: SearchQuery(text: "x"))
      #expect(cache.read(SearchQuery(text: "x"))?.found.count == count)
    }
  }

  @Test func `A merge may return values without keys, and they replace the stored ones`() throws {
    let cache = try Scene(rules: [
      .merge("Shelf.boxes") { stored, incoming, _ in
        let sizes = ((stored?.list ?? []) + (incoming.list ?? [])).compactMap {
          $0.object?["size"]?.json?.int
        }
        return .list(Set(sizes).sorted().map { .object(["size": .json(.number(GraphQLNumber($0)))]) })
      }
    ]).cache
    func receive(_ sizes: [Int]) throws {
      let boxes = sizes.map { "{\"size\":\($0)}" }.joined(separator: ",")
      try cache.receive(
        "{\"shelf\":\(shelf("1", "\"colors\":null,\"boxes\":[\(boxes)]"))}", for: ShelfColorsQuery(id: "1"))
    }
    try receive([3, 1])
    try receive([2, 1])
    #expect(cache.read(ShelfColorsQuery(id: "1"))?.shelf?.boxes?.map { $0?.size } == [1, 2, 3])
  }

  @Test func `What a merge returns is stored as it is, without fields that only the stored value had`() throws
  {
    let cache = try Scene(rules: [.merge("Shelf.boxes") { _, incoming, _ in incoming }]).cache
    let boxes = "\"boxes\":[{\"size\":1,\"inside\":{\"size\":2}}]"
    try cache.receive(
      "{\"shelf\":\(shelf("1", "\"label\":\"A\",\"colors\":[],\"grid\":null,\"meta\":1,\"owner\":null,\(boxes)"))}",
      for: ShelfQuery(id: "1"))
    #expect(cache.read(ShelfQuery(id: "1"))?.shelf?.boxes?.first??.inside?.size == 2)
    try cache.receive(
      "{\"shelf\":\(shelf("1", "\"colors\":[],\"boxes\":[{\"size\":7}]"))}", for: ShelfColorsQuery(id: "1"))
    #expect(cache.read(ShelfColorsQuery(id: "1"))?.shelf?.boxes?.map { $0?.size } == [7])
    #expect(cache.partial(ShelfQuery(id: "1")).missing.map { "\($0.path)" } == ["shelf.boxes[0].inside"])
  }

  @Test func `What a transaction writes is not merged`() throws {
    let cache = try Scene(rules: [Self.pages]).cache
    try cache.receive(Self.page(1, 2), for: ShelvesQuery(page: 1))
    try cache.receive(Self.page(3), for: ShelvesQuery(page: 2))
    try cache.transaction { transaction in
      _ = try transaction.update(ShelvesQuery(page: 2)) { $0.shelves?.remove(at: 0) }
    }
    #expect(labels(cache) == ["L2", "L3"])
  }

  @Test func `A field that failed is not merged`() throws {
    let cache = try Scene(rules: [Self.pages]).cache
    try cache.receive(Self.page(1, 2), for: ShelvesQuery(page: 1))
    try cache.receive(
      "{\"shelves\":null}", for: ShelvesQuery(page: 2),
      errors: "[{\"message\":\"no\",\"path\":[\"shelves\"]}]")
    #expect(labels(cache) == ["L1", "L2"])
  }

  @Test func `A rule on a connection replaces the joining of pages`() throws {
    let cache = try Scene(rules: [.merge("Query.posts") { _, incoming, _ in incoming }]).cache
    func receive(_ id: String, _ query: PinsQuery) throws {
      let edge =
        "{\"pinned\":true,\"node\":{\"title\":\"\(id)\",\"___\":\"Post\",\"___id\":\"\(id)\"},\"___cursor\":\"\(id)\"}"
      try cache.receive("{\"posts\":{\"edges\":[\(edge)],\"pageInfo\":{\"hasNextPage\":true}}}", for: query)
    }
    try receive("1", PinsQuery(first: 1))
    try receive("2", PinsQuery(first: 2))
    #expect(cache.read(PinsQuery(first: 1))?.posts.edges.map(\.node.title) == ["1"])
    #expect(cache.read(PinsQuery(first: 2))?.posts.edges.map(\.node.title) == ["2"])
  }

  @Test func `A watcher is told of what was merged`() async throws {
    let cache = try Scene(rules: [Self.pages]).cache
    try cache.receive(Self.page(1, 2), for: ShelvesQuery(page: 1))
    var updates = cache.watch(ShelvesQuery(page: 1)).makeAsyncIterator()
    #expect(await updates.next()?.data?.shelves?.count == 2)
    try cache.receive(Self.page(3), for: ShelvesQuery(page: 2))
    #expect(await updates.next()?.data?.shelves?.map { $0?.label } == ["L1", "L2", "L3"])
  }

  // MARK: - Reading

  @Test func `A read refers to an object that no response had in the field`() throws {
    let scene = try Scene(rules: [Self.shelfByID])
    try scene.cache.receive(Self.page(1, 2), for: ShelvesQuery())
    #expect(scene.cache.read(ShelfLabelOnlyQuery(id: "2"))?.shelf?.label == "L2")
    #expect(scene.cache.read(ShelfLabelOnlyQuery(id: "3")) == nil)
    let missing = scene.cache.partial(ShelfLabelOnlyQuery(id: "3")).missing
    #expect(missing.map(\.description) == ["shelf: Shelf:3 (neverWritten)"])
    #expect(scene.cache.partial(ShelfColorsQuery(id: "2")).missing.map(\.field) == ["colors", "boxes"])
    #expect(scene.events.failures.isEmpty)
  }

  @Test func `A read that returns nothing goes on as if there were no rule`() throws {
    let cache = try Scene(rules: [.read("Query.shelf") { _, _ in nil }]).cache
    try cache.receive(Self.page(1), for: ShelvesQuery())
    #expect(cache.read(ShelfLabelOnlyQuery(id: "1")) == nil)
    try cache.receive("{\"shelf\":\(shelf("1", "\"label\":\"A\""))}", for: ShelfLabelOnlyQuery(id: "1"))
    #expect(cache.read(ShelfLabelOnlyQuery(id: "1"))?.shelf?.label == "A")
  }

  @Test func `A read sees the stored value, and may return part of it`() throws {
    let slice = GraphQLFieldRule.read("Query.shelves") { stored, arguments in
      guard let all = stored?.list, let page = arguments["page"]?.int else { return nil }
      return .list(Array(all.dropFirst((page - 1) * 2).prefix(2)))
    }
    let cache = try Scene(rules: [Self.pages, slice]).cache
    try cache.receive(Self.page(1, 2), for: ShelvesQuery(page: 1))
    try cache.receive(Self.page(3), for: ShelvesQuery(page: 2))
    #expect(labels(cache, ShelvesQuery(page: 1)) == ["L1", "L2"])
    #expect(labels(cache, ShelvesQuery(page: 2)) == ["L3"])
    #expect(labels(cache) == ["L1", "L2", "L3"])
  }

  #if os(Linux)
    @Test func `A rule that reads the cache ends the program with a message`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let itself = Locked<GraphQLCache?>(nil)
        let rule = GraphQLFieldRule.read("Query.shelf") { stored, _ in
          let cache = itself.withLock { $0 }
          _ = cache?.read(ShelfLabelOnlyQuery(id: "2"))
          return stored
        }
        let cache = try Scene(rules: [rule]).cache
        itself.withLock { $0 = cache }
        try cache.receive(
          "{\"shelf\":\(shelf("1", "\"label\":\"A\""))}", for: ShelfLabelOnlyQuery(id: "1"))
        _ = cache.read(ShelfLabelOnlyQuery(id: "1"))
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("GraphQLFieldRule"))
    }
  #endif

  @Test func `Watchers wait for the object that a read refers to, and see its changes`() async throws {
    let cache = try Scene(rules: [Self.shelfByID]).cache
    var updates = cache.watch(ShelfLabelOnlyQuery(id: "1")).makeAsyncIterator()
    async let first = updates.next()
    try cache.receive(Self.page(1), for: ShelvesQuery())
    #expect(await first?.data?.shelf?.label == "L1")
    try cache.receive("{\"shelves\":[\(shelf("1", "\"label\":\"New\""))]}", for: ShelvesQuery())
    #expect(await updates.next()?.data?.shelf?.label == "New")
  }

  @Test func `An update writes to the object that a read refers to`() throws {
    let cache = try Scene(rules: [Self.shelfByID]).cache
    try cache.receive(Self.page(1, 2), for: ShelvesQuery())
    try cache.transaction { transaction in
      _ = try transaction.update(ShelfLabelOnlyQuery(id: "2")) { $0.shelf?.label = "New" }
    }
    #expect(labels(cache) == ["L1", "New"])
  }

  @Test func `Invalidating a query makes the object stale that a read refers to`() async throws {
    let scene = try Scene(
      [.response("{\"shelf\":\(shelf("1", "\"label\":\"New\""))}")], rules: [Self.shelfByID])
    try scene.cache.receive(Self.page(1), for: ShelvesQuery())
    #expect(try await scene.client.fetch(ShelfLabelOnlyQuery(id: "1")).shelf?.label == "L1")
    try scene.cache.transaction { try $0.invalidate(ShelfLabelOnlyQuery(id: "1")) }
    #expect(try await scene.client.fetch(ShelfLabelOnlyQuery(id: "1")).shelf?.label == "New")
    #expect(scene.events.causes == [.invalidated])
  }

  @Test func `A field found by a read is as old as its object`() async throws {
    let scene = try Scene(
      [.response("{\"shelf\":\(shelf("1", "\"label\":\"New\""))}")], limits: "Query.shelf@60",
      rules: [Self.shelfByID])
    try scene.cache.receive(Self.page(1), for: ShelvesQuery())
    scene.clock.advance(59)
    #expect(try await scene.client.fetch(ShelfLabelOnlyQuery(id: "1")).shelf?.label == "L1")
    scene.clock.advance(2)
    #expect(try await scene.client.fetch(ShelfLabelOnlyQuery(id: "1")).shelf?.label == "New")
    #expect(scene.events.causes == [.expired])
  }

  @Test func `A rule for an interface applies to its types, unless they have their own`() throws {
    let limits = "Node.neighbour:Shelf"
    let none = GraphQLFieldRule.read("Node.neighbour") { _, _ in .null }
    let own = GraphQLFieldRule.read("Shelf.neighbour") { stored, _ in stored }
    let text =
      "{\"shelf\":\(shelf("1", "\"label\":\"A\",\"neighbour\":\(shelf("2", "\"label\":\"B\",\"neighbour\":null"))"))}"
    for (rules, label) in [([none], nil), ([none, own], "B")] {
      let cache = try Scene(limits: limits, rules: rules).cache
      try cache.receive(text, for: NeighboursQuery(id: "1"))
      #expect(cache.read(NeighboursQuery(id: "1"))?.shelf?.neighbour?.label == label)
    }
  }

  @Test func `Rules apply in a transaction, and to its own writes`() throws {
    let cache = try Scene(rules: [Self.shelfByID]).cache
    try cache.transaction { transaction in
      let value = try ShelfLabelData(json: "{\"label\":\"A\"}")
      try transaction.write(value, GraphQLCacheKey("Shelf", "1"))
      #expect(try transaction.read(ShelfLabelOnlyQuery(id: "1"))?.shelf?.label == "A")
    }
  }

  // MARK: - Mistakes

  @Test(arguments: ["Query.shelfs", "Qery.shelf", "shelf", "Shelf.label", "Query.shelf.id", ""])
  func `A rule for a field that is not there is reported, with what to do`(_ field: String) throws {
    let scene = try Scene(rules: [.read(field) { _, _ in nil }])
    #expect(
      scene.events.all.map(\.description) == [
        "A rule of the cache has no effect: no document selects objects in \"\(field)\": write the field as \"Type.field\", as in the schema, and pass the cacheSchema of the module that selects it."
      ])
  }

  @Test func `Of two rules that do the same the first counts, and the other is reported`() throws {
    let scene = try Scene(rules: [Self.shelfByID, .read("Query.shelf") { _, _ in .null }, Self.pages])
    try scene.cache.receive(Self.page(1), for: ShelvesQuery())
    #expect(scene.cache.read(ShelfLabelOnlyQuery(id: "1"))?.shelf?.label == "L1")
    guard case .rule(.repeatedRule("Query.shelf"))? = scene.events.all.first, scene.events.all.count == 1
    else {
      Issue.record("\(scene.events.all)")
      return
    }
  }

  @Test func `A merge that meets an object without a key is reported once`() throws {
    let scene = try Scene(rules: [.merge("Box.inside") { _, _, _ in .null }])
    for size in 1...2 {
      try scene.cache.receive(
        "{\"shelf\":\(shelf("1", "\"first\":{\"size\":1,\"inside\":{\"size\":\(size)}}"))}",
        for: ShelfBoxesQuery(id: "1"))
      #expect(scene.cache.read(ShelfBoxesQuery(id: "1"))?.shelf?.first?.inside?.size == size)
    }
    guard case .rule(.keylessRule("Box.inside"))? = scene.events.all.first, scene.events.all.count == 1 else {
      Issue.record("\(scene.events.all)")
      return
    }
  }
}
