import Testing

@testable import ApusCompiler

@Suite(.timeLimit(.minutes(5))) struct EditorConfigurationTests {
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
    let project = read.configuration.project(for: [])
    #expect(project.schemas == [folder["api/s.graphqls"]])
    #expect(project.includes(folder["App/Deep/a.graphql"]))
    #expect(!project.includes(folder["Other/a.graphql"]))
  }

  @Test func takesTheDefaultOfSeveralProjects() throws {
    let folder = try TemporaryFolder([
      "rc": #"{ "projects": { "default": { "schema": "a.graphqls" }, "other": { "schema": "b.graphqls" } } }"#
    ])
    let project = EditorConfiguration.read(folder["rc"]).configuration.project(for: ["anything"])
    #expect(project.schemas == [folder["a.graphqls"]])
    #expect(project.includes("anything"))
  }

  @Test func documentsTellWhichProjectIsMeant() throws {
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

  @Test func withoutADefaultWhatNobodyNamesIsLeftOpen() throws {
    let folder = try TemporaryFolder([
      "rc":
        #"{ "projects": { "a": { "schema": "a.graphqls", "documents": "A/**" }, "b": { "documents": "B/**" } } }"#
    ])
    let project = EditorConfiguration.read(folder["rc"]).configuration.project(for: [folder["C/c.graphql"]])
    #expect(project.name == nil && project.schemas.isEmpty && project.includes(folder["C/c.graphql"]))
  }

  @Test func patternsOfSchemasAreSearchedFor() throws {
    let folder = try TemporaryFolder([
      "rc":
        #"{ "schema": ["api/**/*.graphqls", "none/*.graphqls", "one.graphqls"], "documents": "*.graphql" }"#,
      "api/a.graphqls": "", "api/deep/b.graphqls": "", "api/c.graphql": "", "api/.hidden/d.graphqls": "",
    ])
    #expect(
      EditorConfiguration.read(folder["rc"]).configuration.project(for: []).schemas
        == [folder["api/a.graphqls"], folder["api/deep/b.graphqls"], folder["one.graphqls"]])
  }

  @Test func writesAFileThatReadsBack() throws {
    let folder = try TemporaryFolder([
      "Package.swift": "", "Sources/App/schema.graphqls": "", "Sources/App/A.graphql": "",
    ])
    let target = folder["Sources/App"]
    let root = EditorConfiguration.root(around: target)
    #expect(root == folder.path)
    let text = EditorConfiguration.text(root: root, schemas: [target + "/schema.graphqls"], folder: target)
    #expect(
      text
        == "{\n  \"schema\": \"Sources/App/schema.graphqls\",\n  \"documents\": \"Sources/App/**/*.graphql\"\n}\n"
    )
    try folder.write(text, to: ".graphqlrc.json")
    let project = EditorConfiguration.read(folder[".graphqlrc.json"]).configuration.project(for: [])
    #expect(project.schemas == [folder["Sources/App/schema.graphqls"]])
    #expect(project.includes(folder["Sources/App/A.graphql"]) && !project.includes(folder["B.graphql"]))
  }

  @Test func saysWhatIsNoJSON() throws {
    let folder = try TemporaryFolder(["rc": "schema: a"])
    #expect(EditorConfiguration.read(folder["rc"]).diagnostics.map(\.code.name) == ["invalid-json"])
    #expect(EditorConfiguration.read(folder["no"]).diagnostics.map(\.code.name) == ["unreadable-file"])
  }
}
