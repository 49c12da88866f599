import ApusDriver
import Foundation
import Testing

@testable import ApusTool

/// Commands that print or write something of valid documents, and what they say of others.
extension ToolTests {
  private var files: [String: String] {
    [
      "s.graphqls": "type Query { a: Int b(c: Int!): Int u: [U!] } union U = T type T { d: Int }",
      "A.graphql": "query A { a }  query B { b(c: 1) }",
    ]
  }

  @Test func `print has the text that is sent, of all operations or those named`() throws {
    try inFolder(files) { folder in
      #expect(run("print", folder).result == "query A{a}\nquery B{b(c:1)}\n")
      #expect(run("print", "--operation", "B", folder).result == "query B{b(c:1)}\n")
      #expect(run("print", "--pretty", "--operation", "A", folder).result == "query A {\n  a\n}\n")
      let unknown = run("print", "--operation", "Bb", folder)
      #expect(unknown.code == .wrongUsage && unknown.result.isEmpty)
      #expect(unknown.failure.contains("There is no operation \"Bb\"."))
    }
    for (name, text) in [("A.graphql", "query A { x }"), ("apus.json", "{ \"x\": 1 }")] {
      try inFolder(files.merging([name: text]) { $1 }) { folder in
        let wrong = run("print", folder)
        #expect(wrong.code == .invalidInput && wrong.result.isEmpty)
        #expect(wrong.failure.contains("[unknown-"), "\(wrong.failure)")
      }
    }
  }

  @Test func `report says what is selected, and nothing of what is wrong`() throws {
    try inFolder(files) { folder in
      let report = run("report", folder)
      #expect(report.code == .success && report.failure.isEmpty)
      #expect(report.result.contains("Query.a") && !report.result.contains("T.d"))
      let rows = run("report", "--format", "json", folder).result
      #expect(rows.hasPrefix("{\"") && rows.contains("Query.b"))
      let unused = run("report", "--unused", folder + "/Nowhere", folder)
      #expect(unused.code == .invalidInput && unused.failure.contains("There is no file or folder at"))
    }
    for (name, text) in [("A.graphql", "query A { x }"), ("apus.json", "{ \"x\": 1 }")] {
      try inFolder(files.merging([name: text, "Swift/a.swift": ""]) { $1 }) { folder in
        for arguments in [["report", folder], ["report", "--unused", folder + "/Swift", folder]] {
          let wrong = run(arguments)
          #expect(wrong.code == .invalidInput && wrong.result.isEmpty && wrong.failure.contains("[unknown-"))
        }
      }
    }
  }

  @Test func `init starts with what the schema allows`() throws {
    for (schema, document) in [
      (
        "type Query { b(c: Int!): Int u: [U!] } union U = T type T { d: Int }",
        "query First {\n  u {\n    __typename\n  }\n}\n"
      ),
      (
        "type Query { b(c: Int!): Int t: T } type T { e(f: Int!): Int g: T }",
        "query First {\n  t {\n    __typename\n  }\n}\n"
      ),
      (
        "type Query { t: T } type T { d: Int e(f: Int!): Int g: T h(i: Int): Int j: Int @deprecated }",
        "query First {\n  t {\n    d\n    h\n  }\n}\n"
      ),
      ("type Query { b(c: Int!): Int }", nil),
    ] {
      try inFolder(["api/s.graphqls": schema, "App/x.txt": ""]) { folder in
        let first = run("init", "--schema", folder + "/api/s.graphqls", folder + "/App")
        #expect(first.code == .success && first.failure.isEmpty)
        let paths = ["apus.json"] + (document == nil ? [] : ["First.graphql"])
        #expect(first.result == paths.map { "\(folder)/App/\($0) is written.\n" }.joined())
        #expect((try? String(contentsOfFile: folder + "/App/First.graphql", encoding: .utf8)) == document)
        let configuration = try String(contentsOfFile: folder + "/App/apus.json", encoding: .utf8)
        #expect(configuration == "{\n  \"schema\": \"../api/s.graphqls\"\n}\n")
      }
    }
  }

  @Test func `init says what is in its way`() throws {
    #expect(run("init", "a", "b").failure.contains("'init' takes one folder."))
    #expect(run("init", "--schema", "-", "a").failure.contains("Save the schema to a file first"))
    try inFolder(["s.graphqls": "type Query {", "a": ""]) { folder in
      let wrong = run("init", folder)
      #expect(wrong.code == .invalidInput && wrong.result.isEmpty && wrong.failure.contains("s.graphqls:1:"))
      try "type Query { a: Int }".write(toFile: folder + "/s.graphqls", atomically: true, encoding: .utf8)
      let file = run("init", "--schema", folder + "/s.graphqls", folder + "/a/b")
      #expect(file.code == .invalidInput && file.failure.contains("cannot be written: "), "\(file.failure)")
    }
    try inFolder(["s.graphqls": "type Query { a: Int }", "apus.json": "{}"]) { folder in
      let known = run("init", folder)
      #expect(known.result.contains("\(folder)/apus.json already exists and was not changed.\n"))
      #expect(known.result.contains("\(folder)/First.graphql is written.\n"))
    }
  }

  @Test func `mock is given an operation that there is`() throws {
    try inFolder(files) { folder in
      let wrong = run("mock", "--operation", "C", "--output", folder + "/out", folder)
      #expect(wrong.code == .wrongUsage && wrong.failure.contains("There is no operation \"C\"."))
    }
  }

  @Test func `mock does not start with documents or a schema that are wrong`() throws {
    for (name, text) in [
      ("A.graphql", "query A { x }"), ("apus.json", "{ \"x\": 1 }"), ("s.graphqls", "type Query {"),
    ] {
      try inFolder(files.merging([name: text]) { $1 }) { folder in
        for arguments in [["mock", "--output", folder + "/out", folder], ["mock", "--serve", "0", folder]] {
          let wrong = run(arguments)
          #expect(wrong.code == .invalidInput && wrong.failure.contains("error"), "\(wrong.failure)")
        }
      }
    }
  }

  @Test func `format takes standard input alone, and goes on past a file that is not there`() throws {
    #expect(
      run("format", "-", "a.graphql").failure.contains("'-' is standard input and must be the only operand."))
    try inFolder(["a.graphql": "query A{a}"]) { folder in
      let missing = run("format", folder + "/d.graphql", folder + "/a.graphql")
      #expect(missing.code == .invalidInput && missing.failure.contains("d.graphql"))
      let written = try String(contentsOfFile: folder + "/a.graphql", encoding: .utf8)
      #expect(written == "query A {\n  a\n}\n")
    }
  }
}
