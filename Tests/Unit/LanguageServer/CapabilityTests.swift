import ApusSource
import Foundation
import Testing

@testable import ApusLanguageServer

/// Requests with their answers as a client gets them.
@Suite(.timeLimit(.minutes(15))) struct CapabilityTests {
  private let schema = "type Query { \"The é.\" a(x: Int, y: Int): Int b: String @deprecated c: Query }"

  private func at(_ session: Session, _ name: String, _ line: Int, _ character: Int) -> String {
    "{\"textDocument\":{\"uri\":\"\(session.uri(name))\"},\"position\":{\"line\":\(line),\"character\":\(character)}}"
  }

  private func in_(_ session: Session, _ name: String, _ start: (Int, Int), _ end: (Int, Int)) -> String {
    "{\"textDocument\":{\"uri\":\"\(session.uri(name))\"},\"range\":{\"start\":{\"line\":\(start.0),"
      + "\"character\":\(start.1)},\"end\":{\"line\":\(end.0),\"character\":\(end.1)}}}"
  }

  @Test func `tokens are encoded by distances`() throws {
    let session = try Session(["schema.graphqls": schema])
    session.open("a.graphql", "# 😀é\n{ b # 😀é\n\n c { a } }")
    let all = session.request(
      "textDocument/semanticTokens/full", "{\"textDocument\":{\"uri\":\"\(session.uri("a.graphql"))\"}}")
    let data = all?["result"]?["data"]?.elements?.compactMap(\.integer)
    // Lines, columns, lengths, kinds, modifiers.
    #expect(
      data == [
        0, 0, 5, 9, 0, 1, 2, 1, 3, 2, 0, 2, 5, 9, 0, 2, 1, 1, 3, 0, 0, 4, 1, 3, 0,
      ])
    let part = session.request(
      "textDocument/semanticTokens/range", in_(session, "a.graphql", (3, 2), (3, 7)))
    #expect(part?["result"]?["data"]?.elements?.compactMap(\.integer) == [3, 5, 1, 3, 0])
  }

  @Test func `ranges are laid out by definitions`() throws {
    let session = try Session(["schema.graphqls": schema])
    session.open("a.graphql", "query  A{b}\n  query  B{b}\nquery C { b }\nquery  D{b")
    let answer = session.request(
      "textDocument/rangeFormatting", in_(session, "a.graphql", (1, 4), (2, 3)))
    let edits = try #require(answer?["result"]?.elements)
    #expect(edits.map { $0["newText"]?.string } == ["query B {\n  b\n", "\n  b\n"])
    #expect(edits[0]["range"]?["start"]?["line"]?.integer == 1)
    let none = session.request("textDocument/rangeFormatting", in_(session, "a.graphql", (3, 0), (3, 9)))
    #expect(none?["result"]?.elements?.isEmpty == true)
  }

  @Test func `signatures have their arguments`() throws {
    let session = try Session(["schema.graphqls": schema])
    session.open("a.graphql", "{ a(x: 1, ) }")
    let help = session.request("textDocument/signatureHelp", at(session, "a.graphql", 0, 9))?["result"]
    #expect(help?["signatures"]?.elements?.first?["label"]?.string == "a(x: Int, y: Int): Int")
    #expect(help?["signatures"]?.elements?.first?["documentation"]?["value"]?.string == "The é.")
    #expect(help?["activeParameter"]?.integer == 1)
    // Where all are given, none is active: the protocol has a number for that which no parameter has.
    session.open("b.graphql", "{ a(x: 1, y: 2, ) }")
    let full = session.request("textDocument/signatureHelp", at(session, "b.graphql", 0, 15))?["result"]
    #expect(full?["activeParameter"]?.integer == 2)
    #expect(
      session.request("textDocument/signatureHelp", at(session, "a.graphql", 0, 1))?["result"]?.isNull == true
    )
  }

  @Test func `the line in Swift is shown`() throws {
    let session = try Session(["schema.graphqls": schema])
    session.open("a.graphql", "query A($x: Int) { c { t: b ...F } a(x: $x) }\nfragment F on Query { b }")
    func line(_ line: Int, _ character: Int) -> String? {
      let answer = session.request("textDocument/hover", at(session, "a.graphql", line, character))
      return answer?["result"]?["contents"]?["value"]?.string?.components(separatedBy: "\n\n").dropFirst()
        .first
    }
    #expect(line(0, 19) == "AQuery.Data.c: C?")
    #expect(line(0, 23) == "AQuery.Data.C.t: String?")
    #expect(line(0, 26) == "AQuery.Data.C.t: String?")
    #expect(line(0, 6) == "struct AQuery")
    #expect(line(0, 9) == "AQuery.x: GraphQLNullable<Int>")
    #expect(line(0, 32) == "protocol FFragment, struct FData")
    #expect(line(1, 22) == "FData.b: String?")
  }

  @Test func `types are found by kind and once`() throws {
    let schema = "type Query { i: Item e: Kind } interface Item { id: ID } enum Kind { A }"
    let session = try Session([
      "Package.swift": "", "schema.graphqls": schema, "Sources/A/a.graphql": "query A { e }",
      "Sources/B/b.graphql": "query B { e }",
    ])
    session.open("Sources/A/a.graphql", "query A { e }")
    session.open("Sources/B/b.graphql", "query B { e }")
    _ = session.published()
    let answer = session.request("workspace/symbol", "{\"query\":\"\"}")?["result"]?.elements ?? []
    let found = answer.map { "\($0["name"]?.string ?? "") \($0["kind"]?.integer ?? 0)" }
    #expect(found == ["A 12", "Query 5", "Item 11", "Kind 10", "B 12"])
  }

  /// Clients ask for the documentation of the candidate that the user looks at, with the data of the list.
  @Test(arguments: [
    ("{ item { id } ", "item", "One item."), ("{ item(", "kind", "Which one."),
    ("{ item(kind: ", "NEW", "The new ones."), ("{ node { ... on ", "Item", "A thing."),
    ("{ node { id @", "late", "Comes later."), ("{ node { ...", "F", "fragment F on Node"),
  ])
  func `a candidate has its documentation`(_ start: String, _ label: String, _ documentation: String) throws {
    let session = try Session([
      "schema.graphqls": """
      "Comes later." directive @late on FIELD
      type Query { "One item." item("Which one." kind: Kind): Item node: Node }
      enum Kind { "The new ones." NEW }
      interface Node { id: ID }
      "A thing." type Item implements Node { id: ID }
      """, "f.graphql": "fragment F on Node { id }",
    ])
    session.open("a.graphql", start)
    let list = session.request("textDocument/completion", at(session, "a.graphql", 0, start.utf8.count))
    let items = list?["result"]?["items"]?.elements ?? []
    let item = try #require(
      items.first { $0["label"]?.string == label }, "\(items.map { $0["label"]?.string })")
    let data = try #require(item["data"])
    let symbol = try #require(data["symbol"]?.elements)
    let (kind, number) = (try #require(symbol[0].string), try #require(symbol[1].integer))
    let path = try #require(data["path"]?.string)
    let answer = session.request(
      "completionItem/resolve",
      "{\"label\":\"\(label)\",\"data\":{\"symbol\":[\"\(kind)\",\(number)],\"path\":\"\(path)\"}}")
    let text = answer?["result"]?["documentation"]?["value"]?.string
    #expect(text?.contains(documentation) == true, "\(text ?? "none")")
  }
}
