import Apus
import ApusTesting
import Foundation
import Testing

@testable import ApusCache

/// Objects without a key that are replaced, and not merged.
@Suite(.timeLimit(.minutes(15))) struct MergeTests {
  private static let boxes = "\"boxes\":[{\"size\":1,\"inside\":{\"size\":2}},{\"size\":3,\"inside\":null}]"
  private static let whole =
    "{\"shelf\":\(shelf("1", "\"label\":\"A\",\"colors\":[],\"grid\":null,\"meta\":1,\"owner\":null,\(boxes)"))}"
  private static let sizes =
    "{\"shelf\":\(shelf("1", "\"colors\":[],\"boxes\":[{\"size\":7},{\"size\":8}]"))}"

  @Test(arguments: ["", "Shelf.boxes!"]) func `what comes replaces what is there`(_ rules: String) throws {
    let cache = try Scene(limits: rules).cache
    try cache.receive(MergeTests.whole, for: ShelfQuery(id: "1"))
    #expect(cache.read(ShelfQuery(id: "1"))?.shelf?.boxes?.count == 2)
    try cache.receive(MergeTests.sizes, for: ShelfColorsQuery(id: "1"))
    #expect(cache.read(ShelfColorsQuery(id: "1"))?.shelf?.boxes?.map { $0?.size } == [7, 8])
    // What the first one had of the boxes is gone, or is that of others.
    let inside = cache.read(ShelfQuery(id: "1"))?.shelf?.boxes?.first??.inside?.size
    #expect(inside == (rules.isEmpty ? 2 : nil))
    let missing = cache.partial(ShelfQuery(id: "1")).missing.map(\.description)
    #expect(missing.count == (rules.isEmpty ? 0 : 2))
    if !rules.isEmpty { #expect(missing.first == "shelf.boxes[0].inside: Shelf:1.inside (neverWritten)") }
  }

  /// Elements without keys are identified by their index, which says nothing in a list of another length.
  @Test(arguments: [1, 3]) func `lists of another length are replaced`(_ count: Int) throws {
    let cache = try Scene().cache
    try cache.receive(MergeTests.whole, for: ShelfQuery(id: "1"))
    let sizes = (0..<count).map { "{\"size\":\($0)}" }.joined(separator: ",")
    try cache.receive(
      "{\"shelf\":\(shelf("1", "\"colors\":[],\"boxes\":[\(sizes)]"))}", for: ShelfColorsQuery(id: "1"))
    #expect(cache.read(ShelfColorsQuery(id: "1"))?.shelf?.boxes?.map { $0?.size } == Array(0..<count))
    #expect(
      cache.partial(ShelfQuery(id: "1")).missing.map { "\($0.path)" }
        == (0..<count).map { "shelf.boxes[\($0)].inside" })
  }

  @Test func `single objects are replaced as well`() throws {
    let cache = try Scene(limits: "Shelf.first!").cache
    let box = "{\"size\":1,\"inside\":{\"size\":2}}"
    try cache.receive("{\"shelf\":\(shelf("1", "\"first\":\(box)"))}", for: ShelfBoxesQuery(id: "1"))
    #expect(cache.read(ShelfBoxesQuery(id: "1"))?.shelf?.first?.inside?.size == 2)
    let book = "{\"book\":{\"title\":\"T\",\"___\":\"Book\",\"___isbn\":\"1\"}}"
    try cache.receive("{\"shelf\":\(shelf("1", "\"first\":\(book)"))}", for: ShelfBoxQuery(id: "1"))
    #expect(cache.read(ShelfBoxQuery(id: "1"))?.shelf?.first?.book?.title == "T")
    #expect(cache.read(ShelfBoxesQuery(id: "1")) == nil)
  }

  /// What is within is replaced where its own field says so.
  @Test func `fields within are their own`() throws {
    let cache = try Scene(limits: "Box.inside!").cache
    try cache.receive(
      "{\"shelf\":\(shelf("1", "\"first\":{\"size\":1,\"inside\":{\"size\":2}}"))}",
      for: ShelfBoxesQuery(id: "1"))
    let book = "{\"book\":{\"title\":\"T\",\"___\":\"Book\",\"___isbn\":\"1\"}}"
    try cache.receive("{\"shelf\":\(shelf("1", "\"first\":\(book)"))}", for: ShelfBoxQuery(id: "1"))
    #expect(cache.read(ShelfBoxesQuery(id: "1"))?.shelf?.first?.inside?.size == 2)
  }

  /// One response may have an object at several places: what they select of it is put together.
  @Test func `one response is merged`() throws {
    let cache = try Scene(limits: "Post.tags!").cache
    let plan = PlanSource(
      key: PlanSource.Key(type: ObjectIdentifier(MergeTests.self), variables: Array("{}".utf8)), name: "Both",
      text:
        "query Both{one:post(id:1){tags{name} ___:__typename ___id:id}other:post(id:2){tags{weight}a:tags{name} ___:__typename ___id:id}}"
    )
    func write(_ name: String, _ weight: Int) throws -> [RecordChange] {
      var text =
        "{\"one\":{\"tags\":[{\"name\":\"\(name)\"}],\"___\":\"Post\",\"___id\":\"1\"},\"other\":{\"tags\":[{\"weight\":\(weight)}],\"a\":[{\"name\":\"\(name)\"}],\"___\":\"Post\",\"___id\":\"1\"}}"
      return try text.withUTF8 { bytes in
        try cache.store.transaction { writer in
          try writer.write(bytes, plan, .operation)
          return writer.changes
        }
      }
    }
    for (name, weight) in [("a", 1), ("b", 2)] {
      _ = try write(name, weight)
      let read = try cache.store.read(plan, .operation).text
      #expect(
        read.map { String(decoding: $0, as: UTF8.self) }
          == "{\"one\":{\"tags\":[{\"name\":\"\(name)\"}]},\"other\":{\"tags\":[{\"weight\":\(weight)}],\"a\":[{\"name\":\"\(name)\"}]}}"
      )
      #expect(try write(name, weight).isEmpty)
    }
  }

  /// A field that is selected under two names is one object: it holds the fields of both selections.
  @Test func `an object under two names is merged`() throws {
    let cache = try Scene().cache
    func plan(_ tags: String, _ number: Int) -> PlanSource {
      PlanSource(
        key: PlanSource.Key(
          type: ObjectIdentifier(MergeTests.self), document: number, variables: Array("{}".utf8)),
        name: "Tags", text: "query Tags{post(id:1){\(tags) ___:__typename ___id:id}}")
    }
    var text =
      "{\"post\":{\"tags\":[{\"weight\":1}],\"a\":[{\"name\":\"A\"}],\"___\":\"Post\",\"___id\":\"1\"}}"
    try text.withUTF8 { bytes in
      try cache.store.transaction { try $0.write(bytes, plan("tags{weight}a:tags{name}", 1), .operation) }
    }
    let read = try cache.store.read(plan("tags{name weight}", 2), .operation).text
    #expect(
      read.map { String(decoding: $0, as: UTF8.self) }
        == "{\"post\":{\"tags\":[{\"name\":\"A\",\"weight\":1}]}}")
  }

  @Test(arguments: Place.allCases) func `rules that change forget what is kept`(_ place: Place) async throws {
    let kept = try await Kept(place, limits: "Shelf.boxes!")
    try kept.cache.receive(MergeTests.whole, for: ShelfQuery(id: "1"))
    try await kept.restart()
    #expect(kept.cache.read(ShelfQuery(id: "1"))?.shelf?.boxes?.count == 2)
    #expect(kept.cache.inspect(GraphQLCacheKey("Shelf", "1")).contains("  boxes: [{size: 1"))
  }

  /// What an object without a key had as another type is not its own.
  @Test func `an object without a key that changes its type begins anew`() throws {
    let cache = try Scene(limits: "Thing=Lamp.Chair;Query.thing:Thing").cache
    func source(_ field: String, _ number: Int) -> PlanSource {
      PlanSource(
        key: PlanSource.Key(
          type: ObjectIdentifier(MergeTests.self), document: number, variables: Array("{}".utf8)),
        name: "Thing", text: "query Thing{thing{\(field) ___:__typename}}")
    }
    func write(_ json: String, _ source: PlanSource) throws {
      var json = json
      try json.withUTF8 { bytes in
        try cache.store.transaction { try $0.write(bytes, source, .operation) }
      }
    }
    let (names, sizes) = (source("name", 1), source("size", 2))
    try write("{\"thing\":{\"name\":\"A\",\"___\":\"Lamp\"}}", names)
    try write("{\"thing\":{\"size\":1,\"___\":\"Lamp\"}}", sizes)
    #expect(try cache.store.read(names, .operation).text != nil)
    try write("{\"thing\":{\"size\":2,\"___\":\"Chair\"}}", sizes)
    #expect(try cache.store.read(sizes, .operation).text != nil)
    #expect(try cache.store.read(names, .operation).text == nil)
  }
}
