import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import Testing

@testable import ApusLanguageServer

@Suite(.timeLimit(.minutes(15))) struct FragmentReachTests {
  private let index: DocumentIndex

  init() {
    let names = NameTable()
    let schema = SchemaLoader.load(
      [SourceFile(path: "s.graphqls", text: "type Query { a: Query }")], names: names
    ).schema
    let tree = SyntaxTree(names: names)
    for (path, text) in [
      ("F", "fragment F on Query { a { ...G } }"), ("G", "fragment G on Query { ...F }"),
      ("H", "fragment H on Query { a } query Q { ...F }"), ("broken", "fragment Broken on Query { a"),
    ] {
      _ = Parser.parse(SourceFile(path: path, text: text), into: tree)
    }
    index = DocumentIndex(tree, schema)
  }

  /// What does not parse spreads nothing.
  @Test(arguments: [
    ("{ ...F }", ["F", "G", "new"]), ("{ a { ...G } }", ["F", "G", "new"]), ("{ ...H }", ["H", "new"]),
    ("{ ...None }", ["new"]), ("{ a }", ["new"]), ("{ ...H ...F }", ["F", "G", "H", "new"]),
    ("{ ...F", ["new"]),
  ])
  func `a document reaches those of its fragments and of theirs`(_ text: String, _ expected: [String]) {
    let paths = FragmentReach(index).paths(from: [SourceFile(path: "new", text: text)])
    #expect(paths.sorted() == expected)
  }

  @Test(arguments: [
    ("unused-fragment", "F", true), ("duplicate-fragment", "F", true), ("duplicate-operation", "F", true),
    ("identical-operations", "F", true), ("anonymous-operation", "F", true), ("unknown-field", "F", false),
    ("unknown-fragment", "None", false), ("unknown-fragment", "Broken", true),
  ])
  func `what depends on all documents`(_ code: String, _ name: String, _ expected: Bool) {
    let file = SourceFile(path: "new", text: name)
    let range = SourceRange(file: file, start: 0, end: file.count)
    let code = DiagnosticCode(code, title: "", explanation: "", example: "", fix: "")
    let diagnostic = Diagnostic(.error, code, "", at: [range])
    #expect(FragmentReach.needsAllDocuments(diagnostic, index) == expected)
  }
}
