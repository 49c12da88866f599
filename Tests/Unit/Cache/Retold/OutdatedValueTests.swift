import Apus
import ApusClient
import ApusTesting
import TestSupport
import Testing

@testable import ApusCache

/// What was written by documents of another version, or a program of another one: Apollo Kotlin's `SchemaChanges`, in our words.
@Suite(.timeLimit(.minutes(15))) struct OutdatedValueTests {
  /// The shelf's label as it was before it became a text.
  private struct OldShelfQuery: GraphQLQuery {
    struct Data: GraphQLObject {
      var shelf: GraphQLValue

      init(_reading r: inout GraphQLReader) throws { shelf = try r.value("shelf") }
      func _write(to w: inout GraphQLWriter) { w.value("shelf", shelf) }
    }

    static let operationName = "OldShelf"
    static let operationDocument = "query OldShelf{shelf(id:\"1\"){label ___:__typename ___id:id}}"
    static let operationID = ""
    init() {}
    init(_reading r: inout GraphQLReader) throws { self.init() }
    func _write(to w: inout GraphQLWriter) {}
  }

  private let query = ShelfLabelOnlyQuery(id: "1")
  private let old = "{\"shelf\":{\"label\":{\"de\":\"A\"},\"___\":\"Shelf\",\"___id\":\"1\"}}"
  private let answer = "{\"shelf\":{\"label\":\"New\",\"___\":\"Shelf\",\"___id\":\"1\"}}"

  @Test func `values of another form are missing`() async throws {
    let scene = try Scene([.response(answer)])
    try scene.cache.receive(old, for: OldShelfQuery())
    #expect(scene.cache.read(query) == nil)
    let found = scene.cache.partial(query)
    #expect(found.missing.map(\.description) == ["shelf.label: Shelf:1.label (undecodable)"])
    // What can be decoded is there.
    #expect(found.data?.shelf != nil)
    #expect(found.data?.shelf?.label == nil)
    #expect(try await scene.client.fetch(query).shelf?.label == "New")
    guard case .missing(let misses)? = scene.events.causes.last else {
      Issue.record("\(scene.events.all)")
      return
    }
    #expect(misses.map(\.reason) == [.undecodable])
    // Each of the three attempts is told.
    #expect(scene.events.failures.count == 3)
    #expect(scene.cache.read(query)?.shelf?.label == "New")
  }

  /// A watch through a client asks the server; one of the cache alone waits.
  @Test func `watches get what a query of another watch fetched`() async throws {
    let scene = try Scene([.response(answer)])
    try scene.cache.receive(old, for: OldShelfQuery())
    let cache = scene.cache
    let query = query
    let waiting = Task { () -> String? in
      for await update in cache.watch(query) { return update.data?.shelf?.label }
      return nil
    }
    try await eventually("the watch has begun") { scene.cache.store.watcherCount == 1 }
    var updates = scene.client.watch(query).makeAsyncIterator()
    var update = await updates.next()
    while update?.isFetching == true { update = await updates.next() }
    #expect(update?.data?.shelf?.label == "New")
    #expect(await waiting.value == "New")
    #expect(scene.server.requests.count == 1)
  }
}
