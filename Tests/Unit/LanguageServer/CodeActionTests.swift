import ApusSource
import Foundation
import Testing

@testable import ApusLanguageServer

/// Actions as a client gets them.
@Suite(.timeLimit(.minutes(15))) struct CodeActionTests {
  private let schema = "scalar Money type Query { a(x: Int!): Int b: Money c: Query }"

  private func actions(
    _ session: Session, _ name: String, _ start: Int, _ end: Int, only: String? = nil
  ) -> [JSONValue] {
    let range =
      "{\"start\":{\"line\":0,\"character\":\(start)},\"end\":{\"line\":0,\"character\":\(end)}}"
    let context = only.map { "{\"diagnostics\":[],\"only\":[\"\($0)\"]}" } ?? "{\"diagnostics\":[]}"
    let parameters =
      "{\"textDocument\":{\"uri\":\"\(session.uri(name))\"},\"range\":\(range),\"context\":\(context)}"
    return session.request("textDocument/codeAction", parameters)?["result"]?.elements ?? []
  }

  private func newTexts(_ action: JSONValue?) -> [String] {
    let edit = action?["edit"]
    let changes = edit?["changes"]?.members?.flatMap { $0.value.elements ?? [] } ?? []
    let documents = edit?["documentChanges"]?.elements?.flatMap { $0["edits"]?.elements ?? [] } ?? []
    return (changes + documents).compactMap { $0["newText"]?.string }
  }

  private func client(
    _ files: [String: String], edits: String = "\"documentChanges\":true,\"resourceOperations\":[\"create\"]"
  ) throws -> Session {
    let session = try Session(files, initializes: false)
    let capabilities = """
      {"workspace":{"workspaceEdit":{\(edits)}},
      "textDocument":{"codeAction":{"codeActionLiteralSupport":{}}}}
      """
    _ = session.request(
      "initialize", "{\"capabilities\":\(capabilities),\"rootUri\":\"file://\(session.folder)\"}")
    return session
  }

  @Test func `kinds are those that are asked for`() throws {
    let session = try Session(["schema.graphqls": schema])
    session.open("a.graphql", "query A { c { bb d c } }")
    #expect(
      actions(session, "a.graphql", 14, 14, only: "quickfix").map { $0["title"]?.string } == [
        "Replace by \"b\""
      ])
    #expect(
      actions(session, "a.graphql", 14, 16, only: "refactor").map { $0["kind"]?.string } == [
        "refactor.extract"
      ])
    #expect(actions(session, "a.graphql", 14, 16, only: "refactor.inline").isEmpty)
    #expect(actions(session, "a.graphql", 14, 16).count == 2)
    #expect(actions(session, "a.graphql", 14, 16, only: "source.organizeImports").isEmpty)
  }

  @Test func `all that has one fix is fixed`() throws {
    let session = try Session(["schema.graphqls": schema])
    session.open("a.graphql", "query A($x: Int, $y: Int) { c { bb } c2: c { b { z } a(x: $x) } }")
    let action = try #require(actions(session, "a.graphql", 0, 0, only: "source.fixAll").first)
    #expect(action["kind"]?.string == "source.fixAll.apus")
    // The field's name, the selections of a leaf, the variable's type, the variable that nothing uses.
    #expect(Set(newTexts(action)) == ["b", "", "Int!"])
    #expect(newTexts(action).count == 4)
  }

  @Test func `a fragment gets a file`() throws {
    let session = try client(["schema.graphqls": schema])
    session.open("a.graphql", "query A { c { b } }")
    let action = try #require(actions(session, "a.graphql", 14, 15, only: "refactor.extract").first)
    let changes = action["edit"]?["documentChanges"]?.elements ?? []
    #expect(changes.first?["kind"]?.string == "create")
    #expect(changes.first?["uri"]?.string == session.uri("QueryParts.graphql"))
    #expect(newTexts(action) == ["fragment QueryParts on Query {\n  b\n}\n", "...QueryParts"])
  }

  @Test(arguments: [
    "", "\"documentChanges\":true", "\"resourceOperations\":[\"create\"]",
    "\"documentChanges\":true,\"resourceOperations\":[\"rename\"]",
    "\"documentChanges\":false,\"resourceOperations\":[\"create\"]",
  ])
  func `a client that does not take new files gets none`(_ edits: String) throws {
    let session = try client(["schema.graphqls": schema], edits: edits)
    session.open("a.graphql", "query A { c { b } }")
    let action = try #require(actions(session, "a.graphql", 14, 15, only: "refactor.extract").first)
    let changes = action["edit"]?["documentChanges"]?.elements ?? []
    #expect(changes.allSatisfy { $0["kind"] == nil })
    #expect(
      Set(newTexts(action)) == ["...QueryParts", "\n\nfragment QueryParts on Query {\n  b\n}\n"],
      "\(newTexts(action))")
    session.open("schema.graphqls", schema)
    #expect(session.published().contains("schema.graphqls: unmapped-scalar"))
    #expect(actions(session, "schema.graphqls", 8, 8).isEmpty)
  }

  @Test(arguments: [
    (nil, "{\n  \"scalars\": {\n    \"Money\": \"String\"\n  }\n}\n"),
    ("{}", "\n  \"scalars\": {\n    \"Money\": \"String\"\n  }\n"),
    ("{\"scalars\": {\"Date\": \"String\"}}", "\n    \"Money\": \"String\","),
  ])
  func `a scalar is mapped`(configuration: String?, text: String) throws {
    var files = ["schema.graphqls": schema, "a.graphql": "query A { b }"]
    files["apus.json"] = configuration
    let session = try client(files)
    session.open("schema.graphqls", schema)
    #expect(session.published().contains("schema.graphqls: unmapped-scalar"))
    let action = actions(session, "schema.graphqls", 8, 8).first
    #expect(action?["title"]?.string == "Map \"Money\" to a Swift type in apus.json")
    #expect(newTexts(action) == [text])
  }

  @Test(arguments: [
    ("{\"acessLevel\":\"public\"}", 3, "\"accessLevel\""),
    ("{\"scalars\":{\"Date\":{\"tpye\":\"Date\"}}}", 22, "\"type\""),
    ("{\"warnings\":{\"unused-fragmnt\":\"ignore\"}}", 15, "\"unused-fragment\""),
  ])
  func `keys of the configuration are corrected`(text: String, place: Int, key: String) throws {
    let session = try Session([
      "schema.graphqls": schema, "apus.json": text, "a.graphql": "query A { c { a(x: 1) } }",
    ])
    session.open("a.graphql", "query A { c { a(x: 1) } }")
    _ = session.published()
    session.open("apus.json", text)
    let action = actions(session, "apus.json", place, place).first
    #expect(newTexts(action) == [key])
  }
}
