import Apus
import ApusClient
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(15))) struct PagingTests {
  /// A field that is selected on an interface has pages as well.
  @Test func `connections behind interfaces`() throws {
    let cache = try Scene(limits: "HasPages=User.pages:PostConnection;Query.owner:HasPages").cache
    func query(_ page: String, _ number: Int) -> PlanSource {
      PlanSource(
        key: PlanSource.Key(
          type: ObjectIdentifier(PagingTests.self), document: number, variables: Array("{}".utf8)),
        name: "Owner",
        text:
          "query Owner{owner{pages(\(page)){edges{node{title ___:__typename ___id:id}cursor}pageInfo{hasNextPage endCursor}} ___:__typename ...on Node{___id:id}}}"
      )
    }
    for (number, page) in ["first:1", "first:1 after:\"c1\""].enumerated() {
      let (id, hasNext) = (number + 1, number == 0)
      var text =
        "{\"owner\":{\"pages\":{\"edges\":[{\"node\":{\"title\":\"T\(id)\",\"___\":\"Post\",\"___id\":\"\(id)\"},\"cursor\":\"c\(id)\"}],\"pageInfo\":{\"hasNextPage\":\(hasNext),\"endCursor\":\"c\(id)\"}},\"___\":\"User\",\"___id\":\"u1\"}}"
      try text.withUTF8 { bytes in
        try cache.store.transaction { try $0.write(bytes, query(page, number), .operation) }
      }
    }
    let read = try cache.store.read(query("first:1", 0), .operation).text
    let text = String(decoding: read ?? [], as: UTF8.self)
    #expect(text.contains("\"T1\"") && text.contains("\"T2\""), "\(text)")
  }

  func write(_ scene: Scene, _ query: PostsQuery, _ list: PagedList) throws {
    let json = list.json(
      first: query.first.value, after: query.after.value, last: query.last.value, before: query.before.value)
    let body = try GraphQLDecodedBody.decoding(Data("{\"data\":\(json)}".utf8), as: PostsQuery.self).body
    scene.cache.write(body, of: query, ticket: nil)
  }

  func titles(_ scene: Scene, _ query: PostsQuery = PostsQuery(first: 3)) -> [String]? {
    scene.cache.read(query)?.posts.edges.map(\.node.title)
  }

  func titles(_ posts: [Int]) -> [String] { posts.map { "T\($0)" } }

  /// Some servers leave cursors out of the page info. The next page is then after the last element, not after the one before the page.
  @Test func `a page without its own cursors ends with its elements`() throws {
    let scene = try Scene()
    let list = PagedList(posts: Array(0..<9))
    try write(scene, PostsQuery(first: 3), list)
    let json = list.json(first: 3, after: "c2").replacing("\"endCursor\":\"c5\"", with: "\"endCursor\":null")
    let body = try GraphQLDecodedBody.decoding(Data("{\"data\":\(json)}".utf8), as: PostsQuery.self).body
    scene.cache.write(body, of: PostsQuery(first: 3, after: "c2"), ticket: nil)
    let posts = try #require(scene.cache.read(PostsQuery(first: 3))?.posts)
    #expect(posts.edges.map(\.node.title) == titles(Array(0..<6)))
    #expect(posts.pageInfo.endCursor == "c5")
  }

  @Test func `pages are appended`() throws {
    let scene = try Scene()
    let list = PagedList(posts: Array(0..<8))
    try write(scene, PostsQuery(first: 3), list)
    #expect(titles(scene) == titles([0, 1, 2]))
    try write(scene, PostsQuery(first: 3, after: "c2"), list)
    #expect(titles(scene) == titles(Array(0..<6)))
    var info = try #require(scene.cache.read(PostsQuery(first: 3))?.posts.pageInfo)
    #expect(info.hasNextPage)
    #expect(info.endCursor == "c5")
    #expect(info.startCursor == "c0")
    try write(scene, PostsQuery(first: 3, after: "c5"), list)
    #expect(titles(scene) == titles(Array(0..<8)))
    info = try #require(scene.cache.read(PostsQuery(first: 3))?.posts.pageInfo)
    #expect(!info.hasNextPage)
    #expect(info.endCursor == "c7")
    // A page that is there is read for itself.
    #expect(titles(scene, PostsQuery(first: 3, after: "c2")) == titles([3, 4, 5]))
    #expect(titles(scene, PostsQuery(first: 2, after: "c2")) == titles([3, 4]))
    #expect(titles(scene, PostsQuery(first: 30, after: "c2")) == titles(Array(3..<8)))
    let page = try #require(scene.cache.read(PostsQuery(first: 3, after: "c2"))?.posts.pageInfo)
    #expect(page.hasNextPage)
    #expect(page.endCursor == "c5")
    #expect(page.startCursor == "c3")
    #expect(titles(scene, PostsQuery(first: 3, after: "c77")) == nil)
    #expect(scene.events.failures.isEmpty)
  }

  @Test func `pages are prepended`() throws {
    let scene = try Scene()
    let list = PagedList(posts: Array(0..<8))
    try write(scene, PostsQuery(last: 3), list)
    #expect(titles(scene, PostsQuery(last: 3)) == titles([5, 6, 7]))
    try write(scene, PostsQuery(last: 3, before: "c5"), list)
    #expect(titles(scene, PostsQuery(last: 3)) == titles(Array(2..<8)))
    var info = try #require(scene.cache.read(PostsQuery(last: 3))?.posts.pageInfo)
    #expect(info.hasPreviousPage)
    #expect(info.startCursor == "c2")
    #expect(info.endCursor == "c7")
    // The beginning is not there yet.
    #expect(titles(scene, PostsQuery(first: 3)) == nil)
    try write(scene, PostsQuery(last: 3, before: "c2"), list)
    info = try #require(scene.cache.read(PostsQuery(last: 3))?.posts.pageInfo)
    #expect(!info.hasPreviousPage)
    #expect(titles(scene, PostsQuery(last: 3)) == titles(Array(0..<8)))
    #expect(titles(scene, PostsQuery(last: 2, before: "c5")) == titles([3, 4]))
    let page = try #require(scene.cache.read(PostsQuery(last: 2, before: "c5"))?.posts.pageInfo)
    #expect(page.hasPreviousPage)
    #expect(page.startCursor == "c3")
  }

  /// A refresh of the head keeps what was paged in where it joins, and replaces it where it does not.
  @Test func `a refreshed list begins with its first page`() throws {
    let scene = try Scene()
    var list = PagedList(posts: Array(0..<8))
    try write(scene, PostsQuery(first: 3), list)
    try write(scene, PostsQuery(first: 3, after: "c2"), list)
    // One is new, one is gone, one has changed.
    list.posts = [20, 0, 2, 3, 4, 5, 6, 7]
    list.likes[0] = 5
    try write(scene, PostsQuery(first: 3), list)
    #expect(titles(scene) == titles([20, 0, 2, 3, 4, 5]))
    #expect(scene.cache.read(PostsQuery(first: 3))?.posts.edges[1].node.likes == 5)
    #expect(scene.cache.read(PostsQuery(first: 3))?.posts.pageInfo.startCursor == "c20")
    #expect(scene.cache.read(PostsQuery(first: 3))?.posts.pageInfo.endCursor == "c5")
    // All is new.
    list.posts = Array(30..<40)
    try write(scene, PostsQuery(first: 3), list)
    #expect(titles(scene) == titles([30, 31, 32]))
    #expect(scene.cache.read(PostsQuery(first: 3))?.posts.pageInfo.endCursor == "c32")
    // A page again, in the midst of others.
    try write(scene, PostsQuery(first: 3, after: "c32"), list)
    try write(scene, PostsQuery(first: 3, after: "c35"), list)
    list.posts.removeAll { $0 == 34 }
    try write(scene, PostsQuery(first: 2, after: "c32"), list)
    #expect(titles(scene) == titles([30, 31, 32, 33, 35, 36, 37, 38]))
  }

  @Test func `an element that moved into a refreshed page is there once`() throws {
    let scene = try Scene()
    var list = PagedList(posts: Array(0..<8))
    try write(scene, PostsQuery(first: 3), list)
    try write(scene, PostsQuery(first: 3, after: "c2"), list)
    list.posts = [0, 4, 1, 2, 3, 5, 6, 7]
    try write(scene, PostsQuery(first: 3), list)
    #expect(titles(scene) == titles([0, 4, 1, 2, 3, 5]))
  }

  @Test func `a page read backwards in the middle leaves the beginning known`() throws {
    let scene = try Scene()
    let list = PagedList(posts: Array(0..<8))
    try write(scene, PostsQuery(first: 6), list)
    try write(scene, PostsQuery(last: 2, before: "c4"), list)
    #expect(titles(scene) == titles(Array(0..<6)))
  }

  @Test func `what fits nowhere takes the list's place`() throws {
    let scene = try Scene()
    let list = PagedList(posts: Array(0..<20))
    try write(scene, PostsQuery(first: 3), list)
    try write(scene, PostsQuery(first: 3, after: "c9"), list)
    #expect(titles(scene) == nil)
    #expect(titles(scene, PostsQuery(first: 3, after: "c9")) == titles([10, 11, 12]))
    guard case .unconnectedPage("Posts", field: "posts")? = scene.events.failures.first else {
      Issue.record("\(scene.events.all)")
      return
    }
    try write(scene, PostsQuery(first: 3, after: "c12"), list)
    #expect(titles(scene, PostsQuery(first: 6, after: "c9")) == titles(Array(10..<16)))
    try write(scene, PostsQuery(last: 3, before: "c10"), list)
    #expect(titles(scene, PostsQuery(last: 8, before: "c15")) == titles(Array(7..<15)))
  }

  @Test func `empty pages move the ends alone`() throws {
    let scene = try Scene()
    var list = PagedList(posts: Array(0..<3))
    try write(scene, PostsQuery(first: 3), PagedList(posts: Array(0..<5)))
    #expect(scene.cache.read(PostsQuery(first: 3))?.posts.pageInfo.hasNextPage == true)
    try write(scene, PostsQuery(first: 3, after: "c2"), list)
    #expect(titles(scene) == titles([0, 1, 2]))
    let info = try #require(scene.cache.read(PostsQuery(first: 3))?.posts.pageInfo)
    #expect(!info.hasNextPage)
    #expect(info.endCursor == "c2")
    #expect(info.startCursor == "c0")
    #expect(titles(scene, PostsQuery(first: 3, after: "c2")) == [])
    list.posts = []
    try write(scene, PostsQuery(first: 3), list)
    #expect(titles(scene) == [])
  }

  @Test func `filters are lists of their own`() throws {
    let scene = try Scene()
    try write(scene, PostsQuery(genre: "jazz", first: 2), PagedList(posts: [1, 2, 3]))
    try write(scene, PostsQuery(genre: "rock", first: 2), PagedList(posts: [5, 6, 7]))
    try write(scene, PostsQuery(genre: "jazz", first: 2, after: "c2"), PagedList(posts: [1, 2, 3]))
    #expect(titles(scene, PostsQuery(genre: "jazz", first: 2)) == titles([1, 2, 3]))
    #expect(titles(scene, PostsQuery(genre: "rock", first: 2)) == titles([5, 6]))
    #expect(titles(scene, PostsQuery(first: 2)) == nil)
  }

  @Test func `shorter lists are not enough`() throws {
    let scene = try Scene()
    let list = PagedList(posts: Array(0..<8))
    try write(scene, PostsQuery(first: 2), list)
    #expect(titles(scene, PostsQuery(first: 2)) == titles([0, 1]))
    #expect(titles(scene, PostsQuery(first: 3)) == nil)
    #expect(scene.cache.partial(PostsQuery(first: 3)).missing.map(\.field) == ["page"])
    try write(scene, PostsQuery(first: 8), list)
    #expect(titles(scene, PostsQuery(first: 100))?.count == 8)
  }

  /// Two queries that select different fields of the edges complete each other.
  @Test func `edges are merged by their nodes`() throws {
    let scene = try Scene()
    let list = PagedList(posts: Array(0..<6))
    try write(scene, PostsQuery(first: 3), list)
    try write(scene, PostsQuery(first: 3, after: "c2"), list)
    func writePins(_ list: PagedList) throws {
      let json = Data("{\"data\":\(list.json(first: 3, pins: true))}".utf8)
      scene.cache.write(
        try GraphQLDecodedBody.decoding(json, as: PinsQuery.self).body, of: PinsQuery(first: 3), ticket: nil)
    }
    try writePins(list)
    #expect(titles(scene)?.count == 6)
    // The edges behind have no pins.
    #expect(scene.cache.read(PinsQuery(first: 3)) == nil)
    #expect(scene.cache.partial(PinsQuery(first: 3)).missing.count == 3)
    try write(scene, PostsQuery(first: 3), PagedList(posts: [9, 0, 1, 2]))
    // Nobody has said whether 9 is pinned.
    #expect(
      scene.cache.partial(PinsQuery(first: 3)).missing.map(\.path.description).first
        == "posts.edges[0].pinned")
  }

  @Test func `lists of nodes`() throws {
    let scene = try Scene()
    func write(_ query: PostNodesQuery, _ posts: [Int], end: Int, hasNext: Bool) throws {
      let nodes = posts.map { "{\"title\":\"T\($0)\",\"___\":\"Post\",\"___id\":\"\($0)\"}" }
      let json =
        "{\"data\":{\"posts\":{\"nodes\":[\(nodes.joined(separator: ","))],\"pageInfo\":{\"hasNextPage\":\(hasNext),\"endCursor\":\"e\(end)\"}}}}"
      scene.cache.write(
        try GraphQLDecodedBody.decoding(Data(json.utf8), as: PostNodesQuery.self).body, of: query, ticket: nil
      )
    }
    try write(PostNodesQuery(first: 2), [1, 2], end: 2, hasNext: true)
    try write(PostNodesQuery(first: 2, after: "e2"), [3, 4], end: 4, hasNext: true)
    // One that is there already.
    try write(PostNodesQuery(first: 2, after: "e4"), [4, 5], end: 5, hasNext: false)
    let data = try #require(scene.cache.read(PostNodesQuery(first: 2)))
    #expect(data.posts.nodes.map(\.title) == titles([1, 2, 3, 4, 5]))
    #expect(data.posts.pageInfo.endCursor == "e5")
    #expect(!data.posts.pageInfo.hasNextPage)
  }

  @Test func `lists within objects`() throws {
    let scene = try Scene()
    func write(_ query: WallQuery, _ list: PagedList) throws {
      let posts = list.json(first: query.first, after: query.after.value, pins: false)
        .replacing("\"likes\":0,", with: "").replacing("\"total\":\(list.posts.count),", with: "")
      let json =
        "{\"data\":{\"me\":{\"name\":\"Ada\",\(posts.dropFirst().dropLast()),\"___\":\"User\",\"___id\":\"u1\"}}}"
      scene.cache.write(
        try GraphQLDecodedBody.decoding(Data(json.utf8), as: WallQuery.self).body, of: query, ticket: nil)
    }
    let list = PagedList(posts: Array(0..<5))
    try write(WallQuery(first: 2), list)
    try write(WallQuery(first: 2, after: "c1"), list)
    let data = try #require(scene.cache.read(WallQuery(first: 2)))
    #expect(data.me?.posts.edges.map(\.node.title) == titles([0, 1, 2, 3]))
    #expect(
      scene.cache.read(WallQuery(first: 1, after: "c1"))?.me?.posts.edges.map(\.node.title) == titles([2]))
  }

  @Test func `deleted nodes leave their edges`() throws {
    let scene = try Scene()
    try write(scene, PostsQuery(first: 3), PagedList(posts: Array(0..<8)))
    scene.cache.transaction { $0.delete(GraphQLCacheKey("Post", "1")) }
    #expect(titles(scene) == titles([0, 2]))
    // It is still as much as was asked for.
    #expect(scene.cache.partial(PostsQuery(first: 3)).isComplete)
    try write(scene, PostsQuery(first: 3, after: "c2"), PagedList(posts: [0, 2, 3, 4, 5]))
    #expect(titles(scene) == titles([0, 2, 3, 4, 5]))
  }

  @Test func `programs change lists`() throws {
    let scene = try Scene()
    let list = PagedList(posts: Array(0..<8))
    try write(scene, PostsQuery(first: 3), list)
    try write(scene, PostsQuery(first: 3, after: "c2"), list)
    try scene.cache.transaction { transaction in
      try transaction.update(PostsQuery(first: 3)) { $0.posts.edges.remove(at: 1) }
      try transaction.update(PostsQuery(first: 3)) { $0.posts.edges.removeLast() }
      try transaction.update(PostsQuery(first: 3)) { $0.posts.edges[0].node.likes = 7 }
    }
    #expect(titles(scene) == titles([0, 2, 3, 4]))
    #expect(scene.cache.read(PostsQuery(first: 3))?.posts.edges[0].node.likes == 7)
    try write(scene, PostsQuery(first: 3, after: "c4"), list)
    #expect(titles(scene) == titles([0, 2, 3, 4, 5, 6, 7]))
  }

  /// Edges with keys are separate objects. A transaction sees those that it has written itself.
  @Test func `a transaction reads its own pages`() throws {
    let scene = try Scene(limits: "PostEdge!cursor")
    let list = PagedList(posts: Array(0..<8))
    let page = PostsQuery(first: 2, after: "c3")
    let read: PostsQuery.Data? = try scene.cache.store.transaction { writer in
      for query in [PostsQuery(first: 3), PostsQuery(first: 3, after: "c2")] {
        var json = list.json(first: query.first.value, after: query.after.value)
        try json.withUTF8 { try writer.write($0, PlanSource(query), .operation) }
      }
      return try writer.value(PlanSource(page), .operation)
    }
    #expect(read?.posts.edges.map(\.node.title) == titles([4, 5]))
    #expect(titles(scene, page) == titles([4, 5]))
  }

  /// P2 for pages: each page again changes nothing.
  @Test func `pages written twice change nothing`() throws {
    let scene = try Scene()
    let list = PagedList(posts: Array(0..<8))
    let pages = [
      PostsQuery(first: 3), PostsQuery(first: 3, after: "c2"), PostsQuery(first: 3, after: "c5"),
    ]
    for page in pages { try write(scene, page, list) }
    let before = scene.cache.json(of: pages[0])
    let inspected = scene.cache.inspect()
    for page in pages { try write(scene, page, list) }
    #expect(scene.cache.json(of: pages[0]) == before)
    #expect(scene.cache.inspect() == inspected)
  }

  /// Whatever pages come in whatever order: what is kept is a part of the list without gaps, and reads as the server answers.
  @Test(arguments: 0..<60) func `random pages`(_ seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    let scene = try Scene()
    let list = PagedList(posts: Array(0..<(random.below(30))))
    for _ in 0..<40 {
      let cursor = random.chance(70) ? "c\(random.below(30))" : nil
      let isBackward = random.chance(30)
      let count = 1 + random.below(6)
      if let cursor, !list.posts.contains(where: { list.cursor($0) == cursor }) { continue }
      let query =
        isBackward
        ? PostsQuery(last: .value(count), before: GraphQLNullable(cursor))
        : PostsQuery(first: .value(count), after: GraphQLNullable(cursor))
      try write(scene, query, list)
      let expected = list.json(
        first: query.first.value, after: query.after.value, last: query.last.value, before: query.before.value
      )
      let answer = try PostsQuery.Data(json: Array(expected.utf8))
      guard let read = scene.cache.read(query) else {
        // An empty page after an element that the list lacks says nothing about the list.
        #expect(cursor != nil && answer.posts.edges.isEmpty, "seed \(seed)")
        continue
      }
      // Without a cursor all that is kept is read.
      if cursor == nil {
        let all = read.posts.edges.map(\.node.title)
        let page = answer.posts.edges.map(\.node.title)
        #expect(isBackward ? Array(all.suffix(page.count)) == page : Array(all.prefix(page.count)) == page)
      } else {
        #expect(read.posts.edges == answer.posts.edges, "seed \(seed)")
      }
      let all = scene.cache.read(PostsQuery(first: 1))?.posts.edges.map(\.node.title)
      if let all { #expect(all == titles(Array(list.posts.prefix(all.count)))) }
      let end = scene.cache.read(PostsQuery(last: 1))?.posts.edges.map(\.node.title)
      if let end { #expect(end == titles(Array(list.posts.suffix(end.count)))) }
    }
  }

  @Test func `pages of a client`() async throws {
    let list = PagedList(posts: Array(0..<5))
    let scene = try Scene([
      .response(list.json(first: 2)), .response(list.json(first: 2, after: "c1")),
      .response(list.json(first: 2, after: "c3")),
    ])
    let paging = GraphQLPaging<PostsQuery>(
      next: { $0.posts.pageInfo.hasNextPage ? $0.posts.pageInfo.endCursor : nil }, into: \.after)
    let pages = scene.client.watchPages(PostsQuery(first: 2), by: paging)
    #expect(!pages.isComplete)
    var updates = pages.updates.makeAsyncIterator()
    var update = await updates.next()
    while update?.isFetching == true { update = await updates.next() }
    #expect(update?.data?.posts.edges.count == 2)
    #expect(!pages.isComplete)
    // Two who ask at once get one page.
    async let one = pages.loadNext()
    async let other = pages.loadNext()
    #expect(try await [one, other] == [true, true])
    update = await updates.next()
    let count = try #require(update?.data?.posts.edges.count)
    if count < 5 { try await pages.loadNext() }
    #expect(scene.cache.read(PostsQuery(first: 2))?.posts.edges.count == 5)
    #expect(pages.isComplete)
    #expect(try await pages.loadNext() == false)
  }
}
