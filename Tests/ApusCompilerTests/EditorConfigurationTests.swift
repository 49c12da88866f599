import Testing

@testable import ApusCompiler

struct EditorConfigurationTests {
  @Test(arguments: [
    ("**/*.graphql", "a/b/c.graphql", true), ("**/*.graphql", "c.graphql", true),
    ("src/*.graphql", "src/a/c.graphql", false), ("src/**", "src/a/c.graphql", true),
    ("src/**/*.{graphql,gql}", "src/c.gql", true), ("src/**/*.{graphql,gql}", "src/c.txt", false),
    ("a?c/*x*.graphql", "abc/yxz.graphql", true), ("a?c/*x*.graphql", "abc/y.graphql", false),
    ("*", "a/b", false), ("**", "a", true),
  ])
  func patternsMatch(_ pattern: String, _ path: String, _ matches: Bool) {
    #expect(PathPattern(pattern).matches(path) == matches)
  }

  @Test func namesSchemaAndDocuments() throws {
    let folder = try TemporaryFolder([
      ".graphqlrc.json":
        #"{ "schema": ["https://x.example/graphql", "api/s.graphqls"], "documents": "./App/**/*.graphql" }"#
    ])
    let read = EditorConfiguration.read(folder[".graphqlrc.json"])
    #expect(read.diagnostics.isEmpty)
    #expect(read.configuration.schemas == [folder["api/s.graphqls"]])
    #expect(read.configuration.includes(folder["App/Deep/a.graphql"]))
    #expect(!read.configuration.includes(folder["Other/a.graphql"]))
  }

  @Test func takesTheDefaultOfSeveralProjects() throws {
    let folder = try TemporaryFolder([
      "rc": #"{ "projects": { "default": { "schema": "a.graphqls" }, "other": { "schema": "b.graphqls" } } }"#
    ])
    #expect(EditorConfiguration.read(folder["rc"]).configuration.schemas == [folder["a.graphqls"]])
    #expect(EditorConfiguration.read(folder["rc"]).configuration.includes("anything"))
  }

  @Test func saysWhatIsNoJSON() throws {
    let folder = try TemporaryFolder(["rc": "schema: a"])
    #expect(EditorConfiguration.read(folder["rc"]).diagnostics.map(\.code.name) == ["invalid-json"])
    #expect(EditorConfiguration.read(folder["no"]).diagnostics.map(\.code.name) == ["unreadable-file"])
  }
}
