import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import Testing

@testable import ApusShapes
@testable import ApusSwiftModel

/// Fields that a schema says are null only where they have an error.
@Suite(.timeLimit(.minutes(15))) struct SemanticNonNullTests {
  private static let link =
    #"extend schema @link(url: "https://specs.apollo.dev/nullability/v0.4", import: ["@semanticNonNull", "@semanticNonNullField"])"#

  private func read(_ text: String) -> (levels: [String: UInt32], messages: [String]) {
    let source = SourceFile(path: "s.graphqls", text: Self.link + "\n" + text)
    let schema = SchemaLoader.load([source], names: NameTable(), clientDirectives: []).schema
    let sink = DiagnosticSink()
    let found = SemanticNonNull(schema, sink)
    var levels: [String: UInt32] = [:]
    for (field, bits) in found.levels {
      let definition = schema[field]
      levels["\(schema.name(definition.parent)).\(schema.names.string(definition.name))"] = bits
    }
    let messages = sink.all.map { diagnostic in
      diagnostic.ranges.map { $0.file.text($0.start, $0.end) }.joined() + ": " + diagnostic.message
    }
    return (levels, messages)
  }

  @Test func `levels are bits, and levels that are never null have none`() {
    let (levels, messages) = read(
      """
      type Query {
        a: Int @semanticNonNull b: [[Int]] @semanticNonNull(levels: [0, 2]) c: [Int!] @semanticNonNull(levels: [0, 1])
        d: Int! @semanticNonNull e: Int
      }
      """)
    #expect(
      levels == ["Query.a": 1, "Query.b": 5, "Query.c": 1] && messages.isEmpty, "\(levels) \(messages)")
  }

  @Test(arguments: [
    (
      "type Query { a: [Int] @semanticNonNull(levels: [2]) }", "@semanticNonNull(levels: [2])",
      "\"levels\" must be numbers from 0, the field itself, to 1, the innermost elements. \"@semanticNonNull\""
    ),
    (
      "type Query { a: Int @semanticNonNull(levels: [-1]) }", "@semanticNonNull(levels: [-1])",
      "\"levels\" must be numbers from 0, the field itself, to 0, the innermost elements. \"@semanticNonNull\""
    ),
    (
      "type Query { a: Int @semanticNonNull(levels: [\"x\"]) }", "@semanticNonNull(levels: [\"x\"])",
      "\"levels\" must be numbers from 0, the field itself, to 0, the innermost elements. \"@semanticNonNull\""
    ),
    (
      "type Query @semanticNonNullField(name: \"no\") { a: Int }", "@semanticNonNullField(name: \"no\")",
      "\"Query\" has no field \"no\". \"@semanticNonNullField\""
    ),
    (
      "type Query @semanticNonNullField(name: \"\") { a: Int }", "@semanticNonNullField(name: \"\")",
      "\"Query\" has no field \"\". \"@semanticNonNullField\""
    ),
    (
      "type Query @semanticNonNullField { a: Int }", "@semanticNonNullField",
      "\"Query\" has no field \"\". \"@semanticNonNullField\""
    ),
  ])
  func `a directive without an effect says why`(_ schema: String, _ directive: String, _ message: String) {
    let (levels, messages) = read(schema)
    #expect(levels.isEmpty && messages == ["\(directive): \(message) has no effect here."], "\(messages)")
  }

  @Test func `types keep the promises of their interfaces, and those of extensions`() {
    let (levels, messages) = read(
      """
      type Query { a: A }
      interface N { a: Int @semanticNonNull b: [Int] c: Int }
      extend interface N @semanticNonNullField(name: "b", levels: [0, 1])
      type A implements N { a: Int b: [Int!] c: Int } type B implements N { a: Int! b: [Int]! c: Int } type C { a: Int b: Int }
      interface M implements N { a: Int b: [Int] c: Int }
      """)
    #expect(messages.isEmpty)
    #expect(
      levels.filter { $0.value != 0 } == [
        "N.a": 1, "N.b": 3, "A.a": 1, "A.b": 1, "B.b": 2, "M.a": 1, "M.b": 3,
      ], "\(levels)")
  }

  /// What one parent does not promise may be null, in whatever order the selections come.
  @Test(arguments: [
    ("{ node { a ... on A { a x } } }", true), ("{ node { ... on A { a x } a } }", true),
    ("{ node { ... on A { a x } } }", false),
  ])
  func `a field that only the object's type promises`(_ document: String, _ isOptional: Bool) throws {
    let schema = """
      \(Self.link)
      type Query { node: N } interface N { a: Int }
      type A implements N { a: Int @semanticNonNull x: Int } type B implements N { a: Int }
      """
    let source = SourceFile(path: "schema.graphqls", text: schema)
    let names = NameTable()
    let tree = SyntaxTree(names: names)
    let loaded = SchemaLoader.load([source], names: names, clientDirectives: []).schema
    #expect(Parser.parse(SourceFile(path: "a.graphql", text: "query Q " + document), into: tree).isEmpty)
    let (program, diagnostics) = Lowering.lower(DocumentIndex(tree, loaded), GenerationOptions())
    #expect(diagnostics.allSatisfy { $0.severity != .error }, "\(diagnostics.map(\.message))")
    guard case .type(let data) = try #require(program.operations.first).data,
      case .type(let node) = try #require(data.members.first)
    else {
      Issue.record("there is no type of \"node\"")
      return
    }
    let a = try #require(node.cases.first?.payload.properties.first { $0.swiftName == "a" })
    #expect(a.field.type.isNonNull == !isOptional && a.field.nulls.has(.isPromised) == !isOptional)
  }
}
