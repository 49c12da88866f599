import ApusSource
import Foundation
import Testing

@testable import ApusLanguageServer

/// Requests about documents in Swift files.
@Suite(.timeLimit(.minutes(15))) struct SwiftFileRequestTests {
  private static let schema = "type Query { item(id: ID!): Item } type Item { id: ID name: String }"

  private static let row = """
    struct Row {
      static let fragment: GraphQLSource = ""\"
        fragment Row on Item {
          id
          nam
        }
        ""\"
      let text = "query"
      static let query: GraphQLSource = "query One($id: ID!) { item(id: $id) { ...Row } }"
    }
    """

  private func session(_ files: [String: String] = [:]) throws -> Session {
    var all = ["schema.graphqls": Self.schema, "Row.swift": Self.row]
    all.merge(files) { $1 }
    let session = try Session(all)
    session.open("Row.swift", all["Row.swift"] ?? "")
    return session
  }

  @Test func `diagnostics are in the Swift file`() throws {
    let session = try session()
    let messages = session.work()
    #expect(messages.contains { $0.contains("unknown-field") && $0.contains(Session.range(4, 6, 9)) })
    #expect(session.published().isEmpty)
  }

  @Test func `only documents are answered about`() throws {
    let session = try session()
    for method in ["hover", "completion", "definition", "references", "prepareRename", "signatureHelp"] {
      #expect(session.answer(method, "Row.swift", 7, 15) == "null", "\(method)")
      #expect(session.answer(method, "Row.swift", 0, 8) == "null", "\(method)")
    }
    for method in ["documentSymbol", "foldingRange", "semanticTokens/full"] {
      let answer = session.request(
        "textDocument/\(method)", "{\"textDocument\":{\"uri\":\"\(session.uri("Row.swift"))\"}}")
      #expect(session.text(of: answer) == "null", "\(method)")
    }
  }

  @Test func `completion and hover know the place`() throws {
    let session = try session()
    let completion = session.answer("completion", "Row.swift", 4, 9)
    #expect(completion.contains("\"label\":\"name\""), "\(completion)")
    #expect(completion.contains(Session.range(4, 6, 9)), "\(completion)")
    #expect(session.answer("hover", "Row.swift", 3, 6).contains(Session.range(3, 6, 8)))
  }

  @Test func `definitions are found in both directions, and names are changed everywhere`() throws {
    let session = try session([
      "Row.swift": Self.row.replacing("nam\n", with: "name\n"),
      "All.graphql": "query All($id: ID!) { item(id: $id) { ...Row } }",
      "Other.swift":
        "let a = 1\nlet other: GraphQLSource = \"query Other($id: ID!) { item(id: $id) { ...Row } }\"",
    ])
    session.open("All.graphql", "query All($id: ID!) { item(id: $id) { ...Row } }")
    #expect(
      session.answer("definition", "All.graphql", 0, 42) == "[\(Session.location("Row.swift", 2, 13, 16))]")
    #expect(
      session.answer("definition", "Row.swift", 8, 79) == "[\(Session.location("Row.swift", 2, 13, 16))]")
    let references = session.answer(
      "references", "Row.swift", 2, 14, ",\"context\":{\"includeDeclaration\":false}")
    for place in [
      Session.location("All.graphql", 0, 41, 44), Session.location("Row.swift", 8, 78, 81),
      Session.location("Other.swift", 1, 71, 74),
    ] { #expect(references.contains(place), "\(references)") }
    let rename = session.answer("rename", "Other.swift", 1, 72, ",\"newName\":\"Line\"")
    for place in [
      Session.range(2, 13, 16), Session.range(0, 41, 44), Session.range(8, 78, 81), Session.range(1, 71, 74),
    ] {
      #expect(rename.contains(place), "\(rename)")
    }
  }

  @Test func `a variable belongs to its literal`() throws {
    let text =
      "let a: GraphQLSource = \"query A($id: ID!) { item(id: $id) { id } }\"\nlet b: GraphQLSource = \"query B($id: ID!) { item(id: $id) { id } }\""
    let session = try session(["Row.swift": text])
    #expect(
      session.answer("definition", "Row.swift", 1, 55) == "[\(Session.location("Row.swift", 1, 32, 35))]")
    let rename = session.answer("rename", "Row.swift", 1, 55, ",\"newName\":\"key\"")
    #expect(rename.contains("\"line\":1") && !rename.contains("\"line\":0"), "\(rename)")
  }

  @Test func `edits have the literal's indentation and escapes`() throws {
    let text = """
      struct Row {
        static let a: GraphQLSource = ""\"
          query A { item(id: 1) }
          ""\"
        static let b: GraphQLSource = "query B { item }"
      }
      """
    let session = try session(["Row.swift": text])
    func actions(_ line: Int, _ start: Int, _ end: Int) -> String {
      session.text(
        of:
          session.request(
            "textDocument/codeAction",
            "{\"textDocument\":{\"uri\":\"\(session.uri("Row.swift"))\"},\"range\":\(Session.range(line, start, end)),\"context\":{\"diagnostics\":[]}}"
          ))
    }
    let inLines = actions(2, 14, 18)
    #expect(inLines.contains("\"title\""), "\(inLines)")
    // A new line of the literal begins with its indentation.
    #expect(!inLines.contains("\\n  id") || inLines.contains("\\n      "), "\(inLines)")
    let onLine = actions(4, 43, 47)
    #expect(onLine.contains("\"title\""), "\(onLine)")
    for edit in onLine.split(separator: "\"newText\":").dropFirst() {
      // A line end in the text would end the literal: it is an escape of Swift, whose backslash JSON escapes.
      #expect(!edit.replacing("\\\\n", with: "").split(separator: "}")[0].contains("\\n"), "\(edit)")
    }
  }

  @Test func `formatting changes literals alone`() throws {
    let session = try session([
      "Row.swift":
        "struct  A {\n  static let a: GraphQLSource = \"\"\"\n    query A { item(id: 1) { id } }\n    \"\"\"\n}"
    ])
    let answer = session.request(
      "textDocument/formatting",
      "{\"textDocument\":{\"uri\":\"\(session.uri("Row.swift"))\"},\"options\":{\"tabSize\":2,\"insertSpaces\":true}}"
    )
    let edits = session.text(of: answer)
    #expect(edits.contains("\\n      item(id: 1) {\\n        id\\n      }\\n"), "\(edits)")
    #expect(!edits.contains("\"line\":0"), "\(edits)")
  }

  @Test func `an edit outside of documents checks nothing`() throws {
    let session = try session(["Plain.swift": "let a = 1"])
    session.open("Plain.swift", "let a = 1")
    _ = session.work()
    let before = session.server.projects.values.map(\.isStale)
    session.notify(
      "textDocument/didChange",
      "{\"textDocument\":{\"uri\":\"\(session.uri("Plain.swift"))\",\"version\":2},\"contentChanges\":[{\"text\":\"let a = 2\"}]}"
    )
    #expect(session.server.projects.values.map(\.isStale) == before)
  }

  @Test func `a build with the plugin for Swift files is found`() throws {
    let session = try Session([
      "Package.swift": "", "Sources/App/Row.swift": Self.row, "Sources/App/Plain.swift": "let a = 1",
      "Elsewhere/schema.graphqls": Self.schema,
    ])
    let root = session.folder
    let output = "\(root)/.build/plugins/outputs/p/App/destination/ApusSwiftPlugin"
    try session.write(
      [
        "--output", output, "--target", "App", "\(root)/Sources/App", "--default-schema",
        "\(root)/Elsewhere/schema.graphqls", "--record", "\(output)/R", "--pair",
        "\(root)/Sources/App/Row.swift",
        "Row.swift.graphql.swift", "--pair", "\(root)/Sources/App/Plain.swift",
        "Plain.swift.graphql.swift", "",
      ].joined(separator: "\n"),
      to: ".build/plugins/outputs/p/App/destination/ApusSwiftPlugin/R.arguments")
    session.open("Sources/App/Row.swift", Self.row)
    #expect(session.published() == ["Sources/App/Row.swift: unknown-field"])
  }
}
