import ApusDriver
import Foundation
import Testing

@testable import ApusTool

/// Commands with Swift files, and with folders of them.
extension ToolTests {
  private static let row = """
    import Apus

    enum Row {
      static let fragment: GraphQLSource = ""\"
        fragment Row on Query { b(c: 1) }
        ""\"
    }
    """

  private static func screen(_ field: String) -> String {
    "import Apus\n\nlet query = GraphQLSource(\n  \"query Screen { \(field) ...Row }\")\n"
  }

  private static let swiftFiles = [
    "s.graphqls": "type Query { a: Int b(c: Int!): Int }",
    "App/Row.swift": row,
    "App/Screens/Screen.swift": screen("a"),
    "App/Plain.swift": "struct Plain {}\n",
    "App/other.graphql": "query Other { a }\n",
  ]

  /// The arguments for a folder of Swift files, and for each file of it.
  private static func operands(_ folder: String) -> [[String]] {
    let schema = ["--schema", folder + "/s.graphqls"]
    return [
      schema + [folder + "/App"],
      schema + ["Row.swift", "Screens/Screen.swift", "other.graphql"].map { folder + "/App/" + $0 },
    ]
  }

  @Test func `check, print, manifest and report read Swift files and folders of them`() throws {
    try inFolder(Self.swiftFiles) { folder throws in
      for operands in Self.operands(folder) {
        let check = run(["check"] + operands)
        #expect(check.code == .success && check.failure.isEmpty, "\(check)")
        let text = "query Screen{a...Row}fragment Row on Query{b(c:1)}"
        #expect(run(["print"] + operands).result == "\(text)\nquery Other{a}\n")
        #expect(run(["print", "--operation", "Screen"] + operands).result == text + "\n")
        let manifest = run(["manifest", "--format", "hasura"] + operands)
        #expect(manifest.code == .success)
        #expect(manifest.result.contains(#"{"name": "Screen", "query": "\#(text)"}"#), "\(manifest.result)")
        #expect(manifest.result.contains(#"{"name": "Other", "query": "query Other{a}"}"#))
        let report = run(["report", "--format", "json"] + operands)
        #expect(report.code == .success && report.failure.isEmpty)
        let row = report.result.split(separator: "\n").first { $0.contains("Screen") } ?? ""
        #expect(row.contains("Screen.swift") && row.contains("Query.b"), "\(report.result)")
      }
    }
  }

  @Test func `each command reports a mistake at its place in the Swift file`() throws {
    try inFolder(Self.swiftFiles.merging(["App/Screens/Screen.swift": Self.screen("x")]) { $1 }) {
      folder throws in
      for operands in Self.operands(folder) {
        for command in ["check", "print", "manifest", "report"] {
          let wrong = run([command] + operands)
          #expect(wrong.code == .invalidInput && wrong.result.isEmpty, "\(command)")
          #expect(
            wrong.failure.hasPrefix(
              "\(folder)/App/Screens/Screen.swift:4:19: error: Cannot query field \"x\" on type \"Query\"."),
            "\(command): \(wrong.failure)")
          #expect(wrong.failure.contains("\n4 |   \"query Screen { x ...Row }\")\n"), "\(wrong.failure)")
        }
      }
    }
  }

  @Test func `a Swift file without documents is an error where it is named`() throws {
    try inFolder(Self.swiftFiles) { folder throws in
      for command in ["check", "print", "manifest", "report", "format"] {
        let schema = command == "format" ? [] : ["--schema", folder + "/s.graphqls"]
        let none = run([command] + schema + [folder + "/App/Plain.swift"])
        #expect(none.code == .invalidInput && none.result.isEmpty, "\(command): \(none)")
        #expect(none.failure.contains("Plain.swift"), "\(command): \(none.failure)")
      }
    }
  }

  @Test func `a document that is not read fails every command`() throws {
    let refused = ["App/Row.swift": "let a: GraphQLSource = \"query A { a }\"\nlet b: GraphQLSource = a\n"]
    try inFolder(Self.swiftFiles.merging(refused) { $1 }) { folder throws in
      for command in ["check", "print", "manifest", "report", "format"] {
        let schema = command == "format" ? [] : ["--schema", folder + "/s.graphqls"]
        let wrong = run([command] + schema + [folder + "/App"])
        #expect(wrong.code == .invalidInput, "\(command)")
        #expect(
          wrong.failure.contains("Row.swift:2:24: error: The value is not a string literal"), "\(wrong)")
      }
    }
  }

  @Test func `diff finds what a new schema breaks in Swift files`() throws {
    let new = [
      "new.graphqls": "type Query { a: Int! b(c: Int!): String }",
      "same.graphqls": "type Query { a: Int b(c: Int!): Int more: Int }",
    ]
    try inFolder(Self.swiftFiles.merging(new) { $1 }) { folder throws in
      for operands in Self.operands(folder).map({ $0.dropFirst(2) }) {
        func diff(_ schema: String) -> (code: ExitCode, result: String, failure: String) {
          run(["diff", folder + "/s.graphqls", folder + "/\(schema).graphqls"] + operands)
        }
        let same = diff("same")
        #expect(same.code == .success && same.failure.isEmpty, "\(same)")
        let breaks = diff("new")
        #expect(breaks.code == .invalidInput)
        #expect(breaks.failure.contains("\(folder)/App/Row.swift:5:29: error: "), "\(breaks.failure)")
        #expect(!breaks.failure.contains("Screen.swift:"), "\(breaks.failure)")
      }
    }
    try inFolder(Self.swiftFiles.merging(["App/Screens/Screen.swift": Self.screen("x")]) { $1 }) {
      folder throws in
      let wrong = run("diff", folder + "/s.graphqls", folder + "/s.graphqls", folder + "/App")
      #expect(wrong.code == .invalidInput)
      #expect(
        wrong.failure.contains("Screen.swift:4:19: error: Cannot query field \"x\""), "\(wrong.failure)")
    }
  }

  @Test func `format formats literals in place and leaves the rest of the file`() throws {
    try inFolder(Self.swiftFiles) { folder throws in
      func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder + "/App/" + name, encoding: .utf8)
      }
      let check = run("format", "--check", folder + "/App")
      #expect(check.code == .invalidInput)
      #expect(
        check.result
          == "\(folder)/App/Row.swift is not formatted.\n\(folder)/App/other.graphql is not formatted.\n")
      #expect(try text("Row.swift") == Self.row)
      #expect(run("format", folder + "/App").code == .success)
      #expect(
        try text("Row.swift")
          == Self.row.replacing(
            "fragment Row on Query { b(c: 1) }", with: "fragment Row on Query {\n      b(c: 1)\n    }"))
      for name in ["Plain.swift", "Screens/Screen.swift"] {
        #expect(try text(name) == Self.swiftFiles["App/" + name])
      }
      let again = run("format", "--check", folder + "/App/Row.swift", folder + "/App")
      #expect(again.code == .success && again.result.isEmpty && again.failure.isEmpty, "\(again)")
    }
    let broken = Self.row.replacing("b(c: 1)", with: "b(c: ")
    try inFolder(["Row.swift": broken]) { folder throws in
      let wrong = run("format", folder)
      #expect(wrong.code == .invalidInput)
      let error = "Row.swift:5:35: error: Syntax Error: Unexpected \"}\"."
      #expect(wrong.failure.contains(error), "\(wrong.failure)")
      #expect(try String(contentsOfFile: folder + "/Row.swift", encoding: .utf8) == broken)
    }
  }
}
