import ApusSource
import Foundation
import Testing

@testable import ApusLanguageServer

/// When the server works without a request, and what it takes from notifications.
@Suite(.timeLimit(.minutes(15))) struct DueWorkTests {
  @Test func `folders come and go`() throws {
    let session = try Session(
      ["A/schema.graphqls": "type Query { a: Int }", "A/Deep/b.graphql": "query B { nothing }"],
      initializes: false)
    _ = session.request("initialize", "{\"capabilities\":{}}")
    func change(_ added: String, _ removed: String) {
      session.notify(
        "workspace/didChangeWorkspaceFolders",
        "{\"event\":{\"added\":[\(added)],\"removed\":[\(removed)]}}")
    }
    let folder = "{\"uri\":\"\(session.uri("A"))\",\"name\":\"A\"}"
    change(folder, "")
    session.open("A/Deep/Deeper/a.graphql", "query A { a }")
    #expect(session.published() == ["A/Deep/Deeper/a.graphql: ", "A/Deep/b.graphql: unknown-field"])
    let other = try Session(
      ["A/schema.graphqls": "type Query { a: Int }", "A/Deep/b.graphql": "query B { nothing }"])
    other.notify(
      "workspace/didChangeWorkspaceFolders",
      "{\"event\":{\"added\":[],\"removed\":[{\"uri\":\"file://\(other.folder)\",\"name\":\"A\"}]}}")
    other.open("A/Deep/Deeper/a.graphql", "query A { a }")
    #expect(other.published() == ["A/Deep/Deeper/a.graphql: missing-schema"])
  }

  @Test func `what is due, and when`() throws {
    let session = try Session(["schema.graphqls": "type Query { old: Int }"], initializes: false)
    #expect(session.server.nextTimeout == 5000)
    _ = session.request("initialize", "{\"capabilities\":{},\"rootUri\":\"file://\(session.folder)\"}")
    session.notify("initialized", "{}")
    session.open("a.graphql", "{ old }")
    #expect(session.server.nextTimeout == 0)
    session.server.work()
    // Lowering waits for a second without input.
    #expect(session.server.nextTimeout == 1000)
    session.now += 400
    #expect(session.server.nextTimeout == 600)
    session.now += 600
    #expect(session.server.nextTimeout == 0)
    session.server.work()
    #expect(session.server.nextTimeout == 1000)
    session.now += 7000
    #expect(session.server.nextTimeout == 2000)
    session.now += 60_000
    #expect(session.server.nextTimeout == 5000)
    // A question is answered at once, and its findings are published when there is time.
    session.notify(
      "textDocument/didChange",
      "{\"textDocument\":{\"uri\":\"\(session.uri("a.graphql"))\",\"version\":2},\"contentChanges\":[{\"text\":\"{ x }\"}]}"
    )
    _ = session.request(
      "textDocument/hover",
      "{\"textDocument\":{\"uri\":\"\(session.uri("a.graphql"))\"},\"position\":{\"line\":0,\"character\":2}}"
    )
    #expect(session.server.nextTimeout == 0)
    _ = session.request("shutdown", "null")
    #expect(session.server.nextTimeout == 5000)
  }

  @Test func `what is shown at once keeps what a document has in common with others`() throws {
    let session = try Session([
      "schema.graphqls": "type Query { a: Int }", "a.graphql": "query Home { a }",
    ])
    session.open("b.graphql", "query Home { a }")
    #expect(session.published() == ["b.graphql: duplicate-operation"])
    session.notify(
      "textDocument/didChange",
      "{\"textDocument\":{\"uri\":\"\(session.uri("b.graphql"))\",\"version\":2},\"contentChanges\":[{\"text\":\"query Home { b }\"}]}"
    )
    #expect(session.publishedAtOnce() == ["b.graphql: duplicate-operation unknown-field"])
  }

  @Test func `a saved document is lowered at once`() throws {
    let session = try Session(["schema.graphqls": "scalar Money type Query { a: Money }"])
    session.open("schema.graphqls", "scalar Money type Query { a: Money }")
    session.open("a.graphql", "query A { a }")
    session.server.work()
    session.forget()
    session.notify("textDocument/didSave", "{\"textDocument\":{\"uri\":\"\(session.uri("a.graphql"))\"}}")
    #expect(session.messages.contains { $0.contains("unmapped-scalar") }, "\(session.messages)")
    let other = try Session(["schema.graphqls": "scalar Money type Query { a: Money }"])
    other.open("schema.graphqls", "scalar Money type Query { a: Money }")
    other.open("a.graphql", "query A { a }")
    other.server.work()
    other.forget()
    other.notify("workspace/didChangeWatchedFiles", "{\"changes\":[]}")
    #expect(other.messages.isEmpty)
  }

  /// The folder whose documents belong together, relative to the test's.
  @Test(arguments: [
    ("P/Sources/A/x.graphql", "P/Sources/A"), ("P/Sources/A/Deep/x.graphql", "P/Sources/A"),
    ("P/Tests/B/x.graphql", "P/Tests/B"),
    ("P/Sources/x.graphql", "P"), ("P/Other/A/x.graphql", "P"),
    ("P/Configured/Deep/x.graphql", "P/Configured"), ("P/x.graphql", "P"),
    ("W/x.graphql", "W"), ("W/V/Deep/x.graphql", "W/V"), ("W/C/Deep/x.graphql", "W/C"),
    ("W/C/Inner/D/x.graphql", "W/C/Inner"),
    ("Loose/Deep/x.graphql", "Loose/Deep"),
  ])
  func `the folder of a document`(_ path: String, _ expected: String) throws {
    let session = try Session([
      "P/Package.swift": "", "P/Configured/apus.json": "{}", "W/C/apus.json": "{}",
      "W/C/Inner/apus.json": "{}",
    ])
    let workspace = ["W", "W/V"].map { session.folder + "/" + $0 }
    #expect(
      ProjectLayout.folder(of: session.folder + "/" + path, in: workspace) == session.folder + "/" + expected)
    #expect(
      ProjectLayout.folder(of: session.folder + "/" + path, in: workspace.reversed()) == session.folder + "/"
        + expected)
  }

  @Test func `a broken link among the documents is shown`() throws {
    let session = try Session(["schema.graphqls": "type Query { a: Int }"])
    try FileManager.default.createSymbolicLink(
      atPath: session.folder + "/b.graphql", withDestinationPath: session.folder + "/nowhere")
    session.open("a.graphql", "query A { a }")
    #expect(session.published() == ["a.graphql: ", "b.graphql: unreadable-file"])
  }

  @Test(arguments: [(500, 500), (501, 501), (700, 501)]) func `at most 500 findings of a file are sent`(
    _ count: Int, _ sent: Int
  ) throws {
    let session = try Session(["schema.graphqls": "type Query { a: Int }"])
    session.open("a.graphql", "query A { \((0..<count).map { "x\($0)" }.joined(separator: " ")) }")
    let messages = session.work().compactMap(Session.value)
    let found = try #require(messages.last?["params"]?["diagnostics"]?.elements)
    #expect(found.count == sent)
    let rest = found.last?["message"]?.string
    #expect(
      (rest == "\(count - 500) more problems in this file are not shown.") == (count > 500), "\(rest ?? "")")
  }
}
