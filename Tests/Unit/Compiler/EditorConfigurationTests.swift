import Testing

@testable import ApusCompiler

@Suite(.timeLimit(.minutes(5))) struct EditorConfigurationTests {
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

  /// As graphql-config's documentation and well-known projects write it.
  @Test func `YAML is read as JSON is`() throws {
    let folder = try TemporaryFolder([
      ".graphqlrc.yml": """
      # Where things are.
      ---
      projects:
        app:
          schema:
            - https://x.example/graphql:
                headers:
                  Authorization: Bearer x
            - "api/s.graphqls" # a file
          documents: ['App/**', "!App/Old/**", Shared/*.graphql]
          exclude: '**/*.test.graphql'
          extensions:
            codegen:
              generates: { ./out.ts: { plugins: [&all a, *all] } }
              script: |
                anything
        admin:
          schema: b.graphqls
          include:
          - "Admin/**"
      """
    ])
    let path = try #require(EditorConfiguration.find(in: [folder.path]))
    let read = EditorConfiguration.read(path)
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics.map(\.message))")
    #expect(read.configuration.projects.map(\.name) == ["app", "admin"])
    for (file, name) in [
      ("App/A.graphql", "app"), ("App/Old/A.graphql", nil), ("App/A.test.graphql", nil),
      ("Shared/A.graphql", "app"), ("Admin/A.graphql", "admin"),
    ] {
      #expect(read.configuration.project(for: [folder[file]]).name == name, "\(file)")
    }
    #expect(read.configuration.projects[0].schemas == [folder["api/s.graphqls"]])
    #expect(read.configuration.projects[1].schemas == [folder["b.graphqls"]])
  }

  @Test func `a comment begins behind white space`() throws {
    let folder = try TemporaryFolder([
      ".graphqlrc.yml": "schema: s#1.graphqls # the first\ndocuments: [A#/*, 'B #/*'] # two"
    ])
    let read = EditorConfiguration.read(folder[".graphqlrc.yml"])
    let project = try #require(read.configuration.projects.first)
    #expect(read.diagnostics.isEmpty)
    #expect(project.schemas == [folder["s#1.graphqls"]])
    #expect(project.includes(folder["A#/a"]) && project.includes(folder["B #/a"]))
    #expect(!project.includes(folder["A/a"]) && !project.includes(folder["B/a"]))
  }

  @Test func `a key without a value leaves those below it`() throws {
    let folder = try TemporaryFolder([".graphqlrc.yml": "schema:\ndocuments: A/*"])
    let read = EditorConfiguration.read(folder[".graphqlrc.yml"])
    let project = try #require(read.configuration.projects.first)
    #expect(read.diagnostics.isEmpty)
    #expect(project.schemas == [])
    #expect(project.includes(folder["A/a"]) && !project.includes(folder["B/a"]))
  }

  @Test(arguments: [
    ("documents: **/*.graphql", "1:12 In YAML a text that begins with '*' is an alias."),
    ("documents:\n  - !App/**", "2:5 In YAML a text that begins with '!' is a tag."),
    ("schema: |\n  a", "1:9 Apus reads only YAML mappings, lists and single-line texts, not '|'."),
    ("schema: { a: b }", "1:9 Apus reads only YAML mappings, lists and single-line texts, not '{'."),
    ("schema: [a,\n  b]", "1:9 A list in brackets must end on its line."),
    ("schema: a\n  b", "2:3 The line does not belong to anything. Multiline texts are not supported"),
    ("schema: a\n\tb: c", "2:1 YAML indents with spaces."), ("schema: 'a", "1:9 The quote is not closed."),
    ("schema: a\nschema: b", "2:1 The key \"schema\" is given twice."),
    ("schema: a\n---\nschema: b", "2:1 The file contains a second document."),
    ("schema: \"a\\n\"", "1:9 Escapes are not supported."), ("schema: a\nb", "2:1 Expected 'key: value'."),
    ("- " + String(repeating: "- ", count: 100) + "a", "1:65 The value is nested too deep."),
  ])
  func `YAML that is not read is refused at its place`(_ text: String, _ message: String) throws {
    let folder = try TemporaryFolder([".graphqlrc.yaml": text])
    let found = EditorConfiguration.read(folder[".graphqlrc.yaml"]).diagnostics
    #expect(found.count == 1)
    let diagnostic = try #require(found.first)
    let position = try #require(diagnostic.ranges.first?.position)
    #expect(diagnostic.code == .invalidYAML)
    #expect(
      "\(position.line):\(position.column) \(diagnostic.message)".hasPrefix(message), "\(diagnostic.message)")
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

  @Test func `writes a file that reads back`() throws {
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

  @Test func `says what is no JSON`() throws {
    let folder = try TemporaryFolder(["rc.json": "schema: a", "rc": "{ schema: a }"])
    #expect(EditorConfiguration.read(folder["rc.json"]).diagnostics.map(\.code.name) == ["invalid-json"])
    #expect(EditorConfiguration.read(folder["rc"]).diagnostics.map(\.code.name) == ["invalid-json"])
    #expect(EditorConfiguration.read(folder["no"]).diagnostics.map(\.code.name) == ["unreadable-file"])
  }
}
