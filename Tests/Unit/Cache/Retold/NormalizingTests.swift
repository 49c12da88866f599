import Apus
import Testing

import ApusCache

/// How responses become objects: Apollo Kotlin's `NormalizerTest`, `BasicTest`, `NormalizationTest` and what is around them, in our words.
@Suite(.timeLimit(.minutes(15))) struct NormalizingTests {
  /// What comes is read as it came, whatever is null in it or nested in it.
  @Test(arguments: [
    "\"label\":\"A\",\"colors\":[\"RED\",\"BLUE\"],\"grid\":[[1.5,2],[],[-3e2]],\"meta\":1,\"owner\":null,\"boxes\":[]",
    "\"label\":null,\"colors\":null,\"grid\":null,\"meta\":null,\"owner\":null,\"boxes\":null",
    "\"label\":\"\",\"colors\":[null,\"RED\",null,\"LATER\",null],\"grid\":[],\"meta\":\"\",\"owner\":null,\"boxes\":[null]",
    "\"label\":\"A\",\"colors\":[],\"grid\":[[]],\"meta\":{\"__typename\":\"Post\",\"id\":\"1\"},\"owner\":{\"name\":\"Ada\",\"___\":\"User\",\"___id\":\"u1\"},\"boxes\":[{\"size\":1,\"inside\":{\"size\":null}},null,{\"size\":null,\"inside\":null}]",
  ])
  func `what is written is read`(_ members: String) throws {
    let cache = GraphQLCache(schema: cacheSchema)
    let data = "{\"shelf\":\(shelf("1", members))}"
    try cache.receive(data, for: ShelfQuery(id: "1"))
    let expected = try ShelfQuery.Data(json: Array(data.utf8))
    #expect(cache.read(ShelfQuery(id: "1")) == expected)
    #expect(expected.shelf != nil)
    // What a scalar has is not an object of the cache, even if it looks like one.
    #expect(!cache.has("Post", "1"))
  }

  /// Objects with a key have a record, those without are a part of what they stand in.
  @Test func `records of objects`() throws {
    let scene = try Scene()
    let owner = "{\"name\":\"Ada\",\"___\":\"User\",\"___id\":\"u1\"}"
    let members =
      "\"label\":\"A\",\"colors\":[\"RED\"],\"grid\":[[1]],\"meta\":{\"a\":1},\"owner\":\(owner),\"boxes\":[{\"size\":1,\"inside\":{\"size\":2}},null]"
    try scene.cache.receive("{\"shelf\":\(shelf("1", members))}", for: ShelfQuery(id: "1"))
    #expect(
      scene.cache.inspect(GraphQLCacheKey("Shelf", "1")) == """
        Shelf:1
          label: "A"  [0 s]
          colors: ["RED"]  [0 s]
          grid: [[1]]  [0 s]
          meta: {"a":1}  [0 s]
          owner: → User:u1  [0 s]
          boxes: [{size: 1, inside: {size: 2}}, null]  [0 s]
          __typename: "Shelf"  [0 s]
          id: "1"  [0 s]
        """)
    #expect(scene.cache.inspect(GraphQLCacheKey("User", "u1")).contains("name: \"Ada\""))
    #expect(scene.cache.inspect().hasPrefix("3 objects and root fields"))
    #expect(scene.cache.hasRootField("shelf({\"id\":\"1\"})"))
  }

  /// A null is a value: it is kept beside what is known, and it is not what is missing.
  @Test func `nulls are kept beside others`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    try cache.receive("{\"shelf\":\(shelf("1", "\"label\":\"A\""))}", for: ShelfLabelOnlyQuery(id: "1"))
    #expect(cache.read(ShelfColorsQuery(id: "1")) == nil)
    try cache.receive(
      "{\"shelf\":\(shelf("1", "\"colors\":null,\"boxes\":null"))}", for: ShelfColorsQuery(id: "1"))
    let colors = try #require(cache.read(ShelfColorsQuery(id: "1")))
    #expect(colors.shelf != nil)
    #expect(colors.shelf?.colors == nil)
    #expect(cache.read(ShelfLabelOnlyQuery(id: "1"))?.shelf?.label == "A")
    // And an object may be null, which another query does not know to be so.
    try cache.receive("{\"shelf\":null}", for: ShelfColorsQuery(id: "2"))
    let none = try #require(cache.read(ShelfLabelOnlyQuery(id: "2")))
    #expect(none.shelf == nil)
    #expect(cache.read(ShelfLabelOnlyQuery(id: "3")) == nil)
  }

  @Test func `scalars are replaced and not merged`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    func meta(_ json: String) throws -> GraphQLValue? {
      let members =
        "\"label\":null,\"colors\":null,\"grid\":null,\"meta\":\(json),\"owner\":null,\"boxes\":null"
      try cache.receive("{\"shelf\":\(shelf("1", members))}", for: ShelfQuery(id: "1"))
      return cache.read(ShelfQuery(id: "1"))?.shelf?.meta
    }
    #expect(try meta("{\"obj\":{\"key\":\"value\"},\"list\":[0,1,2]}")?["list"].list?.count == 3)
    let second = try meta("{\"obj\":{\"other\":\"value\"}}")
    #expect(second == ["obj": ["other": "value"]])
  }

  /// One field under two names in two places is one field; an alias is no part of it.
  @Test func `aliases are one field`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    let again = shelf("1", "\"name\":\"A\",\"label\":\"A\",\"colors\":[\"RED\"]")
    try cache.receive(
      "{\"shelf\":\(shelf("1", "\"label\":\"A\"")),\"again\":\(again)}", for: ShelfTwiceQuery(id: "1"))
    let data = try #require(cache.read(ShelfTwiceQuery(id: "1")))
    #expect(data.shelf?.label == "A")
    #expect(data.again?.name == "A")
    #expect(data.again?.colors == [.red])
    #expect(cache.read(ShelfLabelOnlyQuery(id: "1"))?.shelf?.label == "A")
    #expect(!cache.inspect().contains("  name:"))
    #expect(!cache.inspect().contains("again"))
  }

  /// An alias means another field with each type.
  @Test func `types decide which field it is`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    let data =
      "{\"found\":[{\"__typename\":\"Post\",\"caption\":\"One\",\"___id\":\"1\"},{\"__typename\":\"Tag\",\"caption\":\"swift\"},{\"__typename\":\"User\",\"___id\":\"u1\"}]}"
    try cache.receive(data, for: CaptionsQuery(text: "x"))
    #expect(cache.read(CaptionsQuery(text: "x")) == (try CaptionsQuery.Data(json: Array(data.utf8))))
    #expect(cache.read(PostTitleData.self, GraphQLCacheKey("Post", "1"))?.title == "One")
    #expect(cache.inspect().contains("{__typename: \"Tag\", name: \"swift\"}"))
  }

  // MARK: - Arguments

  /// A field's arguments as they are sent: a default of the operation counts, one of the schema does not.
  @Test func `arguments are a part of the field`() throws {
    let empty = "{\"shelves\":[]}"
    func cache(_ write: (GraphQLCache) throws -> Void) rethrows -> GraphQLCache {
      let cache = GraphQLCache(schema: cacheSchema)
      try write(cache)
      return cache
    }
    let absent = try cache { try $0.receive(empty, for: ShelvesQuery()) }
    #expect(absent.hasRootField("shelves"))
    let null = try cache { try $0.receive(empty, for: ShelvesQuery(filter: .null)) }
    #expect(null.hasRootField("shelves({\"filter\":null})"))
    #expect(null.read(ShelvesQuery()) == nil)
    #expect(null.read(NoShelvesQuery()) != nil)
    let nothing = try cache { try $0.receive(empty, for: ShelvesQuery(filter: .value(ShelfFilter()))) }
    #expect(nothing.hasRootField("shelves({\"filter\":{}})"))
    let red = try cache { try $0.receive(empty, for: RedShelvesQuery()) }
    #expect(red.hasRootField("shelves({\"filter\":{\"color\":\"RED\"}})"))
    #expect(red.read(ShelvesQuery(filter: .value(ShelfFilter(color: .value(.red))))) != nil)
    #expect(red.read(RedShelvesQuery(filter: .null)) == nil)
    // The server's own default is not known to be one.
    #expect(red.read(ShelvesQuery(filter: .value(ShelfFilter(color: .value(.red))), page: 1)) == nil)
    // Written in the document, in another order.
    let small = try cache { try $0.receive(empty, for: SmallShelvesQuery()) }
    #expect(small.hasRootField("shelves({\"filter\":{\"color\":\"RED\",\"size\":2}})"))
    let filter = ShelfFilter(color: .value(.red), size: 2)
    #expect(small.read(ShelvesQuery(filter: .value(filter))) != nil)
    #expect(small.read(ShelvesQuery(filter: .value(ShelfFilter(color: .value(.blue), size: 2)))) == nil)
  }

  @Test func `fields of objects have arguments too`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    func write(_ title: String, _ color: Color) throws {
      let book = "{\"title\":\"\(title)\",\"___\":\"Book\",\"___isbn\":\"\(title)\"}"
      try cache.receive(
        "{\"shelf\":\(shelf("1", "\"books\":[\(book)]"))}",
        for: ShelfBooksQuery(id: "1", color: .value(color)))
    }
    try write("Rot", .red)
    try write("Blau", .blue)
    func titles(_ color: GraphQLNullable<Color>) -> [String]? {
      cache.read(ShelfBooksQuery(id: "1", color: color))?.shelf?.books?.map(\.title)
    }
    #expect(titles(.value(.red)) == ["Rot"])
    #expect(titles(.value(.blue)) == ["Blau"])
    #expect(titles(.unset) == nil)
  }

  // MARK: - Conditions

  @Test func `conditions are heeded by reads`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    func data(_ withAuthor: Bool, _ withoutTitle: Bool) -> ConditionsQuery.Data? {
      cache.read(ConditionsQuery(withAuthor: withAuthor, withoutTitle: withoutTitle))
    }
    let title = "\"title\":\"One\","
    let author = "\"author\":{\"name\":\"Ada\",\"___\":\"User\",\"___id\":\"u1\"},"
    let rest = "\"likes\":1,"
    let end = "\"___\":\"Post\",\"___id\":\"1\"}}"
    // With the title alone.
    try cache.receive(
      "{\"post\":{" + title + rest + end, for: ConditionsQuery(withAuthor: false, withoutTitle: false))
    #expect(data(false, false)?.post?.title == "One")
    #expect(data(false, true)?.post?.likes == 1)
    #expect(data(false, true)?.post?.title == nil)
    // Nobody has asked for the author.
    #expect(data(true, false) == nil)
    #expect(data(true, true) == nil)
    try cache.receive(
      "{\"post\":{" + rest + author + end, for: ConditionsQuery(withAuthor: true, withoutTitle: true))
    #expect(data(true, false)?.post?.title == "One")
    #expect(data(true, false)?.post?.author?.name == "Ada")
    #expect(data(true, true)?.post?.title == nil)
  }

  /// A field that was not asked for is not kept, and not as null.
  @Test func `what is left out is not kept`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    try cache.receive("{}", for: MaybePostQuery(isWanted: false))
    #expect(cache.read(MaybePostQuery(isWanted: false)) != nil)
    #expect(cache.read(MaybePostQuery(isWanted: true)) == nil)
    #expect(cache.inspect().hasPrefix("0 objects and root fields"))
  }

  // MARK: - Keys

  /// A key that is configured, one that is by default `id`, and one of two fields; each object is one, wherever it stands.
  @Test func `keys are those that are configured`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    func book(_ title: String) -> String {
      "{\"title\":\"\(title)\",\"___\":\"Book\",\"___isbn\":\"42\"}"
    }
    try cache.receive(
      "{\"shelf\":\(shelf("1", "\"books\":[\(book("First"))]"))}", for: ShelfBooksQuery(id: "1"))
    // The same book in a box, which has no key.
    try cache.receive(
      "{\"shelf\":\(shelf("2", "\"first\":{\"book\":\(book("Second"))}"))}", for: ShelfBoxQuery(id: "2"))
    #expect(cache.read(ShelfBooksQuery(id: "1"))?.shelf?.books?.map(\.title) == ["Second"])
    #expect(cache.has("Book", "42"))
    try cache.receive(
      "{\"seats\":[{\"guest\":\"Ada\",\"___\":\"Seat\",\"___row\":\"A\",\"___number\":1},{\"guest\":null,\"___\":\"Seat\",\"___row\":\"A\",\"___number\":2}]}",
      for: SeatsQuery())
    let first = GraphQLCacheKey("Seat", keys: ["A", "1"])
    #expect(cache.inspect(first).contains("guest: \"Ada\""))
    #expect(cache.read(SeatsQuery())?.seats.map(\.guest) == ["Ada", nil])
  }

  /// An object whose key is empty or null is nobody: two of them are two.
  @Test(arguments: ["\"\"", "null"]) func `objects without a value for their key`(_ key: String) throws {
    let cache = GraphQLCache(schema: cacheSchema)
    let one = "{\"label\":\"One\",\"___\":\"Shelf\",\"___id\":\(key)}"
    let two = "{\"label\":\"Two\",\"___\":\"Shelf\",\"___id\":\(key)}"
    try cache.receive("{\"shelves\":[\(one),\(two)]}", for: ShelvesQuery())
    #expect(cache.read(ShelvesQuery())?.shelves?.map { $0?.label } == ["One", "Two"])
    #expect(cache.inspect(GraphQLCacheKey("Shelf", "")) == "the cache does not contain this object")
  }

  /// What two queries ask of one object without a key comes together.
  @Test func `objects without a key are one in their place`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    let first = "{\"shelf\":\(shelf("1", "\"first\":{\"size\":1,\"inside\":{\"size\":2}}"))}"
    let book = "{\"title\":\"T\",\"___\":\"Book\",\"___isbn\":\"42\"}"
    try cache.receive(first, for: ShelfBoxesQuery(id: "1"))
    try cache.receive(
      "{\"shelf\":\(shelf("1", "\"first\":{\"book\":\(book)}"))}", for: ShelfBoxQuery(id: "1"))
    #expect(cache.read(ShelfBoxesQuery(id: "1"))?.shelf?.first?.inside?.size == 2)
    #expect(cache.read(ShelfBoxQuery(id: "1"))?.shelf?.first?.book?.title == "T")
    // A box that is gone takes both with it.
    try cache.receive("{\"shelf\":\(shelf("1", "\"first\":null"))}", for: ShelfBoxQuery(id: "1"))
    let none = try #require(cache.read(ShelfBoxesQuery(id: "1")))
    #expect(none.shelf != nil)
    #expect(none.shelf?.first == nil)
  }

  /// An object that leads to itself.
  @Test func `circles are read as far as they are selected`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    let inner = shelf("1", "\"label\":\"A\"")
    let second = shelf("1", "\"label\":\"A\",\"neighbour\":\(inner)")
    let first = shelf("1", "\"label\":\"A\",\"neighbour\":\(second)")
    try cache.receive(
      "{\"shelf\":\(shelf("1", "\"label\":\"A\",\"neighbour\":\(first)"))}", for: NeighboursQuery(id: "1"))
    let data = try #require(cache.read(NeighboursQuery(id: "1")))
    #expect(data.shelf?.neighbour?.neighbour?.neighbour?.label == "A")
    try cache.transaction { try $0.write(ShelfLabelData(label: "B"), GraphQLCacheKey("Shelf", "1")) }
    #expect(cache.read(NeighboursQuery(id: "1"))?.shelf?.neighbour?.neighbour?.neighbour?.label == "B")
  }

  // MARK: - Mutations and fragments

  /// A mutation writes the objects that it returns, and not that it was sent.
  @Test func `mutations write objects alone`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    try cache.receive(
      "{\"makeShelf\":\(shelf("9", "\"label\":\"New\""))}", for: MakeShelfMutation(label: "New"))
    #expect(cache.read(ShelfLabelData.self, GraphQLCacheKey("Shelf", "9"))?.label == "New")
    #expect(!cache.inspect().contains("makeShelf"))
    // Another mutation's object is another; the same one's is the same.
    try cache.receive(
      "{\"makeShelf\":\(shelf("9", "\"label\":\"Newer\""))}", for: MakeShelfMutation(label: "Newer"))
    #expect(cache.read(ShelfLabelData.self, GraphQLCacheKey("Shelf", "9"))?.label == "Newer")
    #expect(cache.inspect().hasPrefix("1 objects"))
  }

  @Test func `fragments are written to their objects`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    try cache.transaction { transaction in
      try transaction.write(ShelfLabelData(label: "One"), GraphQLCacheKey("Shelf", "1"))
      try transaction.write(ShelfLabelData(label: "Two"), GraphQLCacheKey("Shelf", "2"))
    }
    #expect(cache.read(ShelfLabelData.self, GraphQLCacheKey("Shelf", "1"))?.label == "One")
    #expect(cache.read(ShelfLabelData.self, GraphQLCacheKey("Shelf", "2"))?.label == "Two")
    #expect(cache.read(ShelfLabelData.self, GraphQLCacheKey("Shelf", "3")) == nil)
    // A fragment that needs more than is there finds nothing.
    #expect(cache.read(PostTitleData.self, GraphQLCacheKey("Post", "1")) == nil)
  }
}
