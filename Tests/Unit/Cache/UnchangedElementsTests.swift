import Apus
import ApusClient
import CacheFixtures
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// Updates of lists, most of whose elements stay as they are.
@Suite(.timeLimit(.minutes(15))) struct UnchangedElementsTests {
  private func filled() throws -> GraphQLCache {
    let scene = try Scene()
    let list = PagedList(posts: Array(0..<6))
    try scene.cache.receive(list.json(first: 6), for: PostsQuery(first: 6))
    // Two and two look alike but for their likes.
    let feed = (0..<6).map { post("\($0)", "T\($0 / 2)", likes: $0 % 3) }.joined(separator: ",")
    try scene.cache.receive("{\"feed\":[\(feed)]}", for: FeedQuery())
    return scene.cache
  }

  private func change<Element>(
    _ list: inout [Element], _ random: inout SeededRandom, _ new: Element, _ edit: (inout Element) -> Void
  ) {
    for _ in 0...random.below(3) {
      let at = random.below(list.count)
      switch random.below(5) {
      case 0 where !list.isEmpty: list.remove(at: at)
      case 1 where list.count > 1: list.swapAt(at, random.below(list.count))
      case 2: list.insert(new, at: at)
      case 3: break
      default: if !list.isEmpty { edit(&list[at]) }
      }
    }
  }

  /// Writes the data with and without what it was changed from; both must do the same.
  private func compare<Query: GraphQLQuery>(
    _ query: Query, _ seed: Int, _ delete: [GraphQLCacheKey], _ change: (inout Query.Data) -> Void
  ) throws {
    let caches = [try filled(), try filled()]
    var results: [(error: String?, text: String)] = []
    for (index, cache) in caches.enumerated() {
      cache.transaction { transaction in
        for key in delete { transaction.delete(key) }
      }
      var data = try #require(cache.read(query))
      let old = try data.json()
      change(&data)
      var error: String?
      do {
        try cache.store.transaction { writer in
          try writer.write(data.json(), changedFrom: index == 0 ? old : nil, PlanSource(query), .operation)
        }
      } catch let failure {
        error = "\(failure)"
      }
      results.append((error, cache.inspect()))
    }
    #expect(results[0].error == results[1].error, "seed \(seed)")
    #expect(results[0].text == results[1].text, "seed \(seed)")
  }

  @Test(arguments: 0..<200) func `A list is written as if all of it were compared with the stored one`(
    _ seed: Int
  ) throws {
    let deleted = (0..<6).filter { seed % 3 == 0 && $0 % 4 == seed % 4 }.map {
      GraphQLCacheKey("Post", $0)
    }
    let new = FeedQuery.Data.Feed(title: "T1", likes: 1, author: .init(name: "Ada"))
    try compare(FeedQuery(), seed, deleted) { data in
      var random = SeededRandom(UInt64(seed))
      change(&data.feed, &random, new) { $0.likes += 10 }
    }
    try compare(PostsQuery(first: 6), seed, deleted) { data in
      var random = SeededRandom(UInt64(seed))
      let new = data.posts.edges.first ?? .init(node: .init(title: "N", likes: 0))
      change(&data.posts.edges, &random, new) { $0.node.title += "!" }
    }
    // The middle of the stored list.
    try compare(PostsQuery(first: 2, after: "c1"), seed, []) { data in
      var random = SeededRandom(UInt64(seed))
      change(&data.posts.edges, &random, .init(node: .init(title: "N", likes: 0))) { $0.node.title += "!" }
    }
  }

  @Test func `An update whose closure also writes the list compares all of it`() throws {
    let (one, other) = (try filled(), try filled())
    func reverse(_ cache: GraphQLCache) throws {
      _ = try cache.transaction { try $0.update(IdentifiedQuery()) { $0.feed.reverse() } }
    }
    try one.transaction { transaction in
      _ = try transaction.update(FeedQuery()) { data in
        try reverse(one)
        data.feed[0].likes = 50
      }
    }
    var data = try #require(other.read(FeedQuery()))
    data.feed[0].likes = 50
    try other.transaction { transaction in
      try reverse(other)
      try transaction.write(data, for: FeedQuery())
    }
    #expect(one.inspect() == other.inspect())
  }

  @Test func `Only elements that changed are written out`() throws {
    let cache = try filled()
    var data = try #require(cache.read(FeedQuery()))
    let old = try data.json()
    data.feed[2].likes = 100
    data.feed.removeLast()
    let source = try PlanSource(FeedQuery())
    let plan = try cache.store.transaction { _ in try cache.store.writerPlans.plan(source) }
    let text = try UnchangedElements.marked(data.json(), changedFrom: old, plan, .operation)
    #expect(
      String(decoding: text, as: UTF8.self)
        == #"{"feed":[true,true,{"title":"T1","likes":100,"author":{"name":"Ada"}},{"title":"T1","likes":0,"author":{"name":"Ada"}},{"title":"T2","likes":1,"author":{"name":"Ada"}}]}"#
    )
    data.feed.append(FeedQuery.Data.Feed(title: "T2", likes: 2, author: .init(name: "Ada")))
    let same = try UnchangedElements.marked(data.json(), changedFrom: old, plan, .operation)
    #expect(
      String(decoding: same, as: UTF8.self)
        == #"{"feed":[true,true,{"title":"T1","likes":100,"author":{"name":"Ada"}},true,true,true]}"#)
  }
}
