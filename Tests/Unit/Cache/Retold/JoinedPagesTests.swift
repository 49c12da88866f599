import Apus
import ApusClient
import ApusTesting
import Foundation
import Testing

import ApusCache

/// Pages that become one list, in memory and after a restart: Apollo Kotlin's pagination suites, in our words.
@Suite(.timeLimit(.minutes(15))) struct JoinedPagesTests {
  /// What has pages: the same steps are gone with each.
  enum Form: CaseIterable, Sendable {
    case edges, nodes, withinAnObject, nullable
  }

  /// A connection of one form, as it is written and read.
  private struct Pages {
    let form: Form
    let kept: Kept

    private func elements(_ ids: [Int], likes: Bool) -> String {
      let nodes = ids.map { id in
        "{\"title\":\"T\(id)\"," + (likes ? "\"likes\":0," : "") + "\"___\":\"Post\",\"___id\":\"\(id)\"}"
      }
      if form == .nodes { return "\"nodes\":[\(nodes.joined(separator: ","))]" }
      let edges = zip(ids, nodes).map { "{\"node\":\($1),\"___cursor\":\"c\($0)\"}" }
      return "\"edges\":[\(edges.joined(separator: ","))]"
    }

    private func info(_ ids: [Int], hasNext: Bool, hasPrevious: Bool) -> String {
      let end = ids.last.map { "\"c\($0)\"" } ?? "null"
      let start = ids.first.map { "\"c\($0)\"" } ?? "null"
      switch form {
      case .edges:
        return
          "{\"hasNextPage\":\(hasNext),\"endCursor\":\(end),\"hasPreviousPage\":\(hasPrevious),\"startCursor\":\(start)}"
      default: return "{\"hasNextPage\":\(hasNext),\"endCursor\":\(end)}"
      }
    }

    func write(
      _ ids: [Int], first: Int? = nil, after: String? = nil, last: Int? = nil, before: String? = nil,
      hasNext: Bool = true, hasPrevious: Bool = false
    ) async throws {
      let connection =
        "{" + (form == .edges ? "\"total\":9," : "") + elements(ids, likes: form == .edges)
        + ",\"pageInfo\":\(info(ids, hasNext: hasNext, hasPrevious: hasPrevious))}"
      let (first, after) = (GraphQLNullable(first), GraphQLNullable(after))
      switch form {
      case .edges:
        let query = PostsQuery(
          first: first, after: after, last: GraphQLNullable(last), before: GraphQLNullable(before))
        try kept.cache.receive("{\"posts\":\(connection)}", for: query)
      case .nodes:
        try kept.cache.receive("{\"posts\":\(connection)}", for: PostNodesQuery(first: first, after: after))
      case .withinAnObject:
        let me = "{\"name\":\"Ada\",\"posts\":\(connection),\"___\":\"User\",\"___id\":\"u1\"}"
        try kept.cache.receive("{\"me\":\(me)}", for: WallQuery(first: first.value ?? 0, after: after))
      case .nullable:
        try kept.cache.receive("{\"archive\":\(connection)}", for: ArchiveQuery(first: first, after: after))
      }
      try await kept.restart()
    }

    /// The list so far, or a page of it.
    func read(first: Int = 2, after: String? = nil) -> [String]? {
      let cursor = GraphQLNullable(after)
      return switch form {
      case .edges:
        kept.cache.read(PostsQuery(first: .value(first), after: cursor))?.posts.edges.map(\.node.title)
      case .nodes:
        kept.cache.read(PostNodesQuery(first: .value(first), after: cursor))?.posts.nodes.map(\.title)
      case .withinAnObject:
        kept.cache.read(WallQuery(first: first, after: cursor))?.me?.posts.edges.map(\.node.title)
      case .nullable:
        kept.cache.read(ArchiveQuery(first: .value(first), after: cursor))?.archive?.edges.map(\.node.title)
      }
    }

    var end: String? {
      switch form {
      case .edges: kept.cache.read(PostsQuery(first: 2))?.posts.pageInfo.endCursor
      case .nodes: kept.cache.read(PostNodesQuery(first: 2))?.posts.pageInfo.endCursor
      case .withinAnObject: kept.cache.read(WallQuery(first: 2))?.me?.posts.pageInfo.endCursor
      case .nullable: kept.cache.read(ArchiveQuery(first: 2))?.archive?.pageInfo.endCursor
      }
    }
  }

  private func titles(_ ids: Int...) -> [String] { ids.map { "T\($0)" } }

  /// Page behind page, an empty one, the first one again, and one that fits nowhere.
  @Test(arguments: Form.allCases, Place.allCases) func `one after another`(_ form: Form, _ place: Place)
    async throws
  {
    let pages = Pages(form: form, kept: try await Kept(place))
    try await pages.write([42, 43], first: 2)
    #expect(pages.read() == titles(42, 43))
    try await pages.write([44, 45], first: 2, after: "c43")
    #expect(pages.read() == titles(42, 43, 44, 45))
    try await pages.write([46, 47], first: 2, after: "c45")
    #expect(pages.read() == titles(42, 43, 44, 45, 46, 47))
    #expect(pages.end == "c47")
    if form != .nodes { #expect(pages.read(after: "c43") == titles(44, 45)) }
    // An empty page leaves the list.
    try await pages.write([], first: 2, after: "c47", hasNext: false)
    #expect(pages.read() == titles(42, 43, 44, 45, 46, 47))
    // The first page again, which joins: what was paged in stays.
    try await pages.write([41, 42], first: 2)
    #expect(pages.read() == titles(41, 42, 43, 44, 45, 46, 47))
    // And one that does not: it is the list.
    try await pages.write([11, 12], first: 2)
    #expect(pages.read() == titles(11, 12))
    #expect(pages.end == "c12")
    #expect(pages.kept.events.failures.isEmpty)
    // A page behind a cursor that is not there takes the list's place, and that is told.
    try await pages.write([50, 51], first: 2, after: "c49")
    #expect(pages.read() == nil)
    #expect(pages.read(after: "c49") == titles(50, 51))
    #expect(pages.kept.events.failures.count == 1)
  }

  /// Pages in front of the list.
  @Test(arguments: Place.allCases) func `one before another`(_ place: Place) async throws {
    let pages = Pages(form: .edges, kept: try await Kept(place))
    try await pages.write([42, 43], last: 2, hasNext: false, hasPrevious: true)
    try await pages.write([40, 41], last: 2, before: "c42", hasNext: false, hasPrevious: true)
    try await pages.write([], last: 2, before: "c40", hasNext: false, hasPrevious: false)
    let all = pages.kept.cache.read(PostsQuery(last: 2))?.posts
    #expect(all?.edges.map(\.node.title) == titles(40, 41, 42, 43))
    #expect(all?.pageInfo.startCursor == "c40")
    #expect(all?.pageInfo.hasPreviousPage == false)
    #expect(all?.total == 9)
  }

  @Test(arguments: Place.allCases) func `connections that are null`(_ place: Place) async throws {
    let kept = try await Kept(place)
    try kept.cache.receive("{\"archive\":null}", for: ArchiveQuery(first: 2))
    try await kept.restart()
    let none = try #require(kept.cache.read(ArchiveQuery(first: 2)))
    #expect(none.archive == nil)
    let pages = Pages(form: .nullable, kept: kept)
    try await pages.write([1, 2], first: 2)
    #expect(pages.read() == titles(1, 2))
    try kept.cache.receive("{\"archive\":null}", for: ArchiveQuery(first: 2))
    let gone = try #require(kept.cache.read(ArchiveQuery(first: 2)))
    #expect(gone.archive == nil)
  }

  /// A page that failed does not take the list's place, and where there is none it is missing.
  @Test(arguments: Place.allCases) func `connections that fail`(_ place: Place) async throws {
    let kept = try await Kept(place)
    let error = "[{\"message\":\"no\",\"path\":[\"archive\"]}]"
    try kept.cache.receive("{\"archive\":null}", for: ArchiveQuery(first: 2), errors: error)
    try await kept.restart()
    #expect(kept.cache.read(ArchiveQuery(first: 2)) == nil)
    let pages = Pages(form: .nullable, kept: kept)
    try await pages.write([1, 2], first: 2)
    try kept.cache.receive("{\"archive\":null}", for: ArchiveQuery(first: 2, after: "c2"), errors: error)
    try kept.cache.receive("{\"archive\":null}", for: ArchiveQuery(first: 2), errors: error)
    #expect(pages.read() == titles(1, 2))
  }

  /// With a list from the cache and from the server in turn, each page is that of the server.
  @Test func `pages through a client`() async throws {
    let list = PagedList(posts: Array(0..<6))
    let scene = try Scene([
      .response(list.json(first: 2)), .response(list.json(first: 2, after: "c1")),
      .response(list.json(first: 2, after: "c3")),
    ])
    for page in [PostsQuery(first: 2), PostsQuery(first: 2, after: "c1"), PostsQuery(first: 2, after: "c3")] {
      var updates = scene.client.watch(page, policy: .cacheAndNetwork).makeAsyncIterator()
      var update = await updates.next()
      while update?.isFetching == true { update = await updates.next() }
      let expected = list.json(first: page.first.value, after: page.after.value)
      let answer = try PostsQuery.Data(json: Array(expected.utf8))
      #expect(update?.data?.posts.edges.suffix(2) == answer.posts.edges[...])
    }
    #expect(scene.cache.read(PostsQuery(first: 2))?.posts.edges.count == 6)
  }

  /// Objects without a key within a list: each page has its own.
  @Test func `lists of objects without a key`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    func boxes(_ sizes: [Int]) -> String {
      sizes.map { "{\"size\":\($0),\"inside\":{\"size\":\($0 * 10)}}" }.joined(separator: ",")
    }
    let members = "\"label\":null,\"colors\":null,\"grid\":null,\"meta\":null,\"owner\":null,\"boxes\":"
    try cache.receive("{\"shelf\":\(shelf("1", members + "[\(boxes([1, 2]))]"))}", for: ShelfQuery(id: "1"))
    #expect(cache.inspect().hasPrefix("2 objects and root fields"))
    #expect(cache.read(ShelfQuery(id: "1"))?.shelf?.boxes?.map { $0?.inside?.size } == [10, 20])
    // Of the same length: element by element. Of another: the new list.
    try cache.receive(
      "{\"shelf\":\(shelf("1", "\"colors\":null,\"boxes\":[{\"size\":5},{\"size\":6}]"))}",
      for: ShelfColorsQuery(id: "1"))
    #expect(cache.read(ShelfQuery(id: "1"))?.shelf?.boxes?.map { $0?.size } == [5, 6])
    try cache.receive(
      "{\"shelf\":\(shelf("1", "\"colors\":null,\"boxes\":[{\"size\":7}]"))}", for: ShelfColorsQuery(id: "1"))
    #expect(cache.read(ShelfColorsQuery(id: "1"))?.shelf?.boxes?.map { $0?.size } == [7])
    #expect(cache.read(ShelfQuery(id: "1")) == nil)
  }

  /// Lists with offsets are not put together: each is a field of its own.
  @Test func `pages by number`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    try cache.receive("{\"shelves\":[\(shelf("1", "\"label\":\"A\""))]}", for: ShelvesQuery(page: 1))
    try cache.receive("{\"shelves\":[\(shelf("2", "\"label\":\"B\""))]}", for: ShelvesQuery(page: 2))
    #expect(cache.read(ShelvesQuery(page: 1))?.shelves?.map { $0?.label } == ["A"])
    #expect(cache.read(ShelvesQuery(page: 2))?.shelves?.map { $0?.label } == ["B"])
    #expect(cache.read(ShelvesQuery(page: 3)) == nil)
  }
}
