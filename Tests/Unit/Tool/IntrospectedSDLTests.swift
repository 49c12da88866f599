import ApusDriver
import ApusFormatter
import ApusSchema
import ApusSource
import ApusSyntax
import Foundation
import ReferencePrinter
import TestSupport
import Testing

@testable import ApusMock
@testable import ApusTool

/// What `fetch-schema` writes, compared with the schema that the server has.
@Suite(.computing, .timeLimit(.minutes(15))) struct IntrospectedSDLTests {
  /// The schemas of the golden cases and the samples, and of public projects where they are at hand.
  private static let schemas: [String] = {
    let corpus = Repository.folder.appendingPathComponent("../shared/corpus")
    let names = ["schema.graphqls", "schema.graphql", "schema.docs.graphql"]
    return [Repository.samples, Repository.goldenCases, corpus].flatMap { folder in
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.fileSizeKey])
      return (files?.compactMap { $0 as? URL } ?? [])
        .filter { file in
          let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize
          return names.contains(file.lastPathComponent) && size ?? .max < 300_000
        }
        .map(\.path).sorted()
    }
  }()

  @Test func `a schema is the same after it was fetched, in the reference's form but for the layout`() throws
  {
    var count = 0
    for path in IntrospectedSDLTests.schemas {
      let source = try FileSystem.read(path)
      let loaded = SchemaLoader.load([source], names: NameTable())
      // A subgraph may lack a query type; no server does.
      guard loaded.diagnostics.isEmpty, loaded.schema.queryType != nil,
        !definesStandardDirective(loaded.schema)
      else { continue }
      count += 1
      try expectSameSchema(introspection(of: source), path)
    }
    #expect(count > 100)
  }

  @Test(arguments: 1...40) func `random descriptions and reasons come back`(_ seed: UInt64) throws {
    var random = SeededWords(state: seed)
    let path = Repository.samples.appendingPathComponent("zoo/schema.graphqls").path
    let result = introspection(of: try FileSystem.read(path))
    try expectSameSchema(random.replaceTexts(in: result), "seed \(seed)")
  }

  @Test func `root types by the default names need no definition, others do`() throws {
    let text = try fetched(introspection(of: SourceFile(path: "a.graphqls", text: "type Query { a: Int }")))
    #expect(!text.contains("schema {"))
    for sdl in [
      "type Museum { a: Int } schema { query: Museum }",
      "\"A museum.\" schema { query: Query } type Query { a: Int }",
      "schema { query: Query } type Query { a: Int } type Mutation { b: Int }",
    ] {
      let text = try fetched(introspection(of: SourceFile(path: "a.graphqls", text: sdl)))
      #expect(text.contains("schema {\n  query: "))
    }
  }

  @Test func `a server's @apus is left out, and a comment says so`() throws {
    let sdl = "directive @ours(b: Int) on FIELD type Query { a: Int }"
    let result = introspection(of: SourceFile(path: "a.graphqls", text: sdl)).line
    let text = try fetched(result.replacing("\"ours\"", with: "\"apus\""))
    let rest = try fetched(result).replacing("directive @ours(b: Int) on FIELD\n\n", with: "")
    let comment =
      "# The server's definition of @apus is left out, because the compiler has its own.\n\n"
    #expect(text.contains(comment) && text.replacing(comment, with: "") == rest)
    #expect(!text.contains("directive @apus"))
  }

  // MARK: - Comparison

  /// Whether a schema defines what the specification defines. A server lists these in another order.
  private func definesStandardDirective(_ schema: Schema) -> Bool {
    schema.allDirectives.contains {
      let node = schema[$0].node
      return ["skip", "include", "deprecated", "specifiedBy", "oneOf", "defer"].contains(
        schema.tree.name(node))
        && schema.tree.fileIndex(of: node) == 1
    }
  }

  /// Checks that the SDL of an introspection result means the same, is a fixed point, and has the reference's tokens and empty lines.
  private func expectSameSchema(_ result: JSONOutput, _ comment: String) throws {
    let text = try fetched(result)
    let again = introspection(of: SourceFile(path: "fetched.graphqls", text: text))
    expectEqual(again.line, result.line, comment)
    expectEqual(try fetched(again), text, comment)
    let json = SourceFile(path: "schema.json", text: result.line)
    let reference = SchemaPrinter.print(SchemaLoader.load([json], names: NameTable()).schema)
    let formatted = Formatter.format(SourceFile(path: "reference.graphqls", text: reference)).text
    expectEqual(text, String(decoding: formatted, as: UTF8.self), comment)
  }

  /// Like an expectation of equality, but shows only where two long texts begin to differ.
  private func expectEqual(_ text: String, _ expected: String, _ comment: String) {
    let common = zip(text.utf8, expected.utf8).prefix { $0 == $1 }.count
    if common == text.utf8.count, common == expected.utf8.count { return }
    func excerpt(_ text: String) -> String {
      String(decoding: text.utf8.dropFirst(max(0, common - 100)).prefix(200), as: UTF8.self)
    }
    Issue.record("\(comment): \(excerpt(text))\nis not\n\(excerpt(expected))")
  }

  /// The result of the whole introspection query by the mock server.
  private func introspection(of source: SourceFile) -> JSONOutput {
    let answers = MockAnswers([source], MockSchema([source]), MockExamples(), MockOptions())
    let query = IntrospectionQuery.text(.september2025, depth: 10)
    guard case .response(let result) = answers.answer(query, operationName: nil, variables: .object([]))
    else {
      Issue.record("\(source.path) cannot be introspected")
      return .null
    }
    return result
  }

  private func fetched(_ result: JSONOutput) throws -> String { try fetched(result.line) }

  private func fetched(_ json: String) throws -> String {
    try SchemaDownload.fetch(as: .sdl) { _ throws(SchemaDownload.Failure) in
      SchemaDownload.Answer(
        status: 200, contentType: "application/json", body: Array(json.utf8))
    }
  }
}

/// Texts that are hard to write as strings of GraphQL.
private struct SeededWords {
  var state: UInt64

  private static func isSpecified(_ name: String) -> Bool {
    [
      "Int", "Float", "String", "Boolean", "ID", "skip", "include", "deprecated", "specifiedBy", "oneOf",
      "defer",
      "stream",
    ].contains(name.trimmingCharacters(in: ["\""])) || name.hasPrefix("\"__")
  }

  /// Replaces descriptions and the reasons of deprecations.
  mutating func replaceTexts(in value: JSONOutput) -> JSONOutput {
    switch value {
    case .array(let elements): .array(elements.map { replaceTexts(in: $0) })
    // The specification says what its own types and directives are for.
    case .object where SeededWords.isSpecified(value["name"]?.line ?? ""): value
    case .object(let members):
      .object(
        members.map { name, value in
          if name == "description" { return (name, next(3) == 0 ? .null : .string(text())) }
          if name == "deprecationReason", case .string = value { return (name, .string(text())) }
          return (name, replaceTexts(in: value))
        })
    default: value
    }
  }

  private mutating func text() -> String {
    let parts = [
      "a", "word", " ", "  ", "\n", "\n\n", "\"", "\"\"\"", "\\", "#", "\t", "\r", "\u{7}", "é", "{", "(",
      "}", ",",
    ]
    return (0..<next(9)).map { _ in parts[next(parts.count)] }.joined()
  }

  private mutating func next(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }
}
