import ApusDriver
import ApusSource
import Foundation
import Testing

@testable import ApusLanguageServer

/// Documents that change, and what is published of them.
@Suite(.timeLimit(.minutes(15))) struct SessionTests {
  private let schema = "type Query { a: Int b: String c: Query }"

  private func change(_ session: Session, _ name: String, _ changes: String) {
    session.notify(
      "textDocument/didChange",
      "{\"textDocument\":{\"uri\":\"\(session.uri(name))\",\"version\":2},\"contentChanges\":[\(changes)]}")
  }

  private func edit(_ line: Int, _ from: Int, _ to: Int, _ text: String) -> String {
    let range =
      "{\"start\":{\"line\":\(line),\"character\":\(from)},\"end\":{\"line\":\(line),\"character\":\(to)}}"
    return "{\"range\":\(range),\"text\":\(JSONOutput.string(text).line)}"
  }

  @Test func `diagnostics come and go`() throws {
    let session = try Session(["schema.graphqls": schema, "b.graphql": "fragment F on Query { a }"])
    session.open("a.graphql", "query A { ...F x }")
    #expect(session.published() == ["a.graphql: unknown-field"])
    change(session, "a.graphql", edit(0, 15, 16, "a"))
    #expect(session.published() == ["a.graphql: "])
    // What is only in the editor counts, also for other documents.
    session.open("b.graphql", "fragment G on Query { a }")
    // A fragment is not called unused while a spread has none.
    #expect(session.published() == ["a.graphql: unknown-fragment", "b.graphql: "])
    session.notify("textDocument/didClose", "{\"textDocument\":{\"uri\":\"\(session.uri("b.graphql"))\"}}")
    #expect(session.published() == ["a.graphql: "])
  }

  @Test func `files that change on disk are seen`() throws {
    let session = try Session(["schema.graphqls": schema, "b.graphql": "fragment F on Query { a }"])
    session.open("a.graphql", "query A { ...F }")
    #expect(session.published() == ["a.graphql: "])
    try session.write("fragment Renamed on Query { a }", to: "b.graphql")
    #expect(session.published() == ["a.graphql: unknown-fragment"])
    try session.write("fragment F on Query { b }", to: "b.graphql")
    #expect(session.published() == ["a.graphql: "])
    try session.write("type Query { a: Int }", to: "schema.graphqls")
    #expect(session.published() == ["b.graphql: unknown-field"])
    // A schema that is being edited: its errors, and documents against the last good one.
    try session.write("type Query { a: }", to: "schema.graphqls")
    #expect(session.published() == ["schema.graphqls: syntax-error"])
    try session.write("{ \"acessLevel\": \"public\" }", to: "apus.json")
    #expect(session.published().contains("apus.json: unknown-key"))
  }

  /// A list is sent again for another version of its document, or when it differs; its place may have moved with the text before it.
  @Test func `only lists that changed are sent`() throws {
    let session = try Session([
      "schema.graphqls": schema, "b.graphql": "query B { x }", "c.graphql": "query C { c { a } }",
    ])
    session.open("a.graphql", "query A { a }")
    #expect(session.published() == ["a.graphql: ", "b.graphql: unknown-field"])
    change(session, "a.graphql", edit(0, 10, 11, "b"))
    #expect(session.published() == ["a.graphql: "])
    #expect(session.published() == [])
    try session.write("query B { a: a x }", to: "b.graphql")
    #expect(session.published() == ["b.graphql: unknown-field"])
    // The same place, in a file that was read again.
    try session.write("query B { a: b x }", to: "b.graphql")
    #expect(session.published() == [])
    // A file that comes, goes, and comes with another schema.
    try session.write("query D { y }", to: "Deep/d.graphql")
    #expect(session.published() == ["Deep/d.graphql: unknown-field"])
    try FileManager.default.removeItem(atPath: session.folder + "/Deep/d.graphql")
    #expect(session.published() == ["Deep/d.graphql: "])
    try session.write("type Query { a: Int b: String c: Query x: Int }", to: "schema.graphqls")
    #expect(session.published() == ["b.graphql: "])
  }

  /// A question between a change and its check is answered from the new text, and the check's findings are still published.
  @Test func `questions do not keep findings back`() throws {
    let session = try Session(["schema.graphqls": schema, "b.graphql": "fragment F on Query { a }"])
    session.open("a.graphql", "query A { ...F }")
    #expect(session.published() == ["a.graphql: "])
    change(session, "a.graphql", edit(0, 10, 14, "b x"))
    for method in ["hover", "definition"] {
      let answer = session.request(
        "textDocument/\(method)",
        "{\"textDocument\":{\"uri\":\"\(session.uri("a.graphql"))\"},\"position\":{\"line\":0,\"character\":10}}"
      )
      #expect(answer?["result"]?.isNull == false)
    }
    #expect(session.published() == ["a.graphql: unknown-field", "b.graphql: unused-fragment"])
  }

  @Test func `without a schema only syntax is checked`() throws {
    let session = try Session()
    session.open("a.graphql", "query A { anything }\nquery B {")
    #expect(session.published() == ["a.graphql: missing-schema syntax-error"])
  }

  /// A file in a folder that nobody has opened, and that is no package: what is below is not searched.
  @Test func `a loose file is no reason to search`() throws {
    let session = try Session(
      ["Home/schema.graphqls": schema, "Home/Deep/b.graphql": "query B { nothing a }"], initializes: false)
    _ = session.request("initialize", "{\"capabilities\":{}}")
    session.open("Home/a.graphql", "query A { nothing }")
    #expect(session.published() == ["Home/a.graphql: unknown-field"])
    try session.write("{}", to: "Home/apus.json")
    #expect(session.published() == ["Home/Deep/b.graphql: unknown-field"])
  }

  @Test func `folders of other tools are not searched`() throws {
    let session = try Session([
      "schema.graphqls": schema, "node_modules/x/b.graphql": "query B { nothing }",
      "DerivedData/x/b.graphql": "query B { nothing }", ".build/b.graphql": "query B { nothing }",
    ])
    session.open("a.graphql", "query A { a }")
    #expect(session.published() == ["a.graphql: "])
  }

  @Test func `fragments of other targets are known`() throws {
    let session = try Session([
      "Package.swift": "", "schema.graphqls": schema,
      "Sources/Below/F.graphql": "fragment F on Query { nothing ...G }",
      "Sources/Below/G.graphql": "fragment G on Query { a }", "Sources/App/Deep/B.graphql": "query B { a }",
    ])
    session.open("Sources/App/Deep/A.graphql", "query A { ...F ...H }")
    #expect(session.published() == ["Sources/App/Deep/A.graphql: unknown-fragment"])
  }

  @Test func `each project of a GraphQL configuration has its schema`() throws {
    let session = try Session([
      ".graphqlrc.json": """
      { "projects": {
        "app": { "schema": "app.graphqls", "documents": "app/**/*.graphql", "exclude": "app/old/**" },
        "admin": { "schema": "admin.graphqls", "include": "admin/**" } } }
      """,
      "app.graphqls": "type Query { a: Int }", "admin.graphqls": "type Query { b: Int }",
      "app/F.graphql": "fragment F on Query { a }",
    ])
    session.open("app/A.graphql", "query A { ...F b }")
    #expect(session.published() == ["app/A.graphql: unknown-field"])
    session.open("admin/A.graphql", "query A { b a }")
    #expect(session.published() == ["admin/A.graphql: unknown-field"])
    // The fragments of the one are none of the other.
    session.open("admin/B.graphql", "query B { ...F }")
    #expect(session.published().contains("admin/B.graphql: unknown-fragment"))
  }

  @Test func `what only lowering finds is published`() throws {
    let schema = "scalar Money type Query { a: Money }"
    let session = try Session(["schema.graphqls": schema])
    session.open("schema.graphqls", schema)
    session.open("a.graphql", "query A { a }")
    #expect(session.published() == ["a.graphql: ", "schema.graphqls: unmapped-scalar"])
  }

  /// The server's text is the client's after any edits, and its findings are those of `apusc check`.
  @Test func `random edits keep text and verdict`() throws {
    let session = try Session(["schema.graphqls": schema])
    var text = Array("query A {\n  a\n  é😀b\n}\r\nquery B { c { a b } }\n".utf16)
    session.open("a.graphql", String(decoding: text, as: UTF16.self))
    var state: UInt64 = 7
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(max(bound, 1)))
    }
    let pieces = [
      "a", "{", "}", "\n", "\r\n", "é", "😀", " c { b }", "query C { a }\n", "...F ", "\"", "#", "",
    ]
    for round in 0..<2000 {
      let start = boundary(text, random(text.count + 1))
      let end = boundary(text, min(text.count, start + random(6)))
      let piece = pieces[random(pieces.count)]
      let range = "{\"start\":\(position(text, start)),\"end\":\(position(text, end))}"
      change(session, "a.graphql", "{\"range\":\(range),\"text\":\(JSONOutput.string(piece).line)}")
      text.replaceSubrange(start..<max(start, end), with: Array(piece.utf16))
      let source = try #require(session.server.texts.open[session.folder + "/a.graphql"]?.source)
      #expect(source.text(0, source.count) == String(decoding: text, as: UTF16.self), "\(round)")
      if text.count > 400 {
        text = Array("query A { a }\n".utf16)
        change(session, "a.graphql", "{\"text\":\"query A { a }\\n\"}")
      }
      guard round % 100 == 0 else { continue }
      try session.write(String(decoding: text, as: UTF16.self), to: "a.graphql")
      let inputs = Inputs(
        schemas: [session.folder + "/schema.graphqls"],
        documents: [Document(path: session.folder + "/a.graphql")])
      let wanted = Pipeline.lower(inputs).diagnostics.filter { !($0.ranges.isEmpty && $0.path == nil) }
      let codes = wanted.map(\.code.name).sorted().joined(separator: " ")
      change(
        session, "a.graphql", "{\"text\":\(JSONOutput.string(String(decoding: text, as: UTF16.self)).line)}")
      _ = session.published()
      #expect(
        session.shown["a.graphql"]?.joined(separator: " ") == codes,
        "\(round): \(String(decoding: text, as: UTF16.self))")
    }
  }

  /// Not within a surrogate pair, and not between CR and LF.
  private func boundary(_ text: [UInt16], _ offset: Int) -> Int {
    guard offset > 0, offset < text.count else { return offset }
    let isPair = text[offset - 1] >= 0xD800 && text[offset - 1] < 0xDC00
    return isPair || text[offset - 1] == 13 && text[offset] == 10 ? offset - 1 : offset
  }

  private func position(_ text: [UInt16], _ offset: Int) -> String {
    var line = 0
    var start = 0
    var index = 0
    while index < offset {
      if text[index] == 10 || text[index] == 13 && !(index + 1 < text.count && text[index + 1] == 10) {
        line += 1
        start = index + 1
      }
      index += 1
    }
    return "{\"line\":\(line),\"character\":\(offset - start)}"
  }
}
