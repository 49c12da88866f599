import Apus
import ApusTesting
import Testing

@testable import ApusCache

/// The names of types that no response brought.
@Suite(.timeLimit(.minutes(15))) struct TypenameTests {
  private func source(_ number: Int, _ text: String) -> PlanSource {
    PlanSource(
      key: PlanSource.Key(
        type: ObjectIdentifier(TypenameTests.self), document: number, variables: Array("{}".utf8)),
      name: "Q", text: text)
  }

  private func text(_ scene: Scene, _ source: PlanSource) throws -> String? {
    try scene.cache.store.read(source, .operation).text.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `A fragment written by its object's key stores the type`() throws {
    let scene = try Scene()
    try scene.cache.transaction { try $0.write(PostTitleData(title: "One"), GraphQLCacheKey("Post", "1")) }
    guard case .post(let post)? = scene.cache.read(SomeNodeQuery(id: "1"))?.node else {
      Issue.record("\(scene.cache.inspect())")
      return
    }
    #expect(post.title == "One")
  }

  @Test func `The type of an object that a fragment on an interface writes is that of its key`() throws {
    let scene = try Scene()
    let fragment = source(0, "fragment F on Node{__typename id}")
    let completed = try scene.cache.store.transaction {
      try $0.completed(["id": "1"], fragment, .object("Post:1"))
    }
    #expect(completed == ["id": "1", "__typename": "Post"])
  }

  @Test func `A written object is known by the key that its type has`() throws {
    let scene = try Scene()
    let query = source(
      3, "{post(id:\"1\"){title ___:__typename ___id:id}...F}fragment F on Query{post(id:\"1\"){id}}")
    let completed = try scene.cache.store.transaction {
      try $0.completed(["post": ["title": "One", "id": "1"]], query, .operation)
    }
    #expect(completed == ["post": ["title": "One", "id": "1", "___": "Post"]])
  }

  @Test func `The type of an object without a key is known where it is the only one`() async throws {
    let scene = try Scene([
      .response(
        "{\"post\":{\"id\":\"1\",\"tags\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"___\":\"Post\"}}")
    ])
    _ = try await scene.client.fetch(PostTagsQuery(id: "1"))
    let query = source(1, "{post(id:\"1\"){tags{__typename kind:__typename name} ___:__typename ___id:id}}")
    let tags = "{\"__typename\":\"Tag\",\"kind\":\"Tag\",\"name\""
    #expect(try text(scene, query) == "{\"post\":{\"tags\":[\(tags):\"a\"},\(tags):\"b\"}]}}")
    #expect(try scene.cache.store.misses(query, .operation).isEmpty)
  }

  @Test func `The type of an object is found under the key that a document leaves free`() throws {
    let scene = try Scene()
    let query = source(
      4,
      "{node(id:\"1\"){__typename1:__typename __typename:id...on Post{__isPost:id title}...on Later{__isLater__2:__typename} ___id:id}}"
    )
    func write(_ type: String) throws -> String? {
      var json =
        "{\"node\":{\"__typename1\":\"\(type)\",\"__typename\":\"1\",\"__isPost\":\"1\",\"title\":\"One\",\"__isLater__2\":\"\(type)\",\"___id\":\"1\"}}"
      try json.withUTF8 { bytes in
        try scene.cache.store.transaction { try $0.write(bytes, query, .operation) }
      }
      return try text(scene, query)
    }
    #expect(
      try write("Post")
        == "{\"node\":{\"__typename1\":\"Post\",\"__typename\":\"1\",\"__isPost\":\"1\",\"title\":\"One\"}}")
    // Only the marker says what a type unknown at compile time is: the alias `__isPost` is the document's own.
    #expect(
      try write("New")
        == "{\"node\":{\"__typename1\":\"New\",\"__typename\":\"1\",\"__isLater__2\":\"New\"}}")
  }

  /// A document needs no marker in a field of that interface itself.
  @Test(arguments: [false, true])
  func `A type that is unknown at compile time belongs to the interface of its field`(_ isUnion: Bool) throws
  {
    let scene = try Scene(limits: "Node.related:Post;Result.related:Post")
    func write(_ json: String, _ source: PlanSource) throws {
      var json = json
      try json.withUTF8 { bytes in
        try scene.cache.store.transaction { try $0.write(bytes, source, .operation) }
      }
    }
    let posts = source(5, "{feed{title ___:__typename ___id:id}}")
    try write(#"{"feed":[{"title":"Two","___":"Post","___id":"2"}]}"#, posts)
    let field = isUnion ? "found(text:\"x\")" : "node(id:\"1\")"
    let query = source(isUnion ? 6 : 7, "{\(field){__typename id related{title ___:__typename ___id:id}}}")
    let film =
      #"{"__typename":"Film","id":"1","related":[{"title":"One","___":"Post","___id":"1"}]}"#
    try write(isUnion ? #"{"found":[\#(film)]}"# : #"{"node":\#(film)}"#, query)
    scene.cache.transaction {
      $0.append(GraphQLCacheKey("Post", "2"), to: GraphQLCacheLists(isUnion ? "Result" : "Node", "related"))
    }
    #expect(try text(scene, query)?.contains(#"[{"title":"One"},{"title":"Two"}]"#) == true)
  }

  @Test func `Evicting a query leaves the root's type`() async throws {
    let scene = try Scene([.response("{\"feed\":[\(post("1", "One", likes: 1))]}")])
    _ = try await scene.client.fetch(FeedQuery())
    let query = source(2, "{__typename feed{title ___:__typename ___id:id}}")
    #expect(try text(scene, query) == "{\"__typename\":\"Query\",\"feed\":[{\"title\":\"One\"}]}")
    try scene.cache.store.transaction { try $0.removeRoot(query) }
    #expect(try text(scene, query) == nil)
    #expect(try scene.cache.store.misses(query, .operation).map(\.path.description) == ["feed"])
  }
}
