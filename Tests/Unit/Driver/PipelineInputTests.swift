import ApusSource
import Foundation
import TestSupport
import Testing

@testable import ApusDriver

/// What a run says of files that are missing or no good.
@Suite(.timeLimit(.minutes(15))) struct PipelineInputTests {
  private let schema = "type Query { album: String }"

  @Test func `accepts documents that fit the schema`() throws {
    #expect(try check(["s.graphqls": schema, "a.graphql": "{ album }"]) == [])
  }

  @Test func `misses a schema`() throws {
    #expect(try check(["a.graphql": "{ album }"], schemas: []) == ["missing-schema"])
  }

  @Test func `says that a schema cannot be read`() throws {
    #expect(try check(["a.graphql": "{ album }"]) == ["unreadable-file"])
  }

  @Test func `tells two schemas from one in two files`() throws {
    let second = "type Query { artist: String }"
    #expect(
      try check(
        ["s.graphqls": schema, "t.graphqls": second, "a.graphql": "{ album }"],
        schemas: ["s.graphqls", "t.graphqls"]) == ["two-schemas"])
    #expect(
      try check(
        ["s.graphqls": schema, "t.graphqls": "extend " + second, "a.graphql": "{ album artist }"],
        schemas: ["s.graphqls", "t.graphqls"]) == [])
  }

  @Test func `reads a schema once that is given twice`() throws {
    #expect(
      try check(
        ["s.graphqls": schema, "a.graphql": "{ album }"], schemas: ["s.graphqls", "./s.graphqls"]) == [])
  }

  @Test(arguments: ["", "\u{FEFF}", " ,\n\t", "# { album }", "# a\r# b\r\n,"])
  func `wants a definition in every file`(_ text: String) throws {
    #expect(try check(["s.graphqls": schema, "a.graphql": text]) == ["empty-file"])
    #expect(try check(["s.graphqls": text, "a.graphql": "{ album }"]) == ["empty-file"])
  }

  @Test func `reports every file that is no good`() throws {
    let codes = try check([
      "s.graphqls": schema, "a.graphql": "{ album", "b.graphql": "#", "c.graphql": "{ album(: 1) }",
    ])
    #expect(codes.sorted() == ["empty-file", "syntax-error", "syntax-error"])
  }

  @Test func `a syntax error silences only what it may hide`() throws {
    let schema = "type Query { album: Album } type Album { title: String }"
    let files = [
      "s.graphqls": schema,
      // Its definition does not parse, and may use $b.
      "broken.graphql": "fragment Broken on Album { title( }\nquery Also { album { ...Spread ? } }",
      "a.graphql": """
      query A($a: String) { album { ...Misspelt } }
      query B($b: String) { album { ...Broken } }
      query C($c: String) { album { title } }
      fragment Spread on Album { ...Below }
      fragment Below on Album { title }
      fragment Unused on Album { title }
      """,
    ]
    let folder = try TemporaryFolder(files)
    let inputs = Inputs(
      schemas: [folder["s.graphqls"]],
      documents: ["a.graphql", "broken.graphql"].map { Document(path: folder[$0]) })
    let found = Pipeline.check(inputs).diagnostics.sortedByPlace().map {
      "\($0.ranges[0].position.line) \($0.code.name)"
    }
    #expect(
      found == [
        "1 unused-variable", "1 unknown-fragment", "3 unused-variable", "1 syntax-error",
        "2 syntax-error",
      ])
  }

  @Test func `a file that cannot be read may hold any fragment`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": schema,
      "a.graphql":
        "query A($a: String) { album ...F } query B($b: String) { album } fragment G on Query { album }",
    ])
    #expect(
      check(folder, ["a.graphql", "missing.graphql"], ["s.graphqls"]).sorted() == [
        "unreadable-file", "unused-variable",
      ])
  }

  @Test func `refuses text that is not UTF-8`() throws {
    let folder = try TemporaryFolder(["s.graphqls": schema])
    try Data([0x23, 0xE9, 0x0A, 0x7B, 0x61, 0x7D]).write(to: URL(fileURLWithPath: folder["a.graphql"]))
    #expect(check(folder, ["a.graphql"], ["s.graphqls"]) == ["invalid-utf8"])
  }

  @Test func `says that a schema is not watched`() {
    let inputs = Inputs(schemas: ["a/s.graphqls", "a/./t.graphqls"], documents: [])
    #expect(inputs.untrackedFiles(watched: ["a/s.graphqls", "a/t.graphqls"]).isEmpty)
    #expect(inputs.untrackedFiles(watched: ["a/t.graphqls"]).map(\.path) == ["a/s.graphqls"])
  }

  private func check(_ files: [String: String], schemas: [String] = ["s.graphqls"]) throws -> [String] {
    let documents = files.keys.filter { $0.hasSuffix(".graphql") }.sorted()
    return check(try TemporaryFolder(files), documents, schemas)
  }

  private func check(_ folder: TemporaryFolder, _ documents: [String], _ schemas: [String]) -> [String] {
    let inputs = Inputs(
      schemas: schemas.map { folder[$0] }, documents: documents.map { Document(path: folder[$0]) })
    return Pipeline.check(inputs).diagnostics.map(\.code.name)
  }
}
