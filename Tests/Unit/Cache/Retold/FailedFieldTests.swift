import Apus
import ApusClient
import ApusTesting
import Testing

import ApusCache

/// What is kept of responses with errors, in memory and after a restart: Apollo Kotlin's `StoreErrorsTest`, in our words.
///
/// Apollo keeps the error where the field would be. Here a field that failed is as one that nobody has asked for.
@Suite(.timeLimit(.minutes(15))) struct FailedFieldTests {
  private static let user = "{\"name\":\"Ada\",\"best\":null,\"___\":\"User\",\"___id\":\"u1\"}"

  /// A response in which one place failed, and what is missing then.
  struct Failure: Sendable, CustomTestStringConvertible {
    var label: String
    var members: String
    var path: String
    var missing: [String]
    var testDescription: String { label }
  }

  private static let failures = [
    Failure(
      label: "a leaf", members: "\"label\":null,\"owner\":\(user)", path: "\"shelf\",\"label\"",
      missing: ["shelf.label: Shelf:1.label (neverWritten)"]),
    Failure(
      label: "an object", members: "\"label\":\"A\",\"owner\":null", path: "\"shelf\",\"owner\"",
      missing: ["shelf.owner: Shelf:1.owner (neverWritten)"]),
    Failure(
      label: "a leaf that made null of its object", members: "\"label\":\"A\",\"owner\":null",
      path: "\"shelf\",\"owner\",\"name\"", missing: ["shelf.owner: Shelf:1.owner (neverWritten)"]),
  ]

  @Test(arguments: failures, Place.allCases)
  func `what failed is missing and not null`(_ failure: Failure, _ place: Place) async throws {
    let kept = try await Kept(place)
    try kept.cache.receive(
      "{\"shelf\":\(shelf("1", failure.members))}", for: ShelfOwnerQuery(id: "1"),
      errors: "[{\"message\":\"no\",\"path\":[\(failure.path)]}]")
    try await kept.restart()
    #expect(kept.cache.read(ShelfOwnerQuery(id: "1")) == nil)
    // What the error says is in memory alone.
    let told = failure.missing.map {
      place == .file ? $0 : $0.replacing("(neverWritten)", with: "(failed: no)")
    }
    #expect(kept.cache.partial(ShelfOwnerQuery(id: "1")).missing.map(\.description) == told)
    // What did not fail is there for others.
    #expect(kept.cache.has("User", "u1") == failure.members.contains("u1"))
    #expect(
      (kept.cache.read(ShelfLabelOnlyQuery(id: "1"))?.shelf?.label == "A")
        == failure.members.contains("\"A\""))
  }

  /// Nothing that was known is lost to an error, and what came beside the error is new.
  @Test(arguments: failures, Place.allCases)
  func `what failed does not replace what is known`(_ failure: Failure, _ place: Place) async throws {
    let kept = try await Kept(place)
    try kept.cache.receive(
      "{\"shelf\":\(shelf("1", "\"label\":\"Old\",\"owner\":\(FailedFieldTests.user)"))}",
      for: ShelfOwnerQuery(id: "1"))
    try await kept.restart()
    for _ in 0..<2 {
      try kept.cache.receive(
        "{\"shelf\":\(shelf("1", failure.members))}", for: ShelfOwnerQuery(id: "1"),
        errors: "[{\"message\":\"no\",\"path\":[\(failure.path)]}]")
      try await kept.restart()
      let data = try #require(kept.cache.read(ShelfOwnerQuery(id: "1")))
      #expect(data.shelf?.label == (failure.members.contains("\"A\"") ? "A" : "Old"))
      #expect(data.shelf?.owner?.name == "Ada")
    }
    // A null without an error is what the server says.
    try kept.cache.receive(
      "{\"shelf\":\(shelf("1", "\"label\":null,\"owner\":null"))}", for: ShelfOwnerQuery(id: "1"))
    let data = try #require(kept.cache.read(ShelfOwnerQuery(id: "1")))
    #expect(data.shelf?.label == nil)
    #expect(data.shelf?.owner == nil)
  }

  /// A list of which one element failed is not known as a whole; its other elements are, by their keys.
  @Test(arguments: Place.allCases) func `elements that failed`(_ place: Place) async throws {
    let kept = try await Kept(place)
    let one = shelf("1", "\"label\":\"A\"")
    let two = shelf("2", "\"label\":\"B\"")
    let error = "[{\"message\":\"no third\",\"path\":[\"shelves\",2]}]"
    try kept.cache.receive("{\"shelves\":[\(one),\(two),null]}", for: ShelvesQuery(), errors: error)
    try await kept.restart()
    #expect(kept.cache.read(ShelvesQuery()) == nil)
    #expect(kept.cache.read(ShelfLabelData.self, GraphQLCacheKey("Shelf", "2"))?.label == "B")
    // A list that was known stays as it was, with what is new of its objects.
    try kept.cache.receive("{\"shelves\":[\(two),\(one)]}", for: ShelvesQuery())
    try kept.cache.receive(
      "{\"shelves\":[\(shelf("1", "\"label\":\"new\"")),null]}", for: ShelvesQuery(),
      errors: "[{\"message\":\"no second\",\"path\":[\"shelves\",1]}]")
    #expect(kept.cache.read(ShelvesQuery())?.shelves?.map { $0?.label } == ["B", "new"])
  }

  /// An error's path has the names of the response, and the cache those of the schema.
  @Test(arguments: Place.allCases) func `aliases that failed`(_ place: Place) async throws {
    let kept = try await Kept(place)
    let query = ShelfTwiceQuery(id: "1")
    let whole = shelf("1", "\"label\":\"A\"")
    try kept.cache.receive(
      "{\"shelf\":\(whole),\"again\":\(shelf("1", "\"name\":null,\"label\":\"A\",\"colors\":null"))}",
      for: query,
      errors:
        "[{\"message\":\"no\",\"path\":[\"again\",\"name\"]},{\"message\":\"no\",\"path\":[\"again\",\"colors\"]}]"
    )
    try await kept.restart()
    #expect(kept.cache.read(ShelfLabelOnlyQuery(id: "1"))?.shelf?.label == "A")
    #expect(kept.cache.partial(query).missing.map(\.field) == ["colors"])
    // One of two names of one object failed altogether: the other says what it is.
    try kept.cache.receive(
      "{\"shelf\":\(shelf("1", "\"label\":\"B\"")),\"again\":null}", for: query,
      errors: "[{\"message\":\"no\",\"path\":[\"again\"]}]")
    #expect(kept.cache.read(ShelfLabelOnlyQuery(id: "1"))?.shelf?.label == "B")
  }

  /// A field at the root that failed leaves the others at the root alone.
  @Test(arguments: Place.allCases) func `roots that failed`(_ place: Place) async throws {
    let kept = try await Kept(place)
    try kept.cache.receive(
      "{\"shelf\":null}", for: ShelfLabelOnlyQuery(id: "1"),
      errors: "[{\"message\":\"no\",\"path\":[\"shelf\"]}]")
    try kept.cache.receive("{\"shelves\":[]}", for: ShelvesQuery())
    try await kept.restart()
    #expect(kept.cache.read(ShelfLabelOnlyQuery(id: "1")) == nil)
    #expect(kept.cache.read(ShelvesQuery())?.shelves?.isEmpty == true)
    #expect(
      kept.cache.partial(ShelfLabelOnlyQuery(id: "1")).missing.map(\.description) == [
        "shelf: root.shelf({\"id\":\"1\"}) (\(place == .file ? "neverWritten" : "failed: no"))"
      ])
  }

  /// A query that failed is sent again, and what failed in a mutation is not lost either.
  @Test func `what failed is asked for again`() async throws {
    let failed = "{\"shelf\":\(shelf("1", "\"label\":null,\"owner\":null"))}"
    let scene = try Scene([
      .response(failed, errors: "[{\"message\":\"no\",\"path\":[\"shelf\",\"label\"]}]"),
      .response("{\"shelf\":\(shelf("1", "\"label\":\"A\",\"owner\":null"))}"),
      .response(
        "{\"like\":null}", errors: "[{\"message\":\"no\",\"path\":[\"like\",\"likes\"]}]"),
    ])
    _ = try await scene.client.response(for: ShelfOwnerQuery(id: "1"))
    #expect(try await scene.client.fetch(ShelfOwnerQuery(id: "1")).shelf?.label == "A")
    #expect(scene.server.requests.count == 2)
    try scene.cache.receive("{\"feed\":[\(post("1", "One", likes: 1))]}", for: FeedQuery())
    _ = try? await scene.client.perform(LikeMutation(post: "1"))
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.likes) == [1])
  }

  /// A watch of a query of which a field always fails says so, and does not ask again and again.
  @Test func `watches of what always fails`() async throws {
    let failed = "{\"shelf\":\(shelf("1", "\"label\":null,\"owner\":null"))}"
    let step = GraphQLScriptedTransport.Step.response(
      failed, errors: "[{\"message\":\"no\",\"path\":[\"shelf\",\"label\"]}]")
    let scene = try Scene([step, step, step, step])
    var updates = scene.client.watch(ShelfOwnerQuery(id: "1")).makeAsyncIterator()
    var update = await updates.next()
    while update?.isFetching == true { update = await updates.next() }
    #expect(update?.error is GraphQLClientError)
    #expect(update?.data == nil)
    try scene.cache.receive(
      "{\"shelf\":\(shelf("1", "\"label\":\"A\",\"owner\":null"))}", for: ShelfOwnerQuery(id: "1"))
    update = await updates.next()
    #expect(update?.data?.shelf?.label == "A")
    #expect(scene.server.requests.count == 1)
  }

  @Test func `of several failed elements the last one's message is told`() throws {
    let cache = try Scene().cache
    let nulls = Array(repeating: "null", count: 8).joined(separator: ",")
    let errors = (0..<16).map { index in
      "{\"message\":\"no \(index)\",\"path\":[\"shelf\",\"\(index < 8 ? "colors" : "boxes")\",\(index % 8)]}"
    }
    try cache.receive(
      "{\"shelf\":\(shelf("1", "\"colors\":[\(nulls)],\"boxes\":[\(nulls)]"))}",
      for: ShelfColorsQuery(id: "1"),
      errors: "[\(errors.joined(separator: ","))]")
    #expect(
      cache.partial(ShelfColorsQuery(id: "1")).missing.map(\.description) == [
        "shelf.colors: Shelf:1.colors (failed: no 7)", "shelf.boxes: Shelf:1.boxes (failed: no 15)",
      ])
  }

  /// An error without a path may be of any null: those are kept as they came, for nothing says otherwise.
  @Test func `errors without a place`() throws {
    let cache = GraphQLCache(schema: cacheSchema)
    try cache.receive(
      "{\"shelf\":null}", for: ShelfLabelOnlyQuery(id: "1"), errors: "[{\"message\":\"slow\"}]")
    let data = try #require(cache.read(ShelfLabelOnlyQuery(id: "1")))
    #expect(data.shelf == nil)
  }

  /// Replacing an object without a key also forgets the errors of its fields.
  @Test func `what is written again has not failed`() throws {
    let cache = try Scene(limits: "Shelf.first!").cache
    try cache.receive(
      "{\"shelf\":\(shelf("1", "\"label\":\"A\""))}", for: ShelfLabelOnlyQuery(id: "1"))
    try cache.receive(
      "{\"shelf\":\(shelf("1", "\"first\":{\"size\":1,\"inside\":null}"))}", for: ShelfBoxesQuery(id: "1"),
      errors: "[{\"message\":\"no\",\"path\":[\"shelf\",\"first\",\"inside\"]}]")
    func reason() -> [String] {
      cache.partial(ShelfBoxesQuery(id: "1")).missing.map { "\($0.path): \($0.reason)" }
    }
    #expect(reason() == ["shelf.first.inside: failed"])
    let book = "{\"book\":{\"title\":\"T\",\"___\":\"Book\",\"___isbn\":\"1\"}}"
    try cache.receive("{\"shelf\":\(shelf("1", "\"first\":\(book)"))}", for: ShelfBoxQuery(id: "1"))
    #expect(reason() == ["shelf.first.size: neverWritten", "shelf.first.inside: neverWritten"])
  }
}
