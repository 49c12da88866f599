import ApusDriver
import Foundation
import TestSupport
import Testing

@testable import ApusTool

/// What `check` reports about schemas and documents.
extension ToolTests {
  @Test func `check reports what generate would`() throws {
    let folder = try TemporaryFolder([
      "schema.graphqls": "type Query { kind: CardData price: Money } enum CardData { A } scalar Money",
      "Home.graphql": "query Home { ...Card price } fragment Card on Query { kind }",
    ])
    let schema = folder["schema.graphqls"]
    let check = run("check", "--schema", schema, folder.path)
    #expect(check.code == .success)
    #expect(check.failure.contains("This definition becomes \"CardFragmentData\" in Swift"))
    #expect(check.failure.contains("The scalar \"Money\" has no Swift type, so it is any JSON"))
    let generate = run("generate", "--schema", schema, "--output", folder["out"], folder.path)
    #expect(check.failure == generate.failure)
  }

  @Test func `what is package elsewhere cannot be used`() throws {
    let folder = try TemporaryFolder([
      "schema.graphqls": "type Query { name: String }", "Parts.graphql": "fragment Parts on Query { name }",
      "apus.json": #"{ "accessLevel": "package" }"#, "App/Home.graphql": "query Home { ...Parts }",
    ])
    func check(_ root: String) -> (code: ExitCode, result: String, failure: String) {
      run([
        "check", "--schema", folder["schema.graphqls"], "--package", root,
        "--dependency-package", "API", folder.path, "--dependency", "API", folder["Parts.graphql"],
        folder["App"],
      ])
    }
    #expect(check(folder.path + "/").code == .success)
    #expect(check(folder["App"]).failure.contains("Unknown fragment \"Parts\"."))
  }

