import ApusDriver
import Foundation
import Testing

@testable import ApusTool

/// What the tool says of documents and schemas.
extension ToolTests {
  @Test func `report lists what nothing names`() throws {
    let files = [
      "schema.graphqls": "type Query { a: String b: String }", "a.graphql": "query A { a b }",
      "App.swift": "print(data.a)",
    ]
    try inFolder(files) { folder throws in
      // Nothing names AQuery, so nothing can have a value of it.
      let report = ["report", "--schema", folder + "/schema.graphqls", "--unused", folder + "/App.swift"]
      let listed = run(report + [folder])
      #expect(listed.code == .success)
      #expect(
        listed.result
          == "\(folder)/a.graphql:1:13: Query.b: nothing names AQuery.Data.b\n1 of 2 selected fields are not used in 1 Swift file.\n"
      )
      #expect(run(report + ["--strict", folder]).code == .invalidInput)
      #expect(run(report + ["--format", "json", folder]).result.hasSuffix(#""maybe":false}"# + "\n"))
      for use in ["print(data.a, data.b)", "let data = try await client.fetch(AQuery())\nprint(data)"] {
        try Data(use.utf8).write(to: URL(fileURLWithPath: folder + "/App.swift"))
        #expect(run(report + ["--strict", folder]).code == .success)
      }
      // The app that imports a module is not in the folder.
      try Data("print(data.a)".utf8).write(to: URL(fileURLWithPath: folder + "/App.swift"))
      try Data(#"{ "accessLevel": "public" }"#.utf8).write(to: URL(fileURLWithPath: folder + "/apus.json"))
      let visible = run(report + ["--strict", folder])
      #expect(visible.code == .success)
      #expect(visible.result.contains("maybe used: the types are visible to other modules"))
      // No folder, no verdict.
      let lost = run(report + ["--unused", folder + "/None", folder])
      #expect(lost.code == .invalidInput && lost.result.isEmpty)
      #expect(run("report", "--strict", folder).code == .wrongUsage)
    }
  }

  // MARK: - Diagnostics

  @Test func `the code in a message is the one that explain takes`() throws {
    try inFolder(["s.graphqls": "type Query { a: Int }", "A.graphql": "query A { b }"]) { folder throws in
      let line = try #require(run("check", folder).failure.split(separator: "\n").first)
      #expect(line.hasSuffix(#"on type "Query". Did you mean "a"? [unknown-field]"#), "\(line)")
      let code = line.split(separator: "[").last?.dropLast() ?? ""
      #expect(run("explain", String(code)).result.hasPrefix("unknown-field: "))
    }
  }

  @Test func `max-errors hides no warning and says what is missing`() throws {
    let files = [
      "s.graphqls": "type Query { a: Int @deprecated }", "A.graphql": "query A { x y z }",
      "0.graphql": "query B { a }",
    ]
    try inFolder(files) { folder throws in
      let run = run("check", "--max-errors", "1", folder)
      #expect(run.code == .invalidInput)
      #expect(run.failure.components(separatedBy: ": error: ").count == 2, "\(run.failure)")
      #expect(run.failure.contains(": warning: "))
      #expect(run.failure.hasSuffix("note: 2 more errors are not shown (--max-errors).\n"))
      let json = self.run("check", "--format", "json", "--max-errors=2", folder)
      #expect(json.result.components(separatedBy: "\"error\"").count == 3)
      #expect(json.failure == "note: 1 more error is not shown (--max-errors).\n")
      #expect(self.run("check", "--max-errors", "0", folder).code == .wrongUsage)
      #expect(!self.run("check", "--max-errors", "3", folder).failure.contains("not shown"))
    }
  }

  @Test func `colour is for terminals unless it is asked for`() throws {
    try inFolder(["s.graphqls": "type Query { a: Int }", "A.graphql": "query A { b }"]) { folder in
      #expect(run("check", "--color", "always", folder).failure.contains("\u{1B}["))
      for colour in ["auto", "never"] {
        #expect(!run("check", "--color", colour, folder).failure.contains("\u{1B}["))
      }
      #expect(run("check", "--color", "sometimes", folder).failure.contains("'auto', 'always' or 'never'"))
    }
  }

  @Test func `check annotates for GitHub and writes SARIF`() throws {
    try inFolder(["s.graphqls": "type Query { a: Int }", "A.graphql": "query A { b }"]) { folder throws in
      let github = run("check", "--format", "github", folder)
      #expect(github.code == .invalidInput && github.failure.isEmpty)
      #expect(
        github.result.hasPrefix(
          "::error file=\(folder)/A.graphql,line=1,col=11,endColumn=12,title=unknown-field::Cannot query"),
        "\(github.result)")
      let sarif = run("check", "--format", "sarif", folder)
      #expect(sarif.code == .invalidInput && sarif.failure.isEmpty)
      let log = try JSONSerialization.jsonObject(with: Data(sarif.result.utf8)) as? [String: Any]
      #expect(log?["version"] as? String == "2.1.0")
      #expect((log?["runs"] as? [Any])?.count == 1)
    }
  }
}
