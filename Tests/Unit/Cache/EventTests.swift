import Apus
import ApusClient
import ApusTesting
import Foundation
import TestSupport
import Testing

import ApusCache

@Suite(.timeLimit(.minutes(15))) struct EventTests {
  private let feed = "{\"feed\":[\(post("1", "One", likes: 1)),\(post("2", "Two", likes: 2))]}"

  @Test func `conflicts are told`() throws {
    let scene = try Scene()
    let text = "{\"data\":{\"feed\":[\(post("1", "One", likes: 1)),\(post("1", "Two", likes: 1))]}}"
    let body = try GraphQLDecodedBody.decoding(Data(text.utf8), as: FeedQuery.self).body
    scene.cache.write(body, of: FeedQuery(), ticket: nil)
    // A second response may say something else.
    scene.cache.write(body, of: FeedQuery(), ticket: nil)
    let conflicts = scene.events.all.compactMap { event -> String? in
      if case .conflict("Feed", let object, let field, let values) = event {
        "\(object).\(field): \(values)"
      } else {
        nil
      }
    }
    #expect(conflicts.count == 2)
    #expect(conflicts.first == #"Post:1.title: ["\"One\"", "\"Two\""]"#)
  }

  @Test func `The reasons on the page are those of the code`() throws {
    let file = Repository.folder.appendingPathComponent(
      "Sources/Runtime/Apus/Documentation.docc/Troubleshooting.md")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .drop { !$0.contains(".missing` contain?") }
      .prefix { $0.hasPrefix("| | ") || $0.contains(".missing` contain?") }
    let names = rows.compactMap { $0.firstMatch(of: /\| `(\w+)`/)?.output.1 }
    let reasons = names.map { GraphQLCacheMiss.Reason(rawValue: String($0)) }
    #expect(Set(reasons) == [.neverWritten, .evicted, .deleted, .undecodable, .failed])
  }

  @Test func `misses have reasons`() async throws {
    let posts = ["One", "Two", "Three"].enumerated().map {
      "{\"id\":\"\($0 + 1)\",\"title\":\"\($1)\",\"likes\":\($0 == 0 ? 1 : 2),\"___\":\"Post\"}"
    }
    let scene = try Scene([
      .response("{\"feed\":[\(posts.joined(separator: ","))]}"),
      .response(feed),
    ])
    _ = try await scene.client.fetch(IdentifiedQuery())
    scene.cache.transaction { transaction in
      transaction.evict(GraphQLCacheKey("Post", "2"))
      transaction.delete(GraphQLCacheKey("Post", "3"))
    }
    let partial = scene.cache.partial(FeedQuery())
    #expect(!partial.isComplete)
    #expect(
      partial.missing.map(\.description) == [
        "feed[0].author: Post:1.author (neverWritten)", "feed[1]: Post:2 (evicted)",
      ])
    // Both may not be null, and neither may the list.
    #expect(partial.data == nil)
    #expect(
      scene.cache.partial(LikesData.self, GraphQLCacheKey("Post", "9")).missing.map(\.description) == [
        ": Post:9 (neverWritten)"
      ])
    _ = try await scene.client.fetch(FeedQuery())
    guard case .missing(let misses)? = scene.events.causes.last else {
      Issue.record("no cause")
      return
    }
    #expect(misses == partial.missing)
  }

  @Test func `the cache says what it answered, and for watchers once`() async throws {
    let scene = try Scene([.response(feed), .failure(URLError(.notConnectedToInternet)), .response(feed)])
    _ = try await scene.client.fetch(FeedQuery())
    #expect(scene.events.found == [])
    _ = try await scene.client.fetch(FeedQuery())
    _ = try await scene.client.fetch(FeedQuery(), policy: .cacheOnly)
    // Without a network.
    _ = try await scene.client.fetch(FeedQuery(), policy: .networkFirst)
    #expect(scene.events.found == ["Feed", "Feed", "Feed"])
    _ = try await scene.client.fetch(FeedQuery(), policy: .networkOnly)
    var updates = scene.client.watch(FeedQuery()).makeAsyncIterator()
    _ = await updates.next()
    try scene.cache.transaction { try $0.write(LikesData(likes: 3), GraphQLCacheKey("Post", "1")) }
    _ = await updates.next()
    #expect(scene.events.found == ["Feed", "Feed", "Feed", "Feed"])
    #expect(scene.events.causes.count == 3)
    await #expect(throws: GraphQLCacheError.self) {
      try await scene.client.fetch(PostQuery(id: "99"), policy: .cacheOnly)
    }
    #expect(scene.events.found.count == 4)
  }

  /// What may be null is null where it is missing, and what may not makes null of what is around it.
  @Test func `partial data`() async throws {
    let scene = try Scene([.response(feed)])
    let known = "{\"data\":{\"post\":{\"id\":\"1\",\"tags\":[{\"name\":\"a\"}],\"___\":\"Post\"}}}"
    let body = try GraphQLDecodedBody.decoding(Data(known.utf8), as: PostTagsQuery.self).body
    scene.cache.write(body, of: PostTagsQuery(id: "1"), ticket: nil)
    // The title may not be null, but the post may.
    let none = scene.cache.partial(PostQuery(id: "1"))
    #expect(none.data != nil)
    #expect(none.data?.post == nil)
    #expect(none.missing.count == 4)
    // All but the note, which may be null.
    _ = try await scene.client.response(for: FeedQuery())
    let some = scene.cache.partial(PostQuery(id: "1"))
    #expect(some.data?.post?.title == "One")
    #expect(some.data?.post?.note == nil)
    #expect(some.missing.map(\.field) == ["note"])
    #expect(scene.cache.read(PostQuery(id: "1")) == nil)
  }

  @Test func `the cache can be inspected`() async throws {
    let scene = try Scene([.response(feed)])
    _ = try await scene.client.fetch(FeedQuery())
    scene.clock.advance(5)
    let all = scene.cache.inspect()
    #expect(all.contains("4 objects and root fields"))
    #expect(all.contains("  feed: [→ Post:1, → Post:2]  [5 s]"))
    var updates = scene.cache.watch(LikesData.self, GraphQLCacheKey("Post", "1")).makeAsyncIterator()
    _ = await updates.next()
    scene.cache.transaction { $0.invalidate(type: "Post", field: "title") }
    let layer = try scene.cache.optimistic { try $0.write(LikesData(likes: 8), GraphQLCacheKey("Post", "1")) }
    #expect(
      scene.cache.inspect(GraphQLCacheKey("Post", "1")) == """
        Post:1 (optimistic) watched by LikesData
          likes: 8  [5 s]
          __typename: "Post"  [5 s]
          title: "One"  [invalidated]
          author: → User:u1  [5 s]
          id: "1"  [5 s]
        """)
    layer.rollBack()
    #expect(scene.cache.inspect(GraphQLCacheKey("Post", "99")) == "the cache does not contain this object")
  }
}
