import ApusDriver
import Foundation
import Testing

@testable import ApusTool

/// A command that looks for problems fails if it could not look.
extension ToolTests {
  private static let schema = "type Query { a: Int b: Int }"

  @Test(arguments: [
    ("query A { a", "Syntax Error"), ("query A { none }", "Cannot query field"),
    ("query A { ...Elsewhere }", "Unknown fragment"), ("", "contains no definition"),
  ])
  func `diff fails for documents that are invalid under the old schema`(_ document: String, _ reason: String)
    throws
  {
    try inFolder([
      "old.graphqls": Self.schema, "new.graphqls": "type Query { a: Int }", "app/A.graphql": document,
      "app/B.graphql": "query B { b }",
    ]) { folder in
      let run = run("diff", folder + "/old.graphqls", folder + "/new.graphqls", folder + "/app")
      #expect(run.code == .invalidInput)
      #expect(run.failure.contains(reason), "\(run.failure)")
      #expect(run.failure.contains("nothing was compared"), "\(run.failure)")
    }
  }

  @Test func `diff compares documents with those of their dependencies`() throws {
    try inFolder([
      "old.graphqls": Self.schema, "new.graphqls": "type Query { a: Int }",
      "app/A.graphql": "query A { ...F }",
      "lib/F.graphql": "fragment F on Query { b }",
    ]) { folder in
      let run = run(
        "diff", folder + "/old.graphqls", folder + "/new.graphqls", folder + "/app", folder + "/lib")
      #expect(run.code == .invalidInput)
      #expect(run.failure.contains("Cannot query field \"b\""), "\(run.failure)")
    }
  }

  @Test func `a check fails if an editor's configuration leaves out every document`() throws {
    try inFolder([
      "schema.graphqls": Self.schema, "A.graphql": "query A { none }",
      ".graphqlrc.json": #"{ "schema": "schema.graphqls", "documents": "Sources/**/*.graphql" }"#,
    ]) { folder in
      for command in ["check", "print", "manifest", "report"] {
        let run = run(command, folder)
        #expect(run.code == .invalidInput, "\(command)")
        #expect(run.failure.contains("No document matches"), "\(run.failure)")
      }
    }
  }

  @Test func `a wrong path in an editor's configuration is reported there`() throws {
    try inFolder(["A.graphql": "query A { a }", ".graphqlrc.json": #"{ "schema": "none.graphqls" }"#]) {
      folder in
      let failure = run("check", folder).failure
      #expect(failure.hasPrefix("\(folder)/.graphqlrc.json: error: The schema '"), "\(failure)")
    }
  }

  @Test func `format names what it rewrote`() throws {
    try inFolder(["A.graphql": "query A{a}", "B.graphql": "query B {\n  a\n}\n"]) { folder in
      #expect(run("format", folder).result == "\(folder)/A.graphql is formatted.\n")
      #expect(run("format", folder).result == "")
    }
  }
}
