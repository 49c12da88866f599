import ApusSource
import Foundation
import Testing

@testable import ApusLanguageServer

/// Answers to requests about a place, as text.
@Suite(.timeLimit(.minutes(15))) struct RequestTests {
  private static let schema = """
    type Query { "One." item(id: ID!, kind: Kind): Item old: Int @deprecated }
    type Item { id: ID }
    enum Kind { NEW }
    """

  /// A session with a client that takes everything.
  private func session(_ files: [String: String] = ["schema.graphqls": schema], encoding: String = "utf-16")
    throws
    -> Session
  {
    let session = try Session(files, initializes: false)
    let capabilities = """
      {"general":{"positionEncodings":["\(encoding)"]},"textDocument":{
      "completion":{"completionItem":{"snippetSupport":true}},"hover":{"contentFormat":["plaintext","markdown"]},
      "signatureHelp":{"signatureInformation":{"parameterInformation":{"labelOffsetSupport":true}}},
      "documentSymbol":{"hierarchicalDocumentSymbolSupport":true}}}
      """
    let answer = session.request(
      "initialize",
      "{\"capabilities\":\(capabilities),\"workspaceFolders\":[{\"uri\":\"file://\(session.folder)\",\"name\":\"x\"}]}"
    )
    #expect(answer?["result"]?["capabilities"]?["positionEncoding"]?.string == encoding)
    session.notify("initialized", "{}")
    return session
  }

  @Test func `places of a type, a definition and the references`() throws {
    let session = try session()
    session.open("a.graphql", "query A($k: Kind) { item(id: 1, kind: $k) { id } }")
    session.open("b.graphql", "query B { x: item(id: 1) { id } }")
    let item = Session.location("schema.graphqls", 0, 20, 24)
    let uses = Session.location("a.graphql", 0, 20, 24) + "," + Session.location("b.graphql", 0, 13, 17)
    #expect(
      session.answer("typeDefinition", "a.graphql", 0, 21)
        == "[\(Session.location("schema.graphqls", 1, 5, 9))]")
    #expect(session.answer("definition", "a.graphql", 0, 21) == "[\(item)]")
    #expect(session.answer("references", "a.graphql", 0, 21) == "[\(item),\(uses)]")
    #expect(
      session.answer("references", "a.graphql", 0, 21, ",\"context\":{\"includeDeclaration\":false}")
        == "[\(uses)]")
    #expect(
      session.answer("references", "a.graphql", 0, 21, ",\"context\":{\"includeDeclaration\":true}")
        == "[\(item),\(uses)]")
    // In the schema, too.
    #expect(session.answer("references", "schema.graphqls", 0, 21) == "[\(item),\(uses)]")
    #expect(
      session.answer("typeDefinition", "schema.graphqls", 0, 21)
        == "[\(Session.location("schema.graphqls", 1, 5, 9))]")
    for method in ["references", "definition", "typeDefinition", "implementation", "documentHighlight"] {
      #expect(session.answer(method, "a.graphql", 0, 18) == "[]", "\(method)")
    }
    #expect(session.answer("hover", "a.graphql", 0, 18) == "null")
  }

  @Test func `the name at a place is highlighted in its file`() throws {
    let session = try session()
    session.open("a.graphql", "query A($k: Kind) { item(id: 1, kind: $k) { id } }")
    session.open("b.graphql", "query B { x: item(id: 1) { id } }")
    #expect(
      session.answer("documentHighlight", "a.graphql", 0, 9)
        == "[{\"range\":\(Session.range(0, 9, 10)),\"kind\":3},{\"range\":\(Session.range(0, 39, 40)),\"kind\":2}]"
    )
    #expect(
      session.answer("documentHighlight", "a.graphql", 0, 21)
        == "[{\"range\":\(Session.range(0, 20, 24)),\"kind\":2}]")
  }

  @Test func `a name is changed everywhere, or there is a reason`() throws {
    let session = try session()
    session.open("a.graphql", "query A($k: Kind) { item(id: 1, kind: $k) { id } }")
    #expect(
      session.answer("prepareRename", "a.graphql", 0, 9)
        == "{\"range\":\(Session.range(0, 9, 10)),\"placeholder\":\"k\"}")
    let edited = session.answer("rename", "a.graphql", 0, 9, ",\"newName\":\"kind\"")
    #expect(
      edited
        == "{\"changes\":{\"a.graphql\":[{\"range\":\(Session.range(0, 9, 10)),\"newText\":\"kind\"},{\"range\":\(Session.range(0, 39, 40)),\"newText\":\"kind\"}]}}"
    )
    #expect(
      session.answer("rename", "a.graphql", 0, 9, ",\"newName\":\"1\"").hasPrefix(
        "\"1\" is not a valid name"))
    let fixed = session.answer("rename", "a.graphql", 0, 21, ",\"newName\":\"x\"")
    #expect(
      session.answer("prepareRename", "a.graphql", 0, 21) == fixed && !fixed.hasPrefix("{"), "\(fixed)")
    #expect(session.answer("prepareRename", "a.graphql", 0, 18) == "There is no name to change here.")
    #expect(
      session.answer("rename", "a.graphql", 0, 18, ",\"newName\":\"x\"")
        == "There is no name to change here.")
    #expect(session.answer("rename", "a.graphql", 0, 9) == "\"newName\" is missing or is not a string.")
  }

  @Test func `ranges around places, from the inside out`() throws {
    let session = try session()
    session.open("a.graphql", "{ old }")
    let answer = session.request(
      "textDocument/selectionRange",
      "{\"textDocument\":{\"uri\":\"\(session.uri("a.graphql"))\"},\"positions\":[{\"line\":0,\"character\":3},{\"line\":0,\"character\":7}]}"
    )
    let result = try #require(answer?["result"])
    let outer = "{\"range\":\(Session.range(0, 0, 7))}"
    #expect(
      result.range.file.text(result.range.start, result.range.end)
        == "[{\"range\":\(Session.range(0, 2, 5)),\"parent\":\(outer)},\(outer)]")
  }

  @Test func `a candidate has its snippet, its place and what it adds`() throws {
    let session = try session()
    session.open("a.graphql", "query A { i }")
    let field = session.answer("completion", "a.graphql", 0, 11)
    #expect(
      field.hasPrefix(
        "{\"isIncomplete\":false,\"items\":[{\"label\":\"item\",\"kind\":5,\"sortText\":\"00000\",\"detail\":\"Item\","
          + "\"insertTextFormat\":2,\"textEdit\":{\"range\":\(Session.range(0, 10, 11)),\"newText\":\"item(id: ${1:id}) {\\n  $0\\n}\"}"
      ), "\(field)")
    #expect(
      field.contains("{\"label\":\"old\",\"kind\":5,\"sortText\":\"00002\",\"detail\":\"Int\",\"tags\":[1],"),
      "\(field)")
    session.open("b.graphql", "query B { item(id: ) }")
    let value = session.answer("completion", "b.graphql", 0, 19)
    #expect(
      value.contains(
        "{\"label\":\"$id\",\"kind\":6,\"sortText\":\"00000\",\"detail\":\"new variable: ID!\","
          + "\"textEdit\":{\"range\":\(Session.range(0, 19, 19)),\"newText\":\"$id\"},"
          + "\"additionalTextEdits\":[{\"range\":\(Session.range(0, 7, 7)),\"newText\":\"($id: ID!)\"}]"),
      "\(value)")
    #expect(session.answer("completion", "schema.graphqls", 0, 0) == "{\"isIncomplete\":false,\"items\":[]}")
  }

  /// Of more than 500 candidates those that have the letters are sent, and the client asks again.
  @Test(arguments: [(500, false), (501, true), (600, true)])
  func `many candidates`(_ count: Int, _ isIncomplete: Bool) throws {
    // With `__typename` there are as many as `count`.
    let fields = (0..<count - 1).map { "f\($0)" }
    let definitions = fields.map { "\($0): Int" }.joined(separator: " ")
    let session = try session(["schema.graphqls": "type Query { \(definitions) }"])
    session.open("a.graphql", "{ F49 }")
    let list = session.answer("completion", "a.graphql", 0, 5)
    #expect(list.hasPrefix("{\"isIncomplete\":\(isIncomplete)"))
    let labels = list.matches(of: #/"label":"(\w+)"/#).map { String($0.1) }
    let expected = isIncomplete ? fields.filter { $0.contains(#/4.*9/#) } : fields + ["__typename"]
    #expect(labels.sorted() == expected.sorted())
  }

  @Test func `at most 500 candidates are sent`() throws {
    let fields = (0..<700).map { "f\($0): Int" }.joined(separator: " ")
    let session = try session(["schema.graphqls": "type Query { \(fields) }"])
    session.open("a.graphql", "{ f }")
    let list = session.answer("completion", "a.graphql", 0, 3)
    #expect(list.hasPrefix("{\"isIncomplete\":true") && list.matches(of: #/"label"/#).count == 500)
    #expect(list.contains("\"sortText\":\"00499\""))
  }

  @Test func `documentation is Markdown for a client that takes it`() throws {
    let session = try session()
    session.open("a.graphql", "{ item(id: 1) { id } }")
    let hover = session.answer("hover", "a.graphql", 0, 3)
    #expect(
      hover.hasPrefix(
        "{\"contents\":{\"kind\":\"markdown\",\"value\":\"```graphql\\nQuery.item(id: ID!, kind: Kind): Item\\n```\\n\\n```swift"
      ),
      "\(hover)")
    #expect(hover.hasSuffix("One.\"},\"range\":\(Session.range(0, 2, 6))}"), "\(hover)")
    let plain = try Session(["schema.graphqls": Self.schema])
    plain.open("a.graphql", "{ item(id: 1) { id } }")
    #expect(
      plain.answer("hover", "a.graphql", 0, 3).hasPrefix(
        "{\"contents\":{\"kind\":\"plaintext\",\"value\":\"Query.item(id: ID!, kind: Kind): Item\\n\\n"))
    // In a schema there is no Swift.
    #expect(
      session.answer("hover", "schema.graphqls", 0, 21)
        == "{\"contents\":{\"kind\":\"markdown\",\"value\":\"```graphql\\nQuery.item(id: ID!, kind: Kind): Item\\n```\\n\\nOne.\"},\"range\":\(Session.range(0, 20, 24))}"
    )
  }

  @Test func `a signature's arguments have their places and documentation`() throws {
    let session = try session([
      "schema.graphqls": "type Query { \"It. 😀\" a(\"First.\" x: Int, y: String = \"😀\", z: Int): Int }"
    ])
    session.open("a.graphql", "{ a(z: ) }")
    #expect(
      session.answer("signatureHelp", "a.graphql", 0, 7)
        == "{\"signatures\":[{\"label\":\"a(x: Int, y: String = \\\"😀\\\", z: Int): Int\",\"parameters\":["
        + "{\"label\":[2,8],\"documentation\":{\"kind\":\"markdown\",\"value\":\"First.\"}},{\"label\":[10,26]},{\"label\":[28,34]}],"
        + "\"documentation\":{\"kind\":\"markdown\",\"value\":\"It. 😀\"}}],\"activeSignature\":0,\"activeParameter\":2}"
    )
    let plain = try Session(["schema.graphqls": "type Query { a(\"First.\" x: Int): Int }"])
    plain.open("a.graphql", "{ a( ) }")
    #expect(
      plain.answer("signatureHelp", "a.graphql", 0, 4).contains(
        "[{\"label\":\"x: Int\",\"documentation\":{\"kind\":\"plaintext\",\"value\":\"First.\"}}]"))
  }

  @Test func `an outline is nested for a client that takes it, and flat for others`() throws {
    let session = try session()
    session.open("a.graphql", "query A { x: item(id: 1) { id } }\nenum K { B }")
    let nested =
      "[{\"name\":\"A\",\"kind\":12,\"detail\":\"query\",\"range\":\(Session.range(0, 0, 33)),\"selectionRange\":\(Session.range(0, 6, 7)),"
      + "\"children\":[{\"name\":\"x\",\"kind\":8,\"detail\":\"item\",\"range\":\(Session.range(0, 10, 31)),\"selectionRange\":\(Session.range(0, 10, 11)),\"children\":[]}]},"
      + "{\"name\":\"K\",\"kind\":10,\"detail\":\"\",\"range\":\(Session.range(1, 0, 12)),\"selectionRange\":\(Session.range(1, 5, 6)),"
      + "\"children\":[{\"name\":\"B\",\"kind\":22,\"detail\":\"\",\"range\":\(Session.range(1, 9, 10)),\"selectionRange\":\(Session.range(1, 9, 10)),\"children\":[]}]}]"
    #expect(session.answer("documentSymbol", "a.graphql", 0, 0) == nested)
    let other = try Session(["schema.graphqls": Self.schema])
    other.open("a.graphql", "query A { x: item(id: 1) { id } }\nenum K { B }")
    #expect(
      other.answer("documentSymbol", "a.graphql", 0, 0)
        == "[{\"name\":\"A\",\"kind\":12,\"location\":\(Session.location("a.graphql", 0, 0, 33))},"
        + "{\"name\":\"x\",\"kind\":8,\"location\":\(Session.location("a.graphql", 0, 10, 31)),\"containerName\":\"A\"},"
        + "{\"name\":\"K\",\"kind\":10,\"location\":\(Session.location("a.graphql", 1, 0, 12))},"
        + "{\"name\":\"B\",\"kind\":22,\"location\":\(Session.location("a.graphql", 1, 9, 10)),\"containerName\":\"K\"}]"
    )
  }

  /// The protocol's number of each kind of definition.
  @Test func `kinds of definitions`() throws {
    let session = try session()
    session.open(
      "a.graphql",
      "query A { a } fragment F on T { a } schema { query: T } scalar S type T { a: Int } interface I { a: Int } union U = T input N { a: Int } directive @d on FIELD"
    )
    let outline = session.answer("documentSymbol", "a.graphql", 0, 0)
    let found = outline.matches(of: #/"name":"(@?\w+)","kind":(\d+)/#).map { "\($0.1) \($0.2)" }
    #expect(
      found == [
        "A 12", "F 23", "schema 2", "S 26", "T 5", "a 8", "I 11", "a 8", "U 10", "N 5", "a 8", "@d 6",
      ])
  }

  @Test func `columns are bytes for a client that counts them`() throws {
    let session = try session(encoding: "utf-8")
    session.open("a.graphql", "{ item(id: \"😀é\") { id } }")
    #expect(
      session.answer("documentHighlight", "a.graphql", 0, 24)
        == "[{\"range\":\(Session.range(0, 23, 25)),\"kind\":2}]")
    let all = session.request(
      "textDocument/semanticTokens/full", "{\"textDocument\":{\"uri\":\"\(session.uri("a.graphql"))\"}}")
    #expect(
      all?["result"]?["data"]?.elements?.compactMap(\.integer) == [
        0, 2, 4, 3, 0, 0, 5, 2, 4, 0, 0, 4, 8, 7, 0, 0, 12, 2, 3, 0,
      ], "\(all?["result"]?["data"]?.elements?.compactMap(\.integer) ?? [])")
    let other = try self.session()
    other.open("a.graphql", "{ item(id: \"😀é\") { id } }")
    #expect(
      other.answer("documentHighlight", "a.graphql", 0, 20)
        == "[{\"range\":\(Session.range(0, 20, 22)),\"kind\":2}]")
  }

  @Test func `lines may end in any way`() throws {
    let session = try session()
    session.open("a.graphql", "{ old\r\n  old\r  old\n}")
    let all = session.request(
      "textDocument/semanticTokens/full", "{\"textDocument\":{\"uri\":\"\(session.uri("a.graphql"))\"}}")
    let numbers = all?["result"]?["data"]?.elements?.compactMap(\.integer) ?? []
    let places = stride(from: 0, to: numbers.count, by: 5).map { "\(numbers[$0]) \(numbers[$0 + 1])" }
    #expect(places == ["0 2", "1 2", "1 2"])
    session.open("b.graphql", "")
    let none = session.request(
      "textDocument/semanticTokens/full", "{\"textDocument\":{\"uri\":\"\(session.uri("b.graphql"))\"}}")
    #expect(none?["result"]?["data"]?.elements?.isEmpty == true)
  }

  /// Clients may return the data of a candidate after the schema has changed.
  @Test(arguments: ["field", "input", "value", "type", "directive", "fragment", "nothing"])
  func `data of another schema's candidate has no documentation`(_ kind: String) throws {
    let session = try session()
    session.open("a.graphql", "{ old }")
    _ = session.published()
    for number in ["99999", "0", "-1", "\"x\"", "4294967295", "4294967296"] {
      let answer = session.request(
        "completionItem/resolve",
        "{\"label\":\"x\",\"preselect\":true,\"data\":{\"symbol\":[\"\(kind)\",\(number)],\"path\":\"\(session.folder)/a.graphql\"}}"
      )
      #expect(answer?["result"]?["label"]?.string == "x", "\(number)")
      #expect(answer?["result"]?["preselect"]?.boolean == true)
      #expect(answer?["result"]?["documentation"] == nil, "\(kind) \(number)")
    }
  }

  /// Each number of a table but the first, which stands for none, is of a candidate.
  @Test func `data of a candidate has a number within its table`() throws {
    let session = try session()
    session.open("a.graphql", "{ old }")
    _ = session.published()
    let schema = try #require(
      session.server.workspace.project(for: session.folder + "/a.graphql").analysis?.schema)
    let counts = [
      "field": schema.fieldCount, "input": schema.inputValueCount, "value": schema.enumValueCount,
      "type": schema.typeCount,
      "directive": schema.directiveCount, "fragment": schema.names.count,
    ]
    for (kind, count) in counts {
      for number in [0, 1, count - 1, count] {
        let data = try #require(Session.value("[\"\(kind)\",\(number)]"))
        let isKnown = SymbolData.symbol(Parameters(data), schema) != nil
        #expect(isKnown == (number > 0 && number < count), "\(kind) \(number) of \(count)")
      }
    }
  }

  @Test func `a document that is laid out already has no edits`() throws {
    let session = try session()
    session.open("a.graphql", "{\n  old\n}\n")
    #expect(session.answer("formatting", "a.graphql", 0, 0) == "[]")
    session.open("d.graphql", "{\n  old # ö\n}\n\n")
    #expect(
      session.answer("formatting", "d.graphql", 0, 0)
        == "[{\"range\":{\"start\":{\"line\":2,\"character\":0},\"end\":{\"line\":4,\"character\":0}},\"newText\":\"}\\n\"}]"
    )
  }

  @Test func `symbols that a search finds, those that begin with it first`() throws {
    let session = try session([
      "schema.graphqls":
        "type Query { a: S } scalar S union AnItem = Item type Item { a: Int } input In { a: Int }"
    ])
    session.open("a.graphql", "query IteM { a }")
    _ = session.published()
    func names(_ query: String) -> [String] {
      (session.request("workspace/symbol", "{\"query\":\"\(query)\"}")?["result"]?.elements ?? [])
        .map { "\($0["name"]?.string ?? "") \($0["kind"]?.integer ?? 0)" }
    }
    #expect(names("item") == ["IteM 12", "Item 5", "AnItem 10"])
    #expect(names("S") == ["S 26"])
    #expect(names("in") == ["In 5"])
    #expect(names("zz").isEmpty)
  }

  /// The declaration in Swift of the field at each place: within a case, an object of it, and a fragment that is a property.
  @Test func `fields within inline fragments have their lines in Swift`() throws {
    let session = try session([
      "schema.graphqls": """
      type Query { node: Node } interface Node { id: ID }
      type A implements Node { id: ID a: Int inner: A } type B implements Node { id: ID b: Int }
      """
    ])
    let text =
      "query Q($x: Boolean!) { node { id ... on A { a inner { a } ... @include(if: $x) @apus(name: \"part\") { inner { id } } } ... on B { b } } }"
    session.open("a.graphql", text)
    func line(_ before: String) throws -> String? {
      let offset = try #require(text.range(of: before)).upperBound.utf16Offset(in: text)
      return session.answer("hover", "a.graphql", 0, offset).firstMatch(of: #/```swift\\n(.+?)\\n```/#).map {
        String($0.1)
      }
    }
    #expect(try line("on A { ") == "QQuery.Data.Node.A.a: Int?")
    #expect(try line("on A { a inner { ") == "QQuery.Data.Node.A.Inner.a: Int?")
    let part = try line("\"part\") { inner { ")
    #expect(part == "QQuery.Data.Node.A.Part.Inner.id: String?")
    #expect(try line("on B { ") == "QQuery.Data.Node.B.b: Int?")
  }
}
