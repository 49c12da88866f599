import Apus
import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(15))) struct TransactionTests {
  private func filled() async throws -> Scene {
    let feed = "{\"feed\":[\(post("1", "One", likes: 1)),\(post("2", "Two", likes: 2))]}"
    let scene = try Scene([.response(feed)])
    _ = try await scene.client.fetch(FeedQuery())
    return scene
  }

  @Test func `values keep their identity`() async throws {
    let scene = try await filled()
    // Neither posts nor authors have their key: they are who stood there.
    let isChanged = try scene.cache.transaction { transaction in
      try transaction.update(FeedQuery()) { data in
        data.feed[1].likes += 1
        data.feed[0].author.name = "Grace"
      }
    }
    #expect(isChanged)
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.likes) == [1, 3])
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.author.name) == ["Grace", "Grace"])
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "2"))?.likes == 3)
  }

  @Test func `elements may leave a list`() async throws {
    let scene = try await filled()
    try scene.cache.transaction { transaction in
      try transaction.update(FeedQuery()) { $0.feed.removeFirst() }
    }
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.title) == ["Two"])
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "2"))?.likes == 2)
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "1"))?.likes == 1)
  }

  @Test func `new elements say who they are`() async throws {
    let scene = try await filled()
    var stranger = try #require(scene.cache.read(FeedQuery())?.feed.first)
    stranger.title = "Three"
    #expect(throws: GraphQLCacheError.unidentified(path: "feed[2]")) {
      try scene.cache.transaction { transaction in
        try transaction.update(FeedQuery()) { $0.feed.append(stranger) }
      }
    }
    // Nothing of a transaction that throws is left.
    #expect(scene.cache.read(FeedQuery())?.feed.count == 2)
    try scene.cache.transaction { transaction in
      let data = IdentifiedQuery.Data(feed: [
        .init(id: "1", title: "One", likes: 1), .init(id: "7", title: "New", likes: 0),
      ])
      try transaction.write(data, for: IdentifiedQuery())
      #expect(try transaction.read(IdentifiedQuery())?.feed.last?.title == "New")
    }
    #expect(scene.cache.read(IdentifiedQuery())?.feed.map(\.title) == ["One", "New"])
    // Its author was never asked for.
    #expect(scene.cache.read(FeedQuery()) == nil)
  }

  @Test func `transactions are all or nothing`() async throws {
    struct Stop: Error {}
    let scene = try await filled()
    #expect(throws: Stop.self) {
      try scene.cache.transaction { transaction in
        try transaction.write(LikesData(likes: 100), GraphQLCacheKey("Post", "1"))
        #expect(try transaction.read(LikesData.self, GraphQLCacheKey("Post", "1"))?.likes == 100)
        // Others do not see it yet.
        #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "1"))?.likes == 1)
        throw Stop()
      }
    }
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "1"))?.likes == 1)
    // One within another is a part of it.
    scene.cache.transaction { _ in
      try? scene.cache.transaction { try $0.write(LikesData(likes: 5), GraphQLCacheKey("Post", "1")) }
      #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "1"))?.likes == 1)
    }
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "1"))?.likes == 5)
  }

  @Test func `a transaction that threw leaves nothing for the next`() async throws {
    struct Stop: Error {}
    let scene = try await filled()
    #expect(throws: Stop.self) {
      try scene.cache.transaction { transaction in
        try transaction.write(LikesData(likes: 100), GraphQLCacheKey("Post", "1"))
        throw Stop()
      }
    }
    try scene.cache.transaction { try $0.write(LikesData(likes: 7), GraphQLCacheKey("Post", "2")) }
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.likes) == [1, 7])
  }

  @Test func `objects without key are merged`() async throws {
    let scene = try Scene([
      .response(
        "{\"post\":{\"id\":\"1\",\"tags\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"___\":\"Post\"}}"),
      .response("{\"post\":{\"tags\":[{\"weight\":1},{\"weight\":null}],\"___\":\"Post\",\"___id\":1}}"),
      .response("{\"post\":{\"tags\":[{\"weight\":2}],\"___\":\"Post\",\"___id\":\"1\"}}"),
    ])
    _ = try await scene.client.fetch(PostTagsQuery(id: "1"))
    // The number 1 and the string "1" are one id.
    _ = try await scene.client.fetch(PostWeightsQuery(id: "1"))
    #expect(scene.cache.read(PostTagsQuery(id: "1"))?.post?.tags.map(\.name) == ["a", "b"])
    #expect(scene.cache.read(PostWeightsQuery(id: "1"))?.post?.tags.map(\.weight) == [1, nil])
    // A list of another length is another list.
    _ = try await scene.client.fetch(PostWeightsQuery(id: "1"), policy: .networkOnly)
    #expect(scene.cache.read(PostTagsQuery(id: "1")) == nil)
    #expect(scene.cache.read(PostWeightsQuery(id: "1"))?.post?.tags.map(\.weight) == [2])
  }

  /// Writing the same value again makes a root field new.
  @Test func `a value of the root that is written again is new`() throws {
    let scene = try Scene()
    let source = PlanSource(
      key: PlanSource.Key(type: ObjectIdentifier(Scene.self), variables: Array("{}".utf8)), name: "Count",
      text: "query Count{count}")
    for _ in 0..<2 {
      scene.clock.advance(50)
      try scene.cache.store.transaction { writer in
        var text = try writer.completed(["count": 1], source, .operation).description
        try text.withUTF8 { try writer.write($0, source, .operation, isLocal: true) }
      }
    }
    scene.clock.advance(5)
    let result = try scene.cache.store.read(source, .operation)
    #expect(result.text.map { String(decoding: $0, as: UTF8.self) } == #"{"count":1}"#)
    #expect(result.age.seconds(scene.cache.store.now) == 5)
  }

  /// A list with an unknown object is incomplete; a deleted object is left out of it. So watchers have to hear of the difference.
  @Test func `deleting an object without values is a change`() async throws {
    let scene = try await filled()
    let key = GraphQLCacheKey("Post", "2")
    func remove(isDeleted: Bool) -> [RecordChange] {
      scene.cache.store.transaction { writer in
        writer.remove(key.description, isDeleted: isDeleted)
        return writer.changes
      }
    }
    _ = remove(isDeleted: false)
    #expect(scene.cache.read(FeedQuery()) == nil)
    #expect(remove(isDeleted: true).count == 1)
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.title) == ["One"])
    #expect(remove(isDeleted: true).isEmpty)
  }
}
