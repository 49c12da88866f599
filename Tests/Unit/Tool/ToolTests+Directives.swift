import ApusDriver
import Foundation
import Testing

@testable import ApusTool

/// Directives of drafts and of other tools.
extension ToolTests {
  @Test func `directives of drafts are explained`() throws {
    try inFolder([
      "s.graphqls": "type Query { a: [Int] }", "A.graphql": "query A @mock(variant: \"x\") { a @matches }",
    ]) { folder throws in
      let failure = run("check", folder).failure
      #expect(failure.contains("note: It is a draft for tools that answer from files."), "\(failure)")
      #expect(failure.contains("note: It is a draft for filtering by type on the server."), "\(failure)")
    }
  }

  @Test func `directives of composite schemas need no definition`() throws {
    try inFolder([
      "s.graphqls": """
      type Query @fusion__type(schema: A) {
        album(id: ID! @is(field: "id")): Album @lookup
        hidden(id: ID!): Album @lookup @internal
      }
      type Album @key(fields: "id") { id: ID! @shareable price(weight: Int @require(field: "weight")): Int }
      """,
      "A.graphql": "query A { album(id: 1) { id price(weight: 2) } }",
    ]) { folder throws in
      let checked = run("check", folder)
      #expect(checked.code == .success, "\(checked.failure)")
    }
    try inFolder(["s.graphqls": "type Query { a(b: Int @is): Int }", "A.graphql": "query A { a }"]) {
      folder throws in
      #expect(run("check", folder).failure.contains("Unknown directive \"@is\"."))
    }
  }

  @Test func `directives of other tools are explained`() throws {
    try inFolder([
      "s.graphqls": "type Query { a: Int }",
      "A.graphql": "query A { a @rest(path: \"a\") ... @defer { b: a } }",
    ]) { folder throws in
      let failure = run("check", folder).failure
      #expect(failure.contains("Unknown directive \"@rest\"."))
      #expect(failure.contains("note: Apollo's clients use it for local state"), "\(failure)")
      #expect(failure.contains("warning: The schema does not define \"@defer\"."), "\(failure)")
    }
  }
}
