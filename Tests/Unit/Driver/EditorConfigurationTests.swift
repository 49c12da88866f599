import TestSupport
import Testing

@testable import ApusDriver

@Suite(.timeLimit(.minutes(15))) struct EditorConfigurationTests {
  @Test(arguments: [
    ("**/*.graphql", "a/b/c.graphql", true), ("**/*.graphql", "c.graphql", true),
    ("src/*.graphql", "src/a/c.graphql", false), ("src/**", "src/a/c.graphql", true),
    ("src/**/*.{graphql,gql}", "src/c.gql", true), ("src/**/*.{graphql,gql}", "src/c.txt", false),
    ("a?c/*x*.graphql", "abc/yxz.graphql", true), ("a?c/*x*.graphql", "abc/y.graphql", false),
    ("*", "a/b", false), ("**", "a", true), ("*ab", "aaab", true), ("*ab*b", "aabab", true),
    ("*ab", "aba", false), ("a*", "a", true), ("a**b", "ab", true), ("?", "", false), ("a?", "a", false),
    ("**/b", "b", true), ("a/**", "a", true), ("**/**", "a/b", true), ("a/**/b", "a/b", true),
    ("a/**/b", "a/x/c", false), ("{a,b{c,d}", "bd", false), ("{,a}b", "b", true),
  ])
  func `patterns match`(_ pattern: String, _ path: String, _ matches: Bool) {
    #expect(PathPattern(pattern).matches(path) == matches)
  }

  @Test func `names schema and documents`() throws {
    let folder = try TemporaryFolder([
      ".graphqlrc.json":
        #"{ "schema": ["https://x.example/graphql", "api/s.graphqls"], "documents": "./App/**/*.graphql" }"#
    ])
    let read = EditorConfiguration.read(folder[".graphqlrc.json"])
    #expect(read.diagnostics.isEmpty)
    let project = read.configuration.project(for: [])
    #expect(project.schemas == [folder["api/s.graphqls"]])
    #expect(project.includes(folder["App/Deep/a.graphql"]))
    #expect(!project.includes(folder["Other/a.graphql"]))
  }

  @Test(arguments: [
    ".graphqlrc.yml", ".graphqlrc.yaml", ".graphqlrc", "graphql.config.yml", "graphql.config.yaml",
  ])
  func `YAML is reported and has no effect`(_ name: String) throws {
    let folder = try TemporaryFolder([name: "schema: s.graphqls\ndocuments: A/*"])
    let path = try #require(EditorConfiguration.find(in: [folder.path]))
    #expect(path == folder[name])
    let read = EditorConfiguration.read(path)
    #expect(read.diagnostics.map(\.code) == [.unreadYAML] && read.diagnostics.map(\.severity) == [.warning])
    #expect(
      read.diagnostics.first?.message.hasSuffix("Write the same as JSON into a .graphqlrc.json.") == true)
    #expect(read.configuration.projects.isEmpty)
    try folder.write("{}", to: "graphql.config.json")
    if name != ".graphqlrc" {
      #expect(EditorConfiguration.find(in: [folder.path]) == folder["graphql.config.json"])
    }
  }

  @Test func `takes the default of several projects`() throws {
    let folder = try TemporaryFolder([
      "rc": #"{ "projects": { "default": { "schema": "a.graphqls" }, "other": { "schema": "b.graphqls" } } }"#
    ])
    let project = EditorConfiguration.read(folder["rc"]).configuration.project(for: ["anything"])
    #expect(project.schemas == [folder["a.graphqls"]])
    #expect(project.includes("anything"))
  }

  @Test func `documents tell which project is meant`() throws {
    let folder = try TemporaryFolder([
      "rc": """
      { "projects": {
        "app": { "schema": "a.graphqls", "documents": ["App/**", "!App/Old/**"], "exclude": "**/*.test.graphql" },
        "default": { "schema": "d.graphqls" },
        "admin": { "schema": "b.graphqls", "include": "Admin/**", "exclude": ["Admin/Drafts/**"] } } }
      """
    ])
    let configuration = EditorConfiguration.read(folder["rc"]).configuration
    #expect(configuration.projects.map(\.name) == ["app", "default", "admin"])
    for (path, name) in [
      ("App/A.graphql", "app"), ("App/Old/A.graphql", "default"), ("App/A.test.graphql", "default"),
      ("Admin/A.graphql", "admin"), ("Admin/Drafts/A.graphql", "default"), ("Else.graphql", "default"),
    ] {
      #expect(configuration.project(for: [folder[path]]).name == name, "\(path)")
    }
    let admin = configuration.project(for: [folder["Else.graphql"], folder["Admin/A.graphql"]])
    #expect(admin.schemas == [folder["b.graphqls"]])
    #expect(!admin.includes(folder["Admin/Drafts/A.graphql"]) && !admin.includes(folder["App/A.graphql"]))
  }

  @Test func `without a default what nobody names is left open`() throws {
    let folder = try TemporaryFolder([
      "rc":
        #"{ "projects": { "a": { "schema": "a.graphqls", "documents": "A/**" }, "b": { "documents": "B/**" } } }"#
    ])
    let project = EditorConfiguration.read(folder["rc"]).configuration.project(for: [folder["C/c.graphql"]])
    #expect(project.name == nil && project.schemas.isEmpty && project.includes(folder["C/c.graphql"]))
  }

  @Test func `patterns of schemas are searched for`() throws {
    let folder = try TemporaryFolder([
      "rc":
        #"{ "schema": ["api/**/*.graphqls", "none/*.graphqls", "one.graphqls"], "documents": "*.graphql" }"#,
      "api/a.graphqls": "", "api/deep/b.graphqls": "", "api/c.graphql": "", "api/.hidden/d.graphqls": "",
    ])
    #expect(
      EditorConfiguration.read(folder["rc"]).configuration.project(for: []).schemas
        == [folder["api/a.graphqls"], folder["api/deep/b.graphqls"], folder["one.graphqls"]])
  }

  @Test func `says what is no JSON`() throws {
    let folder = try TemporaryFolder(["rc.json": "schema: a", "rc": "{ schema: a }"])
    #expect(EditorConfiguration.read(folder["rc.json"]).diagnostics.map(\.code.name) == ["invalid-json"])
    #expect(EditorConfiguration.read(folder["rc"]).diagnostics.map(\.code.name) == ["invalid-json"])
    #expect(EditorConfiguration.read(folder["no"]).diagnostics.map(\.code.name) == ["unreadable-file"])
  }
}
