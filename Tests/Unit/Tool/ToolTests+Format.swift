import ApusDriver
import Foundation
import Testing

@testable import ApusTool

extension ToolTests {
  @Test func `format writes what changes`() throws {
    let laidOut = "{\n  a # kept\n}\n"
    try inFolder([
      "a.graphql": "{a # kept\n}", "b.graphql": laidOut, "Deep/A.graphql": laidOut, "Deep_A.graphql": laidOut,
      "schema.graphqls": "type Query{a:Int}", "schema.json": "{ }", "empty.graphql": "# later\n",
    ]) { folder throws in
      let path = folder + "/a.graphql"
      #expect(chmod(path, 0o640) == 0)
      let check = run("format", "--check", folder)
      #expect(check.code == .invalidInput)
      #expect(
        check.result == "\(path) is not formatted.\n\(folder)/schema.graphqls is not formatted.\n")
      #expect(check.failure.isEmpty)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "{a # kept\n}")
      #expect(run("format", folder).code == .success)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == laidOut)
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
      #expect(
        try String(contentsOfFile: folder + "/schema.graphqls", encoding: .utf8)
          == "type Query {\n  a: Int\n}\n")
      let again = run("format", "--check", folder)
      #expect(again.code == .success)
      #expect(again.result.isEmpty)
    }
  }

  @Test func `format reports what does not parse`() throws {
    try inFolder(["a.graphql": "query A{a}\nquery B { b( }\n"]) { folder throws in
      let run = run("format", folder + "/a.graphql")
      #expect(run.code == .invalidInput)
      #expect(run.failure.contains("2:14: error: Syntax Error: Expected Name, found \"}\"."))
      #expect(
        try String(contentsOfFile: folder + "/a.graphql", encoding: .utf8)
          == "query A {\n  a\n}\n\nquery B { b( }\n")
      #expect(self.run("format", folder + "/none.graphql").code == .invalidInput)
      #expect(self.run("format", "-", folder).code == .wrongUsage)
    }
  }
}