  @Test func `check validates a schema alone`() throws {
    try inFolder(["schema.graphqls": "type Query { a: Nothing }"]) { folder in
      let run = run("check", folder + "/schema.graphqls")
      #expect(run.code == .invalidInput)
      #expect(
        run.failure.contains("schema.graphqls:1:17: error: Unknown type \"Nothing\"."), "\(run.failure)")
      #expect(self.run("check", folder).failure == run.failure)
    }
    try inFolder(["schema.graphqls": "type Query { a: Int }"]) { folder in
      #expect(run("check", folder + "/schema.graphqls").code == .success)
    }
  }

  @Test func `check uses the schema beside the documents`() throws {
    try inFolder(["api.graphqls": "type Query { a: Int }", "A.graphql": "query A { b }"]) { folder in
      #expect(run("check", folder).failure.contains("Cannot query field \"b\" on type \"Query\"."))
    }
  }

  @Test func `the documents in a folder decide which of several projects applies`() throws {
    try inFolder([
      ".graphqlrc.json": """
      { "projects": { "app": { "schema": "a.graphqls", "documents": "App/**" },
        "admin": { "schema": "b.graphqls", "documents": "Admin/**", "exclude": "Admin/Drafts/**" } } }
      """,
      "a.graphqls": "type Query { a: Int }", "b.graphqls": "type Query { b: Int }",
      "App/A.graphql": "query A { a }", "Admin/B.graphql": "query B { b }",
      "Admin/Drafts/C.graphql": "query C { c }",
    ]) { folder in
      for (name, code) in [("App", ExitCode.success), ("Admin", .success), ("Admin/Drafts", .invalidInput)] {
        let check = run("check", "--editor-config", folder + "/.graphqlrc.json", folder + "/" + name)
        #expect(check.code == code, "\(name): \(check.failure)")
      }
    }
  }

  @Test func `a missing schema is told with its place`() throws {
    try inFolder(["A.graphql": "query A { b }"]) { folder in
      #expect(run("check", folder).failure.contains("There is no schema in '\(folder)'."))
      let build = run(
        "generate", "--output", folder + "/out", "--target", "App", folder, "--pair", folder + "/A.graphql",
        "A.swift")
      #expect(
        build.failure.contains("There is no schema for the target \"App\": not in its folder, '\(folder)'"),
        "\(build.failure)")
    }
  }

  @Test(arguments: [
    (
      "schema.graphqls", "{ \"data\": { \"__schema\": {} } }",
      "The file is named like SDL, but contains an introspection result as JSON"
    ),
    ("schema.json", "# The server's\ntype Query { a: Int }", "The file is named like JSON, but contains SDL"),
    (
      "schema.graphqls", "type Pet { a: Int }",
      "schema.graphqls:1:1: error: Query root type must be provided."
    ),
  ])
  func `a schema that is none is told`(_ name: String, _ text: String, _ message: String) throws {
    try inFolder([name: text]) { folder in
      let run = run("check", folder + "/" + name)
      #expect(run.code == .invalidInput)
      #expect(run.failure.contains(message), "\(run.failure)")
      #expect(
        run.failure.contains("\(name):1:1: error: ") || run.failure.contains("\(name):1:"), "\(run.failure)")
    }
  }

  /// Readers of a published schema can rarely correct it.
  @Test func `what is wrong in a published schema is one line of strict checks`() throws {
    let folder = try TemporaryFolder([
      "schema.graphqls": """
      enum Role { OWNER MEMBER }
      interface Node { id: ID! url: String }
      type Project implements Node { id: ID! @deprecated url: String @deprecated }
      type Query { name: String users(roles: [Role!] = ["OWNER", "MEMBER"], first: Role = "OWNER"): Int }
      """, "Home.graphql": "query Home { name }",
    ])
    #expect(run("check", "--schema", folder["schema.graphqls"], folder.path).failure == "")
    let check = run("check", "--strict", "--schema", folder["schema.graphqls"], folder.path)
    #expect(check.code == .success)
    let warnings = check.failure.split(separator: "\n").filter { $0.contains("warning: ") }
    #expect(warnings.count == 2)
    #expect(warnings.contains { $0.hasSuffix("There are 2 more: [invalid-default]") })
    #expect(warnings.contains { $0.hasSuffix("There is 1 more: [interface-field-deprecation]") })
  }

  @Test func `a default value is reported where documents use what it is of`() throws {
    try inFolder([
      "schema.graphqls": "type Query { a(x: Int = \"1\"): Int b(x: Int = \"1\"): Int }",
      "A.graphql": "query A { a }",
    ]) { folder in
      let failure = run("check", folder).failure
      #expect(failure.contains("Query.a(x:) has invalid default value"), "\(failure)")
      #expect(!failure.contains("Query.b"))
      #expect(run("check", "--strict", folder).failure.contains("There is 1 more: [invalid-default]"))
    }
    try inFolder([
      "schema.graphqls": "type Query { a: Int b(x: Int = \"1\"): Int }", "A.graphql": "query A { a }",
      "apus.json": #"{ "warnings": { "invalid-default": "warning" } }"#,
    ]) { folder in
      #expect(run("check", folder).failure.contains("[invalid-default]"))
    }
  }

  @Test func `check with a schema alone needs no path`() throws {
    try inFolder(["schema.graphqls": "type Query { a: Nothing }"]) { folder in
      let run = run("check", "--schema", folder + "/schema.graphqls")
      #expect(run.code == .invalidInput)
      #expect(run.failure.contains("error: Unknown type \"Nothing\"."), "\(run.failure)")
    }
    try inFolder(["schema.graphqls": "type Query { a: Int }"]) { folder in
      let run = run("check", "--schema", folder + "/schema.graphqls")
      #expect(run.code == .success && run.failure == "", "\(run.failure)")
    }
  }

  @Test func `introspection may list a scalar that it does not use`() throws {
    let types = """
      { "kind": "OBJECT", "name": "Query", "interfaces": [],
        "fields": [{ "name": "a", "args": [], "type": { "kind": "SCALAR", "name": "String" } }] },
      { "kind": "SCALAR", "name": "String" }
      """
    for (list, isKnown) in [(types, false), (types + #", { "kind": "SCALAR", "name": "ID" }"#, true)] {
      try inFolder([
        "schema.json": """
        { "__schema": { "queryType": { "name": "Query" }, "directives": [], "types": [\(list)] } }
        """,
        "A.graphql": "query A($id: ID!) { a }",
      ]) { folder in
        let failure = run("check", folder).failure
        #expect(failure.contains("Variable \"$id\" is never used"))
        #expect(failure.contains("Unknown type \"ID\".") != isKnown, "\(failure)")
      }
    }
  }
}
