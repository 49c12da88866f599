import ApusSwiftSource
import TestSupport
import Testing

@testable import ApusDriver
@testable import ApusSource

/// Documents in Swift files, from the file to the output.
@Suite(.timeLimit(.minutes(15))) struct SwiftDocumentTests {
  private static let schema = "type Query { title: String album: Album } type Album { id: ID! title: String }"

  private func inputs(_ folder: TemporaryFolder, _ names: String...) -> Inputs {
    Inputs(
      schemas: [folder["s.graphqls"]],
      documents: names.map { name in
        Document(
          path: folder[name], output: OutputName.forDocument(at: name))
      })
  }

  private func places(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.sortedByPlace().map { diagnostic in
      guard let range = diagnostic.ranges.first else { return diagnostic.code.name }
      let name = range.file.path.split(separator: "/").last ?? ""
      return "\(name):\(range.position.line):\(range.position.column): \(diagnostic.code.name)"
    }
  }

  @Test func `Swift files and others use each other's fragments`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": Self.schema,
      "a.graphql": "query A { album { ...Row } } fragment Title on Album { title }",
      "Row.swift":
        "struct Row {\n  static let document: GraphQLSource = \"fragment Row on Album { id ...Title }\"\n}",
      "Views/Screen.swift":
        "let a: GraphQLSource = \"query B { ...C }\"\nlet b = GraphQLSource(\"fragment C on Query { title }\")",
    ])
    let result = Pipeline.generate(
      inputs(folder, "Row.swift", "Views/Screen.swift", "a.graphql"), into: OutputFolder(folder["out"]))
    #expect(result.diagnostics.map(\.message) == [])
    let names = ["Row.swift", "Views_Screen.swift"].map { $0 + ".graphql.swift" }
    #expect(result.written == (names + ["a.graphql.swift"]).map { folder["out/\($0)"] })
    let texts = try names.map { try folder.text(of: "out/\($0)") }
    for name in ["struct RowData", "protocol RowFragment", "\n// From Row.swift\n"] {
      #expect(texts[0].contains(name), "\(name)")
    }
    for name in ["struct BQuery", "struct CData"] { #expect(texts[1].contains(name), "\(name)") }
    #expect(try folder.text(of: "out/a.graphql.swift").contains("struct AQuery"))
  }

  @Test func `an edit without GraphQL writes nothing, and one with GraphQL the output`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": Self.schema, "Row.swift": "let a: GraphQLSource = \"query A { title }\"",
    ])
    func written() -> [String] {
      let record = BuildRecord(path: folder["out/record"], tool: "1")
      return Pipeline.generate(inputs(folder, "Row.swift"), into: OutputFolder(folder["out"]), record: record)
        .written
    }
    #expect(written().count == 2)
    try folder.write(
      "import Apus\n\nlet a: GraphQLSource = \"\"\"\n  query A { title }\n  \"\"\"", to: "Row.swift")
    #expect(written() == [])
    try folder.write("let a: GraphQLSource = \"query A { again: title }\"", to: "Row.swift")
    #expect(written() == [folder["out/Row.swift.graphql.swift"]])
  }

  @Test func `a fragment may move to another Swift file without a change of its Swift`() throws {
    let fragment = "let b: GraphQLSource = \"fragment B on Query { title }\""
    let folder = try TemporaryFolder([
      "s.graphqls": Self.schema, "A.swift": "let a: GraphQLSource = \"query A { ...B }\"",
      "B.swift": fragment,
      "C.swift": "",
    ])
    func generate() throws -> [String] {
      _ = Pipeline.generate(
        inputs(folder, "A.swift", "B.swift", "C.swift"), into: OutputFolder(folder["out"]))
      return try ["A", "B", "C"].map { name in
        try folder.text(of: "out/\(name).swift.graphql.swift").split(separator: "\n")
          .filter { !$0.hasPrefix("// From ") }.joined(separator: "\n")
      }
    }
    let before = try generate()
    try folder.write("", to: "B.swift")
    try folder.write(fragment, to: "C.swift")
    let after = try generate()
    #expect(after == [before[0], before[2], before[1]])
    #expect(before[1].contains("struct BData"))
  }

  @Test func `errors are at their places in the Swift file`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": Self.schema,
      "A.swift": """
      struct A {
        static let a: GraphQLSource = ""\"
          query A($a: String = \\"\\u{65}\\") {
            titel
          }
          ""\"
        static let b: GraphQLSource = #""\"
            query B { title(
            ""\"#
        static let c: GraphQLSource = "query C { \\n ...D }"
        static let e: GraphQLSource = "query E { title \\(f) }"
      }
      """,
    ])
    let errors = Pipeline.check(inputs(folder, "A.swift")).diagnostics
    #expect(
      places(errors) == [
        "A.swift:3:13: unused-variable", "A.swift:4:7: unknown-field", "A.swift:8:23: syntax-error",
        "A.swift:11:50: swift-literal",
      ])
  }

  @Test func `a fragment of a refused document is not unknown`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": Self.schema,
      "A.swift":
        "let a: GraphQLSource = \"query A { ...B }\"\nlet b: GraphQLSource = \"fragment B on \" + \"Query { title }\"",
    ])
    #expect(
      places(Pipeline.check(inputs(folder, "A.swift")).diagnostics) == ["A.swift:2:41: unread-swift-document"]
    )
  }

  @Test func `the advice for a schema in a literal is to move it`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": Self.schema, "A.swift": "let a: GraphQLSource = \"type A { a: Int }\"",
      "b.graphql": "type B { b: Int }",
    ])
    let errors = Pipeline.check(inputs(folder, "A.swift", "b.graphql")).diagnostics.sortedByPlace()
    #expect(places(errors) == ["A.swift:1:25: not-executable", "b.graphql:1:1: not-executable"])
    let advice = errors.map { $0.notes.first?.message ?? "" }
    #expect(advice.map { $0.contains("move it to a file 'schema.graphqls'") } == [true, false])
    #expect(advice.map { $0.contains("rename it to 'schema.graphqls'") } == [false, true])
  }

  @Test func `no name comes from a Swift file`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": Self.schema,
      "A.swift": "let a: GraphQLSource = \"{ title }\"\nlet b: GraphQLSource = \"query { title }\"",
      "b.graphql": "{ album { id } }",
    ])
    let errors = Pipeline.check(inputs(folder, "A.swift", "b.graphql")).diagnostics
    let unnamed = errors.filter { $0.code == .anonymousOperation }
    #expect(places(unnamed) == ["A.swift:1:25: anonymous-operation", "A.swift:2:25: anonymous-operation"])
    #expect(unnamed.allSatisfy { $0.message.contains("needs a name") })
  }

  @Test func `a literal without a definition is an error, and a file without a literal is none`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": Self.schema, "A.swift": "let a: GraphQLSource = \"  # nothing\"", "B.swift": "let b = 1",
      "C.swift": "",
    ])
    let errors = Pipeline.check(inputs(folder, "A.swift", "B.swift", "C.swift")).diagnostics
    #expect(places(errors) == ["A.swift:1:25: empty-file"])
    #expect(Pipeline.check(inputs(folder, "B.swift", "C.swift")).diagnostics.isEmpty)
  }

  @Test func `Swift files without documents need no schema, and have outputs`() throws {
    let folder = try TemporaryFolder(["A.swift": "let a = 1", "B.swift": "let b: GraphQLSource = \"{ a }\""])
    func generate(_ name: String) -> GeneratedFiles {
      var inputs = inputs(folder, name)
      inputs.schemas = []
      return Pipeline.generate(
        inputs, into: OutputFolder(folder["out"]), record: BuildRecord(path: folder["out/record"], tool: "1"))
    }
    let result = generate("A.swift")
    #expect(result.diagnostics.map(\.message) == [])
    #expect(
      result.written == ["A.swift", "Schema"].map { folder["out/\($0).graphql.swift"] })
    #expect(generate("B.swift").diagnostics.map(\.code) == [.missingSchema])
  }

  // MARK: - Inputs

  @Test func `a search finds the Swift files that have documents`() throws {
    let folder = try TemporaryFolder([
      "App/A.swift": "let a: GraphQLSource = \"query A { title }\"", "App/B.swift": "let b = 1",
      "App/c.graphql": "{ title }", "App/.build/D.swift": "let d: GraphQLSource = \"{ d }\"",
      "App/Old.graphql.swift":
        "// Generated by apusc from GraphQL. Changes here are lost: edit the .graphql files.\nGraphQLSource",
      "None/B.swift": "let b = 1",
    ])
    let search = DocumentSearch.run([folder["App"]], schemas: [])
    #expect(search.documents.map(\.path) == ["App/A.swift", "App/c.graphql"].map { folder[$0] })
    #expect(search.documents.map(\.output) == ["A.swift.graphql.swift", "c.graphql.swift"])
    #expect(search.diagnostics.isEmpty)
    #expect(DocumentSearch.run([folder["App/A.swift"]], schemas: []).documents.count == 1)
    for path in ["None", "None/B.swift"] {
      let none = DocumentSearch.run([folder[path]], schemas: [])
      #expect(none.diagnostics.map(\.code) == [.noDocuments])
    }
  }

  @Test func `the output of a Swift file is named after its path`() {
    #expect(OutputName.forDocument(at: "Row.swift") == "Row.swift.graphql.swift")
    #expect(OutputName.forDocument(at: "Views/Row.swift") == "Views_Row.swift.graphql.swift")
    #expect(OutputName.forDocument(at: "Schema.swift") != OutputName.shared(.schema, ofFolder: ""))
    #expect(OutputName.forDocument(at: "Row.graphql") != OutputName.forDocument(at: "Row.swift"))
  }

  @Test func `patterns for GraphQL files do not leave Swift files out, unless they exclude them`() throws {
    let folder = try TemporaryFolder([
      ".graphqlrc.json": #"{ "documents": "Sources/**/*.graphql", "exclude": "Sources/Old/**" }"#
    ])
    let project = EditorConfiguration.read(folder[".graphqlrc.json"]).configuration.project(for: [])
    #expect(project.includes(folder["Sources/A.swift"]))
    #expect(!project.includes(folder["Sources/Old/A.swift"]))
    #expect(!project.includes(folder["Other/a.graphql"]))
  }

  // MARK: - Modules

  @Test func `fragments in Swift files of a lower module can be spread`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": Self.schema,
      "Lib/Row.swift": "let row: GraphQLSource = \"fragment Row on Album { title }\"",
      "App/A.swift": "let a: GraphQLSource = \"query A { album { ...Row } }\"",
    ])
    var inputs = inputs(folder, "App/A.swift")
    inputs.documents.append(Document(path: folder["Lib/Row.swift"], module: "Lib"))
    var configuration = Configuration()
    configuration.generation.accessLevel = .public
    inputs.dependencies = [Dependency("Lib", configuration: configuration)]
    let result = Pipeline.generate(inputs, into: OutputFolder(folder["out"]))
    #expect(result.diagnostics.map(\.message) == [])
    let text = try folder.text(of: "out/App_A.swift.graphql.swift")
    #expect(text.contains("import Lib"))
    #expect(text.contains("typealias Album = RowData"))
    #expect(!text.contains("struct RowData"))
  }

  @Test func `a plugin that reads no Swift files is named where a fragment is missing`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": Self.schema, "App/a.graphql": "query A { ...Row ...Other }",
      "App/Row.swift": "let row: GraphQLSource = \"fragment Row on Query { title }\"",
      "Lib/other.graphql": "fragment Other on Query { title }",
    ])
    var inputs = inputs(folder, "App/a.graphql")
    inputs.hiddenModules = [
      HiddenModule("App", .swiftFiles, paths: [folder["App"]]),
      HiddenModule("Lib", .swiftFiles, paths: [folder["Lib"]]),
    ]
    let errors = Pipeline.check(inputs).diagnostics
    #expect(errors.map(\.code) == [.unknownFragment, .unknownFragment])
    let notes = errors.flatMap(\.notes)
    #expect(notes.count == 1)
    #expect(notes.first?.message.contains("Use ApusSwiftPlugin") == true)
    #expect(notes.first?.range?.position == SourcePosition(line: 1, column: 36))
  }
}
