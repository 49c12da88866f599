import ApusSource
import TestSupport
import Testing

@testable import ApusDriver

/// Errors are where their cause can be corrected.
@Suite(.timeLimit(.minutes(15))) struct ErrorPlaceTests {
  private func text(_ diagnostic: Diagnostic?) -> String? {
    diagnostic?.ranges.first.map { $0.file.text($0.start, $0.end) }
  }

  @Test func `a wrong path of a schema is reported at its key`() throws {
    let folder = try TemporaryFolder([
      "apus.json": #"{ "schema": "none/api.graphqls" }"#, "a.graphql": "{ a }",
    ])
    let (configuration, _) = ConfigurationFile.read(folder["apus.json"])
    let inputs = Inputs(
      schemas: configuration.schemas, documents: [Document(path: folder["a.graphql"])],
      configuration: configuration)
    let errors = Pipeline.check(inputs).diagnostics
    #expect(errors.map(\.code) == [.unreadableFile])
    #expect(text(errors.first) == #""schema""#)
    #expect(errors.first?.message.contains("none/api.graphqls") == true)
  }

  @Test func `a wrong path of a manifest is reported at its key`() throws {
    let folder = try TemporaryFolder(["apus.json": #"{ "operationIdentifiers": "none.json" }"#])
    let errors = ConfigurationFile.read(folder["apus.json"]).diagnostics
    #expect(errors.compactMap(text) == [#""operationIdentifiers""#])
  }

  @Test func `a comment's key is said to be one`() throws {
    let source = SourceFile(path: "apus.json", text: #"{ "//": "ours" }"#)
    #expect(
      ConfigurationFile.read(source).diagnostics.map(\.message).first?.contains(
        "apus.json cannot contain comments") == true)
  }

  @Test func `a fragment of a dependency's name is an error in the target`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": "type Query { a: Int }", "app/a.graphql": "query A { ...F } fragment F on Query { a }",
      "lib/f.graphql": "fragment F on Query { a }",
    ])
    let inputs = Inputs(
      schemas: [folder["s.graphqls"]],
      documents: [
        Document(path: folder["app/a.graphql"]), Document(path: folder["lib/f.graphql"], module: "Lib"),
      ], dependencies: [Dependency("Lib", configuration: Configuration(), dependencies: [])])
    let errors = Pipeline.check(inputs).diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.code) == [.duplicateFragment])
    #expect(errors.first?.ranges.first?.file.path == folder["app/a.graphql"])
    #expect(errors.first?.notes.map { $0.range?.file.path } == [folder["lib/f.graphql"]])
    #expect(errors.first?.notes.first?.message.contains("\"Lib\"") == true)
  }

  @Test func `a fragment that is hidden is explained once, and nothing else is called unused`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": "type Query { a: Int }", "lib/f.graphql": "fragment Row on Query { a }",
      "app/a.graphql": "query A { ...Row } query B { x: a ...Row } fragment Rows on Query { a }",
    ])
    var inputs = Inputs(schemas: [folder["s.graphqls"]], documents: [Document(path: folder["app/a.graphql"])])
    inputs.hiddenModules = [HiddenModule("Lib", .internal, paths: [folder["lib"]])]
    let found = Pipeline.check(inputs).diagnostics
    #expect(found.map(\.code) == [.unknownFragment, .unknownFragment])
    #expect(found.map(\.notes.count) == [1, 0])
    #expect(found.first?.notes.first?.message.contains("\"Lib\"") == true)
  }

  @Test func `a query in a schema file is named`() throws {
    let folder = try TemporaryFolder(["schema.graphql": "query Q { a }", "a.graphql": "{ a }"])
    let inputs = Inputs(schemas: [folder["schema.graphql"]], documents: [Document(path: folder["a.graphql"])])
    let errors = Pipeline.check(inputs).diagnostics
    #expect(errors.map(\.code) == [.misnamedSchema])
    #expect(text(errors.first) == "Q")
  }

  @Test func `types at the beginning of a document are probably a schema`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": "type Query { a: Int }", "api.graphql": "type Query { a: Int } type B { b: Int }",
    ])
    let inputs = Inputs(schemas: [folder["s.graphqls"]], documents: [Document(path: folder["api.graphql"])])
    let errors = Pipeline.check(inputs).diagnostics.filter { $0.code == .notExecutable }
    #expect(errors.map(\.notes.count) == [1, 0])
  }

  @Test func `keys that become one property are reported`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": "type Query { created_at: Int createdAt: Int }",
      "a.graphql": "query A { created_at createdAt }",
    ])
    var inputs = Inputs(schemas: [folder["s.graphqls"]], documents: [Document(path: folder["a.graphql"])])
    #expect(Pipeline.lower(inputs).diagnostics.map(\.code) == [])
    inputs.configuration.generation.convertsFieldCase = true
    let found = Pipeline.lower(inputs).diagnostics
    #expect(found.map(\.code) == [.nameCollision])
    #expect(found.first?.message.contains("\"createdAt_\"") == true)
  }
}
