import Apus
import ApusClient
import ApusTesting
import Foundation
import Testing

import ApusCache

/// Arguments that name objects: what Apollo Kotlin's `OtherCacheTest`, `DeclarativeCacheTest` and `IdCacheKeyGeneratorTest` say of its resolvers
/// of keys, in our words.
@Suite(.timeLimit(.minutes(15))) struct KeyArgumentTests {
  private static let feed = "{\"feed\":[\(post("1", "One", likes: 1)),\(post("2", "Two", likes: 2))]}"

  /// A list has everything that a detail asks for.
  @Test func `a part of a list is a detail`() async throws {
    let scene = try Scene([.response(KeyArgumentTests.feed)], limits: "Query.post?id")
    _ = try await scene.client.fetch(FeedQuery())
    #expect(
      try await scene.client.fetch(PostAuthorQuery(id: "1"), policy: .cacheOnly).post?.author.name == "Ada")
    #expect(scene.server.requests.count == 1)
  }

  /// One argument is the key.
  @Test func `one key`() throws {
    let cache = try Scene(limits: "Query.post?id").cache
    try cache.receive(
      "{\"like\":{\"likes\":5,\"___\":\"Post\",\"___id\":\"42\"}}", for: LikeMutation(post: "42"))
    #expect(cache.partial(PostQuery(id: "42")).data?.post == nil)
    #expect(cache.partial(PostQuery(id: "42")).missing.map(\.object) == Array(repeating: "Post:42", count: 3))
    try cache.receive(KeyArgumentTests.feed, for: FeedQuery())
    #expect(cache.read(PostAuthorQuery(id: "1"))?.post?.author.name == "Ada")
  }

  /// Two arguments are the key, in the order of the key fields.
  @Test func `two keys`() throws {
    let cache = try Scene().cache
    let seat = "{\"guest\":\"Ada\",\"___\":\"Seat\",\"___row\":\"B\",\"___number\":2}"
    try cache.receive("{\"seats\":[\(seat)]}", for: SeatsQuery())
    #expect(cache.read(SomeSeatQuery(at: SeatPlace(row: "B", number: 2)))?.seat?.guest == "Ada")
  }

  /// A list of keys is a list of objects, each written by another query.
  @Test func `a list of keys`() throws {
    let cache = try Scene().cache
    for id in ["42", "43"] {
      try cache.receive(
        "{\"feed\":[\(post(id, "Title \(id)", likes: 1))]}", for: FeedQuery(genre: .value(id)))
    }
    let titles = cache.read(PostsWithIDsQuery(ids: ["42", "43"]))?.postsWithIDs.map { $0?.title }
    #expect(titles == ["Title 42", "Title 43"])
  }

  /// Any choice of the keys, in any order.
  @Test func `another order of keys`() throws {
    let cache = try Scene().cache
    for id in 1...4 {
      try cache.receive("{\"feed\":[\(post("\(id)", "Title \(id)", likes: 1))]}", for: FeedQuery())
    }
    let two = cache.read(PostsWithIDsQuery(ids: ["4", "1"]))?.postsWithIDs.map { $0?.title }
    #expect(two == ["Title 4", "Title 1"])
    let one = cache.read(PostsWithIDsQuery(ids: ["3"]))?.postsWithIDs.map { $0?.title }
    #expect(one == ["Title 3"])
  }

  /// A list that the server gave, and one by keys, have the same objects.
  @Test func `lists of one and the other kind`() async throws {
    let scene = try Scene([.response(KeyArgumentTests.feed)])
    _ = try await scene.client.fetch(FeedQuery(), policy: .networkOnly)
    let posts = try await scene.client.fetch(PostsWithIDsQuery(ids: ["1", "2"]), policy: .cacheOnly)
      .postsWithIDs
    #expect(posts.map { $0?.likes } == [1, 2])
    #expect(scene.server.requests.count == 1)
  }
}
