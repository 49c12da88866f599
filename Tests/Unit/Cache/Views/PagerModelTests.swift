import Apus
import ApusClient
import ApusSwiftUI
import Foundation
import TestSupport
import Testing

@testable import ApusCache
import CacheFixtures

/// `GraphQLPager` against a list on a server, over a client without a cache and over one with it, forwards and backwards.
@Suite(.serialized, .timeLimit(.minutes(15))) @MainActor struct PagerModelTests {
  private static let forwards = GraphQLPaging<PostsQuery>(
    next: { $0.posts.pageInfo.hasNextPage ? $0.posts.pageInfo.endCursor : nil }, into: \.after)
  private static let backwards = GraphQLPaging<PostsQuery>(
    .backwards, next: { $0.posts.pageInfo.hasPreviousPage ? $0.posts.pageInfo.startCursor : nil },
    into: \.before)

  @Test(arguments: [false, true]) func `random events come to what the list says`(_ hasCache: Bool)
    async throws
  {
    for seed in RandomSequences.seed..<RandomSequences.seed + RandomSequences.count {
      guard try await run(seed, hasCache) else { return }
    }
  }

  private func run(_ seed: Int, _ hasCache: Bool) async throws -> Bool {
    var random = SeededRandom(UInt64(seed))
    let isBackwards = random.chance(30)
    let transport = HeldTransport()
    let plain = GraphQLClient(
      url: try #require(URL(string: "https://example.org/")), transport: transport, timeout: .seconds(3600))
    let cache = GraphQLCache(schema: cacheSchema)
    var client = plain
    if hasCache { client.cache = cache }
    var list = PagedList(posts: Array(0..<random.below(9)))
    let first = isBackwards ? PostsQuery(last: 3) : PostsQuery(first: 3)
    var pager: GraphQLPager<PostsQuery, String>? = GraphQLPager(
      first, client: client, by: isBackwards ? Self.backwards : Self.forwards
    ) { $0.posts.edges.map(\.node.title) }
    let released = Weak(object: pager)
    var log = ["\(list.posts.count) posts"]
    /// How many items there should be; nil before the first page.
    var shown: Int?
    var isFetching = true
    var isRefetching = false
    var hasFailed = false
    var tasks: [Task<Void, Never>] = []

    for _ in 0..<1 + random.below(14) {
      guard let current = pager else { break }
      switch random.below(7) {
      case 0, 1:
        log.append("next")
        current.beginNext()
        if !isFetching, hasFailed || (shown ?? 0) < list.posts.count { isFetching = true }
      case 2:
        // Two at once load one page.
        log.append("next and wait")
        var begun = 0
        for _ in 0..<2 {
          tasks.append(
            Task { [weak current] in
              begun += 1
              await current?.loadNext()
            })
        }
        if !isFetching, hasFailed || (shown ?? 0) < list.posts.count { isFetching = true }
        guard await RandomSequences.settled({ begun == 2 }) else { return false }
      case 3 where shown != nil && !isFetching && !hasFailed:
        log.append("refetch")
        var hasBegun = false
        tasks.append(
          Task { [weak current] in
            hasBegun = true
            await current?.reload()
          })
        guard await RandomSequences.settled({ hasBegun }) else { return false }
        isFetching = true
        isRefetching = true
      case 4 where hasCache:
        log.append("clear")
        cache.clear()
        shown = nil
        isFetching = true
        isRefetching = false
        hasFailed = false
      case 5:
        guard isFetching, let held = transport.active.first else { continue }
        log.append("failure")
        transport.answer(held.id, .failure(Refused()))
        isFetching = false
        isRefetching = false
        hasFailed = true
      default:
        guard isFetching, let held = transport.active.first,
          let query = held.request.operation(PostsQuery.self)
        else { continue }
        log.append("answer")
        if random.chance(20) { list.likes[random.below(9)] = random.below(100) }
        transport.answer(
          held.id,
          .success(
            list.json(
              first: query.first.value, after: query.after.value, last: query.last.value,
              before: query.before.value)))
        isFetching = false
        if isRefetching {
          // With a cache, what was paged in stays behind a head that joins it.
          shown = hasCache ? shown : min(3, list.posts.count)
        } else if hasFailed, shown == nil || query == first {
          shown = max(shown ?? 0, min(3, list.posts.count))
        } else {
          shown = min((shown ?? 0) + 3, list.posts.count)
        }
        isRefetching = false
        hasFailed = false
      }
      let count = shown
      let expected = count.map { isBackwards ? list.posts.suffix($0) : list.posts.prefix($0) }
      let isSettled = await RandomSequences.settled {
        current.isFetching == isFetching && transport.active.count == (isFetching ? 1 : 0)
          && current.state.data == expected.map { $0.map { "T\($0)" } }
          && (isFetching || (current.error != nil) == hasFailed)
          && (isFetching || current.hasNext == (hasFailed || (count ?? 0) < list.posts.count))
      }
      if !isSettled {
        Issue.record(
          """
          seed \(seed), cache \(hasCache), backwards \(isBackwards): \(log.joined(separator: ", ")): \(current.state), fetching \
          \(current.isFetching), next \(current.hasNext), \(transport.active.count) active; expected \(String(describing: shown)), \
          fetching \(isFetching), failed \(hasFailed)
          """)
        return false
      }
    }
    pager = nil
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    let isOver = await RandomSequences.settled {
      released.object == nil && transport.all.isEmpty && cache.store.watcherCount == 0
    }
    if !isOver { Issue.record("seed \(seed): something is left of \(log.joined(separator: ", "))") }
    return isOver
  }

  @Test(arguments: [false, true]) func `a repeated cursor is an error with a name`(_ hasCache: Bool)
    async throws
  {
    let transport = HeldTransport()
    let plain = GraphQLClient(
      url: try #require(URL(string: "https://example.org/")), transport: transport, timeout: .seconds(3600))
    let cache = GraphQLCache(schema: cacheSchema)
    var client = plain
    if hasCache { client.cache = cache }
    let pager = GraphQLPager(PostsQuery(first: 3), client: client, by: Self.forwards) {
      $0.posts.edges.map(\.node.title)
    }
    let page =
      #"{"posts":{"total":9,"edges":[],"pageInfo":{"hasNextPage":true,"endCursor":"c1","hasPreviousPage":false,"startCursor":null}}}"#
    for number in 1...2 {
      #expect(await RandomSequences.settled { transport.active.count == 1 })
      transport.answer(number, .success(page))
      #expect(await RandomSequences.settled { !pager.isFetching })
      pager.beginNext()
    }
    #expect(await RandomSequences.settled { pager.error != nil })
    guard case .repeatedCursor(operation: "Posts", _)? = pager.error as? GraphQLClientError else {
      Issue.record("\(String(describing: pager.error))")
      return
    }
    #expect(!pager.hasNext)
  }
}
