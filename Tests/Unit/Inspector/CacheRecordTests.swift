import Apus
import ApusCache
import ApusClient
import ApusPlatform
import ApusTesting
import CacheFixtures
import TestSupport
import Testing

@testable import ApusInspector

/// What the inspector says about the cache.
@Suite(.timeLimit(.minutes(15))) struct CacheRecordTests {
  private func rename(_ text: String) -> GraphQLScriptedTransport.Step {
    note("1", text, field: "renameNote")
  }

  @Test func `a view updates because a mutation changed a field`() async throws {
    let scene = Scene([note("1", "a"), rename("b")])
    _ = try await scene.client.fetch(NoteQuery(id: "1"))
    let task = Task {
      var texts: [String?] = []
      for await update in scene.client.watch(NoteQuery(id: "1")) {
        texts.append(update.data?.note?.text)
        if texts.count == 2 { break }
      }
      return texts
    }
    try await eventually("the watch begins") { !scene.cache.observedWatchers.isEmpty }
    let watcher = try scene.answer("watchers")["watchers"][0]
    #expect(watcher["name"] == "Note" && watcher["variables"] == ["id": "1"] && watcher["updates"] == 0)
    try await eventually("the first data is taken") {
      try scene.records("operation").contains { $0["source"] == "cache" && $0["watcher"] == watcher["id"] }
    }
    _ = try await scene.client.perform(RenameNoteMutation(id: "1", text: "b"))
    #expect(await task.value == ["a", "b"])
    let update = try #require(try scene.records("update").first)
    #expect(update["kind"] == "changed" && update["by"] == "RenameNote" && update["watcher"] == watcher["id"])
    #expect(update["changes"] == [["object": "Note:1", "field": "text"]] && update["count"] == 1)
    let write = try scene.whole("write", update["write"])
    #expect(write["by"] == "RenameNote" && write["kind"] == "response" && write["count"] == 1)
    #expect(write["objects"] == [["key": "Note:1", "fields": ["text"]]])
    let mutation = try #require(try scene.records("operation").first { $0["kind"] == "mutation" })
    #expect(write["operation"] == mutation["id"] && mutation["writes"] == [write["id"]])
  }

  @Test func `watchers that ended long ago are forgotten`() async throws {
    let steps = (0..<6).map { rename("\($0)") }
    let scene = Scene(GraphQLScriptedTransport([note("1", "a")] + steps), limit: 2)
    let recorder = scene.inspector.inspection.recorder
    _ = try await scene.client.fetch(NoteQuery(id: "1"))
    var watchers: [Int] = []
    for number in 0..<6 {
      let task = Task { for await _ in scene.client.watch(NoteQuery(id: "1")) {} }
      try await eventually("the watch reads") { (scene.cache.observedWatchers.first?.objectCount ?? 0) > 0 }
      let watcher = try #require(scene.cache.observedWatchers.first).number
      _ = try await scene.client.perform(RenameNoteMutation(id: "1", text: "\(number)"))
      #expect(recorder.updates(of: watcher)?.count == 1)
      watchers.append(watcher)
      task.cancel()
      await task.value
      try await eventually("the watch ends") { scene.cache.observedWatchers.isEmpty }
    }
    #expect(recorder.updates(of: watchers[0]) == nil && recorder.updates(of: watchers[5]) != nil)
  }

  @Test func `the table says who wrote an object`() async throws {
    let scene = Scene([note("1", "a"), note("2", "b")])
    for id in ["1", "2"] { _ = try await scene.client.fetch(NoteQuery(id: id)) }
    let table = try scene.answer("cache", ["search": "NOTE:"])
    #expect(table["objects"].list?.map { $0["key"] } == ["Note:1", "Note:2"])
    #expect(table["total"].int ?? 0 >= 4 && table["after"] == .null)
    let object = try scene.answer("object", ["key": "Note:2"])
    #expect(object["by"] == "Note" && object["type"] == "Note" && object["age"].int != nil)
    #expect(object["fields"].list?.contains { $0["name"] == "text" && $0["value"] == ["json": "b"] } == true)
    #expect(object["referencedBy"].list?.count == 1)
    #expect(try scene.answer("object", ["key": "Note:3"])["missing"].string != nil)
  }

  @Test(arguments: [true, false])
  func `an object hides everything below a name that may be secret`(_ isHiding: Bool) async throws {
    let step = GraphQLScriptedTransport.Step.json(
      #"{"data":{"session":{"token":{"value":"hidden","___":"Token"},"___":"Session"}}}"#)
    let words = isHiding ? GraphQLInspector.secretWords : []
    let scene = Scene(GraphQLScriptedTransport([step]), redacting: words)
    _ = try await scene.client.fetch(SessionQuery())
    let entry = try scene.answer("cache", ["search": "session"])["objects"][0]
    let object = try scene.answer("object", ["key": try #require(entry["key"].string)])
    #expect("\(object)".contains("value") && "\(object)".contains("hidden") == !isHiding)
  }

  @Test func `pages of the table have every object once`() throws {
    let scene = Scene([])
    let values = (0..<1300).map { "Note:\($0)" }
    scene.cache.transaction { transaction in
      for id in 0..<1300 { try? transaction.write(Note.Fragment(id: "\(id)"), GraphQLCacheKey("Note", id)) }
    }
    var keys: [String] = []
    var after: GraphQLValue = .null
    repeat {
      let page = try scene.answer(
        "cache", after == .null ? ["limit": "170"] : ["limit": "170", "after": "\(after)"])
      keys += page["objects"].list?.compactMap { $0["key"].string } ?? []
      after = page["after"]
    } while after != .null
    #expect(keys.filter { $0.hasPrefix("Note:") } == values)
    let found = try scene.answer("cache", ["search": "note:129"])
    #expect(found["objects"].list?.count == 11)
  }

  @Test func `an app's clock may read the cache that the page shows`() {
    let asked = Locked<GraphQLCache?>(nil)
    let isLocked = Locked(false)
    let cache = GraphQLCache(
      schema: Scene.schema,
      configuration: GraphQLCacheConfiguration(now: {
        let cache = asked.withLock { cache in
          defer { cache = nil }
          return cache
        }
        guard let cache else { return Date() }
        let hasRead = Locked(false)
        _ = startThread("reader") {
          _ = cache.observedObjects(search: "", after: nil, limit: 1)
          hasRead.withLock { $0 = true }
        }
        let end = ContinuousClock.now + .seconds(10)
        while !hasRead.withLock({ $0 }), ContinuousClock.now < end {}
        if !hasRead.withLock({ $0 }) { isLocked.withLock { $0 = true } }
        return Date()
      }))
    cache.transaction { transaction in
      _ = try? transaction.write(Note.Fragment(id: "1"), GraphQLCacheKey("Note", "1"))
    }
    asked.withLock { $0 = cache }
    #expect(cache.observedObjects(search: "", after: nil, limit: 10).objects.isEmpty == false)
    asked.withLock { $0 = cache }
    #expect(cache.observedObject("Note:1") != nil)
    #expect(!isLocked.withLock { $0 })
  }

  @Test func `optimistic layers are listed, and objects that they change`() async throws {
    let transport = HeldTransport()
    let scene = Scene(transport)
    let task = Task {
      try await scene.client.perform(
        RenameNoteMutation(id: "1", text: "b"),
        optimistically: { try $0.write(Note.Fragment(id: "1"), GraphQLCacheKey("Note", "1")) })
    }
    try await eventually("the request is sent") { transport.active.count == 1 }
    let layer = try scene.answer("layers")["layers"][0]
    #expect(layer["by"] == "RenameNote" && layer["writes"] == ["Note:1"] && layer["count"] == 1)
    #expect(try scene.answer("object", ["key": "Note:1"])["optimistic"] == true)
    #expect(try scene.records("write").map { $0["kind"] } == ["layer"])
    task.cancel()
    _ = await task.result
    #expect(try scene.answer("layers") == ["layers": []])
    #expect(try scene.records("write").map { $0["kind"] } == ["layer", "layer"])
  }

  @Test func `what was written before the cache was cleared keeps its names`() async throws {
    let scene = Scene([note("1", "a")])
    _ = try await scene.client.fetch(NoteQuery(id: "1"))
    scene.cache.clear()
    let writes = try scene.records("write")
    #expect(writes.map { $0["kind"] } == ["response", "cleared"])
    #expect(writes[0]["objects"].list?.contains(["key": "Note:1", "isNew": true]) == true)
    #expect(try scene.answer("cache")["total"] == 0)
  }

  @Test func `a client without a cache has no tables`() throws {
    let client = GraphQLClient(url: URL(fileURLWithPath: "/"), transport: GraphQLScriptedTransport([]))
    let content = LiveContent(GraphQLInspector(client))
    for route in ["cache", "object", "watchers", "layers", "queue", "else"] {
      guard case .missing = content.answer(route[...], [:]) else {
        Issue.record("\(route) has an answer")
        return
      }
    }
  }
}

extension Note {
  /// The identifier alone.
  struct Fragment: GraphQLFragment {
    static var fragmentDocument: String { "fragment NoteID on Note{id ___:__typename}" }
    static var typeCondition: String { "Note" }
    var id: String

    init(id: String) { self.id = id }
    init(_reading r: inout GraphQLReader) throws { id = try r.id("id") }
    func _write(to w: inout GraphQLWriter) { w.id("id", id) }
  }
}

/// A query for objects without identifiers.
private struct SessionQuery: GraphQLQuery {
  struct Data: GraphQLObject {
    var session: Session

    init(_reading r: inout GraphQLReader) throws { session = try r.selection("session") }
    func _write(to w: inout GraphQLWriter) { w.selection("session", session) }
  }

  struct Session: GraphQLObject {
    var token: Token

    init(_reading r: inout GraphQLReader) throws { token = try r.selection("token") }
    func _write(to w: inout GraphQLWriter) { w.selection("token", token) }
  }

  struct Token: GraphQLObject {
    var value: String

    init(_reading r: inout GraphQLReader) throws { value = try r.string("value") }
    func _write(to w: inout GraphQLWriter) { w.string("value", value) }
  }

  static let operationName = "Session"
  static let operationID = ""
  static let operationDocument = "query Session{session{token{value ___:__typename} ___:__typename}}"

  init() {}
  func _write(to w: inout GraphQLWriter) {}
}
