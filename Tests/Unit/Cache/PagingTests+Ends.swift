import Apus
import ApusClient
import ApusTesting
import CacheFixtures
import Foundation
import TestSupport
import Testing

import ApusCache

/// What was asked for at each end of a list.
extension PagingTests {
  @Test func `A page from one end does not answer for the other`() throws {
    let scene = try Scene()
    let list = PagedList(posts: Array(0..<11))
    // Empty, and the end of the list.
    try write(scene, PostsQuery(first: 20, after: "c10"), list)
    #expect(titles(scene, PostsQuery(first: 20, after: "c10")) == [])
    #expect(titles(scene, PostsQuery(last: 20)) == nil)
    #expect(titles(scene, PostsQuery(last: 1)) == nil)
    let other = try Scene()
    try write(other, PostsQuery(first: 20, after: "c7"), list)
    #expect(titles(other, PostsQuery(last: 3)) == titles([8, 9, 10]))
    #expect(titles(other, PostsQuery(last: 4)) == nil)
    try write(other, PostsQuery(last: 20, before: "c3"), list)
    #expect(titles(other, PostsQuery(first: 20)) == nil)
    #expect(titles(other, PostsQuery(first: 3)) == titles([0, 1, 2]))
  }

  /// The page info still has the cursor of the removed element, with which the next page is requested.
  @Test(arguments: [[3], [2, 3], [1, 3], [1, 2, 3]], [true, false])
  func `The next page follows a list whose end was removed`(_ removed: [Int], isForward: Bool) throws {
    for added in [nil, 9] {
      let scene = try Scene()
      let list = PagedList(posts: isForward ? Array(1..<8) : Array(1..<8).reversed())
      try scene.cache.receive("{\"feed\":[\(post("9", "T9", likes: 9))]}", for: FeedQuery())
      try write(scene, isForward ? PostsQuery(first: 3) : PostsQuery(last: 3), list)
      let lists = GraphQLCacheLists("Query", "posts")
      scene.cache.transaction { transaction in
        for post in removed { transaction.remove(GraphQLCacheKey("Post", post), from: lists) }
        guard let added else { return }
        let key = GraphQLCacheKey("Post", added)
        if isForward { transaction.append(key, to: lists) } else { transaction.prepend(key, to: lists) }
      }
      let next =
        isForward ? PostsQuery(first: 2, after: "c3") : PostsQuery(last: 2, before: "c3")
      #expect(titles(scene, next) == nil)
      try write(scene, next, list)
      let expected = [1, 2, 3].filter { !removed.contains($0) } + [4, 5]
      // An added element gives way to the page, unless nothing else is left.
      let kept = (added.map { removed.count == 3 ? [$0] : [] } ?? []) + expected
      #expect(titles(scene, PostsQuery()) == titles(isForward ? kept : kept.reversed()))
      #expect(scene.events.failures.isEmpty)
    }
  }

  /// A server that gives fewer than it is asked for answers for that page: not for what is at that end later.
  @Test func `What was asked for at an end that is gone does not count`() throws {
    for isForward in [true, false] {
      var list = PagedList(posts: Array(0..<8), limit: 3)
      func page(_ count: Int, beyond cursor: String? = nil) -> PostsQuery {
        isForward
          ? PostsQuery(first: .value(count), after: GraphQLNullable(cursor))
          : PostsQuery(last: .value(count), before: GraphQLNullable(cursor))
      }
      let scene = try Scene()
      try write(scene, page(7), list)
      #expect(titles(scene, page(7)) == titles(isForward ? [0, 1, 2] : [5, 6, 7]))
      // The two at the end are gone, so the page before the third is empty.
      if isForward { list.posts.removeFirst(2) } else { list.posts.removeLast(2) }
      let rest =
        isForward ? PostsQuery(last: 7, before: .value("c2")) : PostsQuery(first: 7, after: .value("c5"))
      try write(scene, rest, list)
      #expect(titles(scene, page(1)) == titles(isForward ? [2] : [5]))
      #expect(titles(scene, page(7)) == nil)
    }
  }

  @Test func `A list that begins anywhere is watched without its pages' arguments`() async throws {
    let list = PagedList(posts: Array(0..<12))
    for first in [PostsQuery(last: 3), PostsQuery(first: 3, after: "c4")] {
      let scene = try Scene()
      #expect(titles(scene, PostsQuery()) == nil)
      try write(scene, first, list)
      var updates = scene.cache.watch(PostsQuery()).makeAsyncIterator()
      let start = first.last.value == nil ? 5 : 9
      #expect(await updates.next()?.data?.posts.edges.map(\.node.title) == titles(Array(start..<(start + 3))))
      try write(scene, PostsQuery(last: 2, before: .value("c\(start)")), list)
      let all = await updates.next()?.data?.posts
      #expect(all?.edges.map(\.node.title) == titles(Array((start - 2)..<(start + 3))))
      #expect(all?.pageInfo.hasPreviousPage == true)
      #expect(all?.pageInfo.startCursor == "c\(start - 2)")
      #expect(all?.pageInfo.endCursor == "c\(start + 2)")
      #expect(titles(scene, PostsQuery(first: 3)) == nil)
    }
  }

  /// A short answer is never a page: whatever pages came, a read is what the server would answer, or nothing. Where the server gives fewer
  /// than it is asked for, the cache may have more.
  @Test(arguments: 0..<max(1, RoundTripTests.count / 5))
  func `Pages that are read have what was asked for`(_ seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    let scene = try Scene()
    var list = PagedList(posts: Array(0..<(random.below(14))))
    if random.chance(30) { list.limit = 1 + random.below(5) }
    func any() -> PostsQuery {
      let cursor = list.posts.randomElement(using: &random).map(list.cursor)
      let after = random.chance(50) ? cursor : nil
      let count = GraphQLNullable.value(1 + random.below(9))
      return random.chance(50)
        ? PostsQuery(first: count, after: GraphQLNullable(after))
        : PostsQuery(last: count, before: GraphQLNullable(after))
    }
    for _ in 0..<30 {
      try write(scene, any(), list)
      for _ in 0..<6 {
        let query = any()
        guard let read = scene.cache.read(query) else { continue }
        let answer = try PostsQuery.Data(
          json: Array(
            list.json(
              first: query.first.value, after: query.after.value, last: query.last.value,
              before: query.before.value
            ).utf8))
        let (all, page) = (read.posts.edges.map(\.node.title), answer.posts.edges.map(\.node.title))
        // Without a cursor all that is there is read.
        let isAll = query.after.value == nil && query.before.value == nil || list.limit != Int.max
        let part = query.last.value == nil ? all.prefix(page.count) : all.suffix(page.count)
        #expect(isAll ? Array(part) == page : all == page, "seed \(seed): \(query)")
      }
    }
  }
}
