import Apus
import ApusTesting
import Foundation
import Testing

import ApusCache

/// What the server said of a field is beside the miss.
@Suite(.timeLimit(.minutes(15))) struct FailureTests {
  private func missing(_ cache: GraphQLCache) -> [String] {
    cache.partial(ShelfQuery(id: "1")).missing.map(\.description)
  }

  private func write(_ cache: GraphQLCache, _ members: String, _ path: String) throws {
    let rest = "\"label\":\"A\",\"colors\":[],\"grid\":null,\"meta\":1,"
    try cache.receive(
      "{\"shelf\":\(shelf("1", rest + members))}", for: ShelfQuery(id: "1"),
      errors: path.isEmpty ? nil : "[{\"message\":\"out of order\",\"path\":[\(path)]}]")
  }

  /// Within objects without a key, and lists of them.
  @Test func `fields within objects that have no key`() throws {
    let cache = try Scene().cache
    try write(
      cache, "\"owner\":null,\"boxes\":[{\"size\":1,\"inside\":{\"size\":null}}]",
      "\"shelf\",\"boxes\",0,\"inside\",\"size\"")
    #expect(missing(cache) == ["shelf.boxes[0].inside.size: Shelf:1.size (failed: out of order)"])
    #expect(cache.partial(ShelfQuery(id: "1")).missing.first?.message == "out of order")
    // What comes later is kept, and what is evicted then did not fail.
    try write(cache, "\"owner\":null,\"boxes\":[{\"size\":1,\"inside\":{\"size\":2}}]", "")
    #expect(missing(cache).isEmpty)
    cache.transaction { $0.evict(GraphQLCacheKey("Shelf", "1")) }
    #expect(missing(cache) == ["shelf: Shelf:1 (evicted)"])
  }

  @Test(arguments: ["\"shelf\",\"boxes\",0", "\"shelf\",\"boxes\",0,\"size\""])
  func `elements that failed`(_ path: String) throws {
    let cache = try Scene().cache
    try write(cache, "\"owner\":null,\"boxes\":[null]", path)
    #expect(missing(cache) == ["shelf.boxes: Shelf:1.boxes (failed: out of order)"])
  }

  @Test func `objects with keys have their own`() throws {
    let cache = try Scene().cache
    let user = "{\"name\":\"Ada\",\"best\":null,\"___\":\"User\",\"___id\":\"u1\"}"
    try cache.receive(
      "{\"shelf\":\(shelf("1", "\"label\":null,\"owner\":\(user)"))}", for: ShelfOwnerQuery(id: "1"),
      errors: """
        [{"message":"a","path":["shelf","label"]},{"message":"b","path":["shelf","owner","best","author"]}]
        """)
    let query = ShelfOwnerQuery(id: "1")
    #expect(
      cache.partial(query).missing.map(\.description)
        == ["shelf.label: Shelf:1.label (failed: a)", "shelf.owner.best: User:u1.best (failed: b)"])
    // One of them comes by another query.
    try cache.receive("{\"shelf\":\(shelf("1", "\"label\":\"A\""))}", for: ShelfLabelOnlyQuery(id: "1"))
    #expect(cache.partial(query).missing.map(\.description) == ["shelf.owner.best: User:u1.best (failed: b)"])
    cache.clear()
    #expect(cache.partial(query).missing.map(\.reason) == [.neverWritten])
  }

  /// Where errors do not propagate, they are in fields that the schema declares non-null.
  @Test func `fields that are not nullable`() async throws {
    func post(_ likes: String) -> String {
      let author = #"{"name":"Ada","___":"User","___id":"u1"}"#
      return
        #"{"post":{"title":"T","likes":\#(likes),"note":null,"author":\#(author),"___":"Post","___id":"1"}}"#
    }
    let scene = try Scene([
      .response(post("null"), errors: #"[{"message":"gone","path":["post","likes"]}]"#), .response(post("3")),
    ])
    let response = try await scene.client.response(for: PostQuery(id: "1"))
    #expect(response.data == nil && response.errors.map(\.message) == ["gone"])
    #expect(
      scene.cache.partial(PostQuery(id: "1")).missing.map(\.description)
        == ["post.likes: Post:1.likes (failed: gone)"])
    #expect(try await scene.client.fetch(PostQuery(id: "1")).post?.likes == 3)
    #expect(scene.cache.read(PostQuery(id: "1"))?.post?.likes == 3)
  }

  @Test func `fields of the root`() async throws {
    let scene = try Scene([
      .response("{\"post\":null}", errors: "[{\"message\":\"not yours\",\"path\":[\"post\"]}]"),
      .response("{\"post\":null}"),
    ])
    await #expect(throws: Never.self) { _ = try await scene.client.response(for: PostQuery(id: "1")) }
    #expect(
      scene.cache.partial(PostQuery(id: "1")).missing.map(\.description)
        == ["post: root.post({\"id\":\"1\"}) (failed: not yours)"])
    #expect(try await scene.client.fetch(PostQuery(id: "1")).post == nil)
    guard case .missing(let misses)? = scene.events.causes.last else {
      Issue.record("no cause")
      return
    }
    #expect(misses.map(\.message) == ["not yours"])
    #expect(scene.cache.read(PostQuery(id: "1")) == PostQuery.Data(post: nil))
  }
}
