import ApusDriver
import Foundation
import Testing

@testable import ApusTool

extension ToolTests {
  @Test func `init leaves a folder with documents alone`() throws {
    try inFolder(["s.graphqls": "type Query { a: Int }", "Parts/A.graphql": "query A { a }"]) { folder in
      let run = run("init", folder)
      #expect(run.code == .success)
      #expect(run.result.contains("has documents already"), "\(run.result)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(names == ["Parts", "s.graphqls"])
    }
    try inFolder(["s.graphqls": "type Query { a: Int }"]) { folder in
      #expect(run("init", folder).code == .success)
      #expect(FileManager.default.fileExists(atPath: folder + "/First.graphql"))
    }
  }

  @Test func `init writes what editors read`() throws {
    let schema = "type Query { a: Int }"
    try inFolder([
      "Package.swift": "", "Sources/A/s.graphqls": schema, "Sources/A/A.graphql": "query A { a }",
    ]) { folder in
      let first = run("init", "--editor", folder + "/Sources/A")
      #expect(first.code == .success)
      #expect(first.result.hasPrefix("\(folder)/.graphqlrc.json is written.\n"))
      let text = try String(contentsOfFile: folder + "/.graphqlrc.json", encoding: .utf8)
      #expect(text.contains("\"documents\": \"Sources/A/**/*.graphql\""))
      // It says what `check` and the language server find.
      #expect(
        run("check", "--editor-config", folder + "/.graphqlrc.json", folder + "/Sources/A").code == .success)
      let again = run("init", "--editor", folder + "/Sources/A")
      #expect(again.result.contains("was not changed. For this target it would be:\n\(text)"))
    }
    try inFolder(["A.graphql": "query A { a }"]) { folder in
      let run = run("init", "--editor", folder)
      #expect(run.code == .invalidInput && run.failure.contains("There is no schema in '\(folder)'"))
    }
  }
}
