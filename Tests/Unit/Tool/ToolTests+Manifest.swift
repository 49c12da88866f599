import ApusDriver
import Foundation
import Testing

@testable import ApusTool

extension ToolTests {
  @Test func `several targets are one manifest`() throws {
    try inFolder([
      "s.graphqls": "type Query { a: Int b: Int }", "A/A.graphql": "query A { a }",
      "B/B.graphql": "query B { b }",
      "C/A.graphql": "query A { b }",
    ]) { folder throws in
      func target(_ name: String) -> [String] { ["--schema", folder + "/s.graphqls", folder + "/" + name] }
      let both = run(["manifest", "--format", "plain"] + target("B") + ["--next"] + target("A"))
      #expect(both.result.hasPrefix("{\n  \"A\": {\"id\": "), "\(both.result)")
      #expect(both.result.contains("\n  \"B\": {\"id\": "))
      let clash = run(["manifest", "--format", "plain"] + target("A") + ["--next"] + target("C"))
      #expect(clash.code == .wrongUsage)
      #expect(clash.failure.contains("Two targets have an operation \"A\""))
      #expect(run(["manifest"] + target("A") + ["--next"] + target("C")).code == .success)
      let one = run(["print", "--operation", "B"] + target("A") + ["--next"] + target("B"))
      #expect(one.result == "query B{b}\n", "\(one)")
    }
  }

  @Test func `manifests of Hasura are collections`() throws {
    try inFolder(["s.graphqls": "type Query { a: Int b: Int }", "A.graphql": "query B { b } query A { a }"]) {
      folder in
      let manifest = run("manifest", "--format", "hasura", folder)
      #expect(manifest.code == .success)
      #expect(
        manifest.result == """
          [
            {
              "name": "apus",
              "definition": {
                "queries": [
                  {"name": "A", "query": "query A{a}"},
                  {"name": "B", "query": "query B{b}"}
                ]
              }
            }
          ]

          """)
      #expect(
        run("manifest", "--format", "hasura2", folder).failure.contains("'plain' or 'hasura', not 'hasura2'"))
    }
  }
}
