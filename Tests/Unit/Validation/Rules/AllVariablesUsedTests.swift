import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct AllVariablesUsedTests {
  private func check(_ document: String) -> [String] {
    diagnostics([.unusedVariable], document, schema: "type Query { a(x: Int): Query }")
  }

  @Test func `a variable that a fragment uses is used`() {
    #expect(
      check("query ($x: Int, $y: Boolean) { a(x: $x) ...F } fragment F on Query { a @skip(if: $y) }").isEmpty)
  }

  @Test func `a variable that nothing uses is reported`() {
    #expect(check("query ($x: Int) { a }") == ["1:8 Variable \"$x\" is never used."])
    #expect(
      check("query A($x: Int, $y: Int) { a(x: $x) } query B($x: Int) { a } fragment F on Query { a(x: $y) }")
        == [
          "1:18 Variable \"$y\" is never used in operation \"A\".",
          "1:48 Variable \"$x\" is never used in operation \"B\".",
        ])
  }

  @Test func `a note marks the variable's own use in a directive for clients`() {
    let names = NameTable()
    let source = SourceFile(path: "schema.graphqls", text: "type Query { a: Int b: Int }")
    let schema = SchemaLoader.load([source], names: names, clientDirectives: []).schema
    let document = "query ($x: ID, $y: ID) { a @deleteEdge(of: $y) b @appendNode(to: $x) }"
    let tree = SyntaxTree(names: names)
    _ = Parser.parse(SourceFile(path: "1.graphql", text: document), into: tree)
    let found = Validator.validate(DocumentIndex(tree, schema)).filter { $0.code == .unusedVariable }
    let message = "This use is for clients and is not sent."
    let advice = message + " " + ClientDirective.adviceOnConnections
    #expect(found.map { $0.notes.map(\.message) } == [[message], [advice]])
    #expect(found.map { $0.notes.first?.range?.position.column } == [66, 44])
  }
}
