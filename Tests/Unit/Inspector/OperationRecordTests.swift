import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import CacheFixtures
import TestSupport
import Testing

@testable import ApusInspector

/// What the timeline says about operations.
@Suite(.timeLimit(.minutes(15))) struct OperationRecordTests {
  @Test func `a request has its attempt, its response and Swift's value`() async throws {
    let scene = Scene([note("1", "a\\nb")])
    _ = try await scene.client.fetch(NoteQuery(id: "1"))
    let record = try #require(try scene.records("operation").first)
    #expect(record["kind"] == "query" && record["name"] == "Note" && record["state"] == "done")
    #expect(record["source"] == "network" && record["policy"] == "cacheFirst")
    #expect(record["cause"].string?.hasPrefix("the cache lacks note") == true)
    #expect(record["variables"] == ["id": "1"])
    #expect(record["response"] == .null && record["document"] == .null)
    let attempt = record["attempts"][0]
    #expect(attempt["number"] == 1 && attempt["status"] == 200 && attempt["method"] == "POST")
    let headers = attempt["requestHeaders"].list ?? []
    #expect(headers.contains(["Authorization", "<redacted>"]) && headers.contains(["X-Screen", "home"]))
    let whole = try scene.whole("operation", record["id"])
    #expect(whole["response"]["data"]["note"]["text"] == "a\nb")
    #expect(whole["document"] == .string(NoteQuery.operationDocument))
    #expect(whole["value"].string?.contains("text: \"a\\nb\"") == true)
    #expect(whole["phases"].object?.keys.sorted() == ["decoding", "sending", "storing"])
  }

  @Test func `what the cache has is a record of its own`() async throws {
    let scene = Scene([note("1", "a")])
    for _ in 0..<2 { _ = try await scene.client.fetch(NoteQuery(id: "1")) }
    let records = try scene.records("operation")
    #expect(records.map { $0["source"] } == ["network", "cache"])
    let found = try scene.whole("operation", records[1]["id"])
    #expect(found["attempts"] == [] && found["state"] == "done")
    #expect(found["response"] == ["data": ["note": ["id": "1", "text": "a"]]])
  }

  @Test func `secret values are on no part of the page, but in a recording with values`() async throws {
    let scene = Scene(
      GraphQLScriptedTransport([note("1", "hidden"), note("1", "hidden", field: "renameNote")]),
      redacting: ["TEXT"])
    for _ in 0..<2 { _ = try await scene.client.fetch(NoteQuery(id: "1")) }
    _ = try await scene.client.perform(RenameNoteMutation(id: "1", text: "hidden"))
    let records = try scene.records("operation")
    #expect(records.map { $0["source"] } == ["network", "cache", "network"])
    #expect(records.map { $0["variables"]["id"] } == ["1", "1", "1"])
    #expect(records[2]["variables"]["text"] == "<redacted>")
    for record in records {
      let whole = try scene.whole("operation", record["id"])
      #expect(whole["value"].string?.contains("text: \"<redacted>\"") == true)
      #expect(whole["response"] != .null && !"\(whole)".contains("hidden"))
    }
    let object = try scene.answer("object", ["key": "Note:1"])
    #expect(object["fields"].list?.contains { $0["value"] == ["json": "<redacted>"] } == true)
    #expect(!"\(object)".contains("hidden"))
    #expect(scene.inspector.recording(keepsValues: true).lines.contains { $0.contains("hidden") })
  }

  @Test func `each attempt is listed`() async throws {
    let retry = GraphQLRetryInterceptor(maximumAttempts: 3, firstDelay: .milliseconds(1))
    let scene = Scene(
      GraphQLScriptedTransport([
        .status(503), .failure(GraphQLConnectionError(.networkConnectionLost)), note("1", "a"),
      ]), interceptors: [retry])
    _ = try await scene.client.fetch(NoteQuery(id: "1"), policy: .networkOnly)
    let attempts = try scene.records("operation")[0]["attempts"].list ?? []
    #expect(attempts.map { $0["number"] } == [1, 2, 3])
    #expect(attempts.map { $0["status"] } == [503, .null, 200])
    #expect(attempts[1]["failure"].string != nil)
  }

  @Test func `errors and failures are told apart`() async throws {
    let scene = Scene([
      .json(#"{"data":{"note":null},"errors":[{"message":"no","path":["note"],"extensions":{"code":"X"}}]}"#),
      .status(500, body: "<html>"),
    ])
    for _ in 0..<2 { _ = try? await scene.client.fetch(NoteQuery(id: "1"), policy: .networkOnly) }
    let records = try scene.records("operation")
    #expect(records.map { $0["state"] } == ["failed", "failed"])
    #expect(records[0]["errors"] == [["message": "no", "path": ["note"], "code": "X"]])
    #expect(records[0]["failure"] == .null)
    #expect(records[1]["failure"].string?.isEmpty == false)
  }

  @Test func `who gives up is seen, and who waits for another's response`() async throws {
    let transport = HeldTransport()
    let scene = Scene(transport)
    let first = Task { try await scene.client.fetch(NoteQuery(id: "1"), policy: .networkOnly) }
    try await eventually("the request is sent") { transport.active.count == 1 }
    let second = Task { try await scene.client.fetch(NoteQuery(id: "1"), policy: .networkOnly) }
    try await eventually("the second begins") { try scene.records("operation").count == 2 }
    #expect(try scene.records("operation").allSatisfy { $0["state"] == "running" })
    // Both wait for one request; it ends when the last of them gives up.
    try await eventually("it shares") { try scene.records("operation").contains { $0["source"] == "shared" } }
    first.cancel()
    second.cancel()
    _ = await (first.result, second.result)
    #expect(try scene.records("operation").map { $0["state"] } == ["cancelled", "cancelled"])
    #expect(Set(try scene.records("operation").map { $0["source"] }) == ["network", "shared"])
  }

  @Test func `a batch has a record for each operation`() async throws {
    let body = #"[{"data":{"note":{"id":"1","text":"a","___":"Note"}}},{"data":{"note":null}}]"#
    let scene = Scene([.json(body)])
    _ = try await scene.client.batch([NoteQuery(id: "1"), NoteQuery(id: "2")])
    let records = try scene.records("operation")
    #expect(records.map { $0["variables"]["id"] } == ["1", "2"])
    #expect(records.allSatisfy { $0["attempts"].list?.count == 1 && $0["state"] == "done" })
    #expect(try scene.whole("operation", records[1]["id"])["response"] == ["data": ["note": .null]])
  }

  @Test func `without an inspector nothing is observed`() async throws {
    var scene: Scene? = Scene([note("1", "a")])
    let (client, cache) = try #require(scene.map { ($0.client, $0.cache) })
    scene = nil
    #expect(client.observer == nil && cache.observer == nil)
    _ = try await client.fetch(NoteQuery(id: "1"))
  }

  @Test func `a second inspector shows the record of the first`() async throws {
    let scene = Scene([note("1", "a")])
    _ = try await scene.client.fetch(NoteQuery(id: "1"))
    let second = GraphQLInspector(scene.client)
    var page = PageReader()
    #expect(try page.read(second).count == scene.records().count)
  }

  @Test func `clients that share a cache have one record`() async throws {
    let scene = Scene([note("1", "a")])
    let other = GraphQLClient(
      url: URL(fileURLWithPath: "/"), transport: GraphQLScriptedTransport([note("2", "b")]),
      cache: scene.cache)
    let second = GraphQLInspector(other)
    _ = try await scene.client.fetch(NoteQuery(id: "1"))
    _ = try await other.fetch(NoteQuery(id: "2"))
    #expect(try scene.records("write").map { $0["operation"] } == scene.records("operation").map { $0["id"] })
    var page = PageReader()
    #expect(try page.read(second).count == scene.records().count)
  }
}
