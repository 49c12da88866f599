import Apus
import ApusClient
import ApusSwiftUI
import CacheFixtures
import Foundation
import Testing

@testable import ApusCache

/// What views show of an account that signed out.
@Suite(.serialized, .timeLimit(.minutes(15))) @MainActor struct ClearedViewTests {
  private let transport = HeldTransport()
  private let cache = GraphQLCache(schema: cacheSchema)

  private var client: GraphQLClient {
    get throws {
      GraphQLClient(
        url: try #require(URL(string: "https://example.org/")), transport: transport, timeout: .seconds(3600),
        cache: cache)
    }
  }

  private func answer(_ data: String) async {
    #expect(await RandomSequences.settled { transport.active.count == 1 })
    if let held = transport.active.first { transport.answer(held.id, .success(data)) }
  }

  private func postData(_ title: String) -> String {
    "{\"post\":\(post("1", title, likes: 0, note: "\"n\""))}"
  }

  @Test func `a watcher has no data until a new response arrives`() async throws {
    let watcher = GraphQLWatcher(PostQuery(id: "1"), client: try client)
    await answer(postData("Old"))
    #expect(await RandomSequences.settled { watcher.state.data?.post?.title == "Old" })
    cache.clear()
    #expect(await RandomSequences.settled { watcher.state.isLoading && watcher.isFetching })
    await answer(postData("New"))
    #expect(await RandomSequences.settled { watcher.state.data?.post?.title == "New" })
  }

  @Test func `a watcher of the cache alone has no data until something is written`() async throws {
    try cache.receive(postData("Old"), for: PostQuery(id: "1"))
    let watcher = GraphQLWatcher(PostQuery(id: "1"), client: try client, policy: .cacheOnly)
    #expect(watcher.state.data?.post?.title == "Old")
    cache.clear()
    #expect(await RandomSequences.settled { watcher.state.isLoading && !watcher.isFetching })
    try cache.receive(postData("New"), for: PostQuery(id: "1"))
    #expect(await RandomSequences.settled { watcher.state.data?.post?.title == "New" })
    #expect(transport.sentCount == 0)
  }

  @Test func `an error of the account goes too`() async throws {
    try cache.receive(postData("Old"), for: PostQuery(id: "1"))
    let watcher = GraphQLWatcher(PostQuery(id: "1"), client: try client, policy: .cacheOnly)
    let reload = Task { await watcher.reload() }
    #expect(await RandomSequences.settled { transport.active.count == 1 })
    transport.answer(1, .failure(Refused()))
    await reload.value
    #expect(watcher.state.error != nil && watcher.state.data != nil)
    cache.clear()
    #expect(await RandomSequences.settled { watcher.state.isLoading && !watcher.isFetching })
  }

  @Test func `a view that was away while the cache was cleared comes back without data`() async throws {
    let watcher = GraphQLWatcher(PostQuery(id: "1"), client: try client)
    await answer(postData("Old"))
    #expect(await RandomSequences.settled { watcher.state.data?.post?.title == "Old" })
    watcher.stop()
    watcher.start()
    #expect(watcher.state.data?.post?.title == "Old")
    watcher.stop()
    cache.transaction { $0.evict(GraphQLCacheKey("Post", "1")) }
    watcher.start()
    // What goes missing while it is away is shown on.
    #expect(watcher.state.data?.post?.title == "Old" && watcher.isFetching)
    watcher.stop()
    cache.clear()
    watcher.start()
    #expect(watcher.state.data == nil && watcher.isFetching)
    await answer(postData("New"))
    #expect(await RandomSequences.settled { watcher.state.data?.post?.title == "New" })
  }

  @Test func `a row has no data until something is written`() async throws {
    try cache.receive(postData("Old"), for: PostQuery(id: "1"))
    let watcher = GraphQLFragmentWatcher(LikesData.self, key: "Post:1", variables: [:])
    watcher.use(try client)
    #expect(watcher.value?.likes == 0)
    cache.transaction { $0.evict(GraphQLCacheKey("Post", "1")) }
    #expect(await RandomSequences.settled { watcher.value?.likes == 0 })
    cache.clear()
    #expect(await RandomSequences.settled { watcher.value == nil })
  }

  @Test(arguments: [false, true]) func `a list has no items until a new response arrives`(
    _ isAway: Bool
  ) async throws {
    let list = PagedList(posts: Array(1..<9))
    let paging = GraphQLPaging<PostsQuery>(
      next: { $0.posts.pageInfo.hasNextPage ? $0.posts.pageInfo.endCursor : nil }, into: \.after)
    let pager = GraphQLPager(PostsQuery(first: 2), client: try client, by: paging) {
      $0.posts.edges.map(\.node.title)
    }
    await answer(list.json(first: 2))
    #expect(await RandomSequences.settled { pager.items.count == 2 })
    pager.beginNext()
    await answer(list.json(first: 2, after: "c2"))
    #expect(await RandomSequences.settled { pager.items.count == 4 && !pager.isFetching })
    if isAway {
      pager.stop()
      #expect(pager.items.count == 4)
    }
    cache.clear()
    pager.use(try client, whileMakingView: false)
    #expect(
      await RandomSequences.settled { pager.items.isEmpty && pager.state.isLoading && pager.isFetching })
    await answer(list.json(first: 2))
    #expect(await RandomSequences.settled { pager.items == ["T1", "T2"] && !pager.isFetching })
  }

  /// A list whose next page is the first one again.
  @Test(arguments: [false, true]) func `a repeated cursor is forgotten with the data that had it`(
    _ clears: Bool
  ) async throws {
    let list = PagedList(posts: Array(1..<4))
    let paging = GraphQLPaging<PostsQuery> { query, data in data.posts.pageInfo.hasNextPage ? query : nil }
    let pager = GraphQLPager(PostsQuery(first: 2), client: try client, by: paging) {
      $0.posts.edges.map(\.node.title)
    }
    await answer(list.json(first: 2))
    #expect(await RandomSequences.settled { pager.items.count == 2 && !pager.isFetching })
    pager.beginNext()
    #expect(pager.error != nil && pager.items.count == 2)
    if clears {
      cache.clear()
      #expect(await RandomSequences.settled { pager.error == nil && pager.state.isLoading })
    } else {
      try cache.receive(PagedList(posts: [1]).json(first: 2), for: PostsQuery(first: 2))
      #expect(await RandomSequences.settled { pager.error == nil && pager.items == ["T1"] })
    }
  }
}
