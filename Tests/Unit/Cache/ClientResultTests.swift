import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import Foundation
import TestSupport
import Testing

import ApusCache

/// The forms in which a client with a cache returns data.
@Suite(.timeLimit(.minutes(15))) struct ClientResultTests {
  private struct Own: Error {}

  private let feed = "{\"feed\":[\(post("1", "One", likes: 1))]}"

  @Test func `data is mapped to a model, and an error of the mapping is thrown`() async throws {
    let scene = try Scene([.response(feed), .response(liked("1", 5)), .response(liked("1", 6))])
    #expect(try await scene.client.fetch(FeedQuery()) { $0.feed.map(\.title) } == ["One"])
    await #expect(throws: Own.self) {
      try await scene.client.fetch(FeedQuery(), map: { _ -> Int in throw Own() })
    }
    #expect(scene.server.requests.count == 1)
    #expect(try await scene.client.perform(LikeMutation(post: "1"), map: { $0.like?.likes }) == 5)
    await #expect(throws: Own.self) {
      try await scene.client.perform(LikeMutation(post: "1"), map: { _ -> Int in throw Own() })
    }
    // What the server did is cached all the same.
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.likes) == [6])
  }

  @Test func `a mutation's whole response has its errors, and its objects are cached`() async throws {
    let scene = try Scene([
      .response(feed),
      .response(liked("1", 5), errors: "[{\"message\":\"slow\",\"path\":[\"other\"]}]"),
    ])
    _ = try await scene.client.fetch(FeedQuery())
    let response = try await scene.client.response(for: LikeMutation(post: "1"))
    #expect(response.data?.like?.likes == 5)
    #expect(response.errors.map(\.message) == ["slow"])
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.likes) == [5])
  }

  @Test func `a response with errors is not cached if the cache shall not, and its layer is rolled back`()
    async throws
  {
    let scene = try Scene(
      [.response(feed), .response(liked("1", 5), errors: "[{\"message\":\"slow\",\"path\":[\"other\"]}]")],
      configuration: GraphQLCacheConfiguration(cachesPartialResponses: false))
    _ = try await scene.client.fetch(FeedQuery())
    await #expect(throws: GraphQLClientError.self) {
      try await scene.client.perform(
        LikeMutation(post: "1"),
        optimistically: { try $0.write(LikesData(likes: 9), GraphQLCacheKey("Post", "1")) })
    }
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.likes) == [1])
  }

  @Test(arguments: [GraphQLFetchPolicy.cacheFirst, .networkOnly])
  func `pages follow their cursors, from the cache if the policy allows it`(_ policy: GraphQLFetchPolicy)
    async throws
  {
    let list = PagedList(posts: Array(1..<6))
    let pages = [list.json(first: 2), list.json(first: 2, after: "c2"), list.json(first: 2, after: "c4")]
    let scene = try Scene((pages + pages).map { .response($0) })
    let separate = [["T1", "T2"], ["T3", "T4"], ["T5"]]
    // The cache has joined them.
    let joined = [["T1", "T2", "T3", "T4", "T5"]]
    for expected in [separate, policy == .networkOnly ? separate : joined] {
      var titles: [[String]] = []
      let sequence = scene.client.pages(
        PostsQuery(first: 2), next: { $0.posts.pageInfo.hasNextPage ? $0.posts.pageInfo.endCursor : nil },
        into: \.after, policy: policy)
      for try await page in sequence { titles.append(page.posts.edges.map(\.node.title)) }
      #expect(titles == expected)
    }
    #expect(scene.server.requests.count == (policy == .networkOnly ? 6 : 3))
  }

  private static let paging = GraphQLPaging<PostsQuery>(
    next: { $0.posts.pageInfo.hasNextPage ? $0.posts.pageInfo.endCursor : nil }, into: \.after)

  @Test func `the next page of a list of which nothing is cached is the first`() async throws {
    let list = PagedList(posts: Array(1..<4))
    let scene = try Scene([
      .response(list.json(first: 2)), .response(list.json(first: 2, after: "c2")),
      .response(list.json(first: 2)),
    ])
    let pages = scene.client.watchPages(PostsQuery(first: 2), by: Self.paging)
    #expect(!pages.isComplete)
    #expect(try await pages.loadNext())
    #expect(!pages.isComplete)
    #expect(try await pages.loadNext())
    #expect(pages.isComplete)
    #expect(try await pages.loadNext() == false)
    #expect(scene.server.requests.count == 2)
    scene.cache.clear()
    #expect(!pages.isComplete)
    #expect(try await pages.loadNext())
    #expect(scene.cache.read(PostsQuery(first: 2))?.posts.edges.count == 2)
  }

  @Test func `a page that loads while the cache is cleared is no repetition`() async throws {
    let (list, gate) = (PagedList(posts: Array(1..<4)), Gate())
    let scene = try Scene([
      .response(list.json(first: 2), after: gate), .response(list.json(first: 2)),
      .response(list.json(first: 2, after: "c2")),
    ])
    let pages = scene.client.watchPages(PostsQuery(first: 2), by: Self.paging)
    let load = Task { try await pages.loadNext() }
    try await eventually("the first page is requested") { scene.server.requests.count == 1 }
    scene.cache.clear()
    await gate.open()
    #expect(try await load.value)
    #expect(try await pages.loadNext())
    #expect(scene.cache.read(PostsQuery(first: 2))?.posts.edges.count == 2)
    #expect(try await pages.loadNext())
    #expect(pages.isComplete)
  }

  @Test func `a server that repeats a cursor ends the watched pages with an error`() async throws {
    let list = PagedList(posts: Array(1..<9))
    // The second page, however often the next one is requested.
    let scene = try Scene(
      [.response(list.json(first: 2))]
        + (0..<4).map { _ in
          .response(
            list.json(first: 2, after: "c2").replacing(#""endCursor":"c4""#, with: #""endCursor":"c2""#))
        })
    let pages = scene.client.watchPages(PostsQuery(first: 2), by: Self.paging)
    #expect(try await pages.loadNext())
    #expect(try await pages.loadNext())
    let error = await #expect(throws: GraphQLClientError.self) { try await pages.loadNext() }
    guard case .repeatedCursor(operation: "Posts", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(scene.server.requests.count == 2)
    // Whoever calls again requests the page again.
    #expect(try await pages.loadNext())
    await #expect(throws: GraphQLClientError.self) { try await pages.loadNext() }
  }

  /// A refresh may shorten the list: its pages are loaded again, which is no repetition.
  @Test func `pages of a list that was replaced are loaded again`() async throws {
    let list = PagedList(posts: Array(1..<9))
    let scene = try Scene(
      [list.json(first: 2), list.json(first: 2, after: "c2"), list.json(first: 2, after: "c2")]
        .map { .response($0) })
    let pages = scene.client.watchPages(PostsQuery(first: 2), by: Self.paging)
    #expect(try await pages.loadNext())
    #expect(try await pages.loadNext())
    scene.cache.clear()
    try scene.cache.receive(list.json(first: 2), for: PostsQuery(first: 2))
    #expect(try await pages.loadNext())
    #expect(scene.cache.read(PostsQuery(first: 2))?.posts.edges.count == 4)
  }

  @Test func `a layer whose closure throws when it is committed is rolled back`() async throws {
    let scene = try Scene([.response(feed)])
    _ = try await scene.client.fetch(FeedQuery())
    let runs = Locked(0)
    let layer = try scene.cache.optimistic { transaction in
      let run = runs.withLock { count in
        count += 1
        return count
      }
      if run > 1 { throw Own() }
      try transaction.write(LikesData(likes: 9), GraphQLCacheKey("Post", "1"))
    }
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.likes) == [9])
    #expect(throws: Own.self) { try layer.commit() }
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.likes) == [1])
    #expect(!scene.cache.partial(FeedQuery()).isOptimistic)
  }
}
