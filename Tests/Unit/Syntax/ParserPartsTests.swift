import ReferencePrinter
import ApusSource
import Testing

@testable import ApusSyntax

@Suite(.timeLimit(.minutes(15))) struct ParserPartsTests {
  @Test(arguments: [
    "null", "[123, \"abc\"]", "{ a: { b: [] } }", "ENUM", "$v", "\"\"\"block\"\"\"", "-1.5e3",
  ])
  func `a value is parsed alone`(text: String) throws {
    let tree = SyntaxTree(names: NameTable())
    let node = try Parser.parseValue(SourceFile(path: "a", text: text), isConstant: false, into: tree)
    #expect(Printer.print(node, of: tree) == text)
    #expect(tree.text(of: node) == text)
  }

  @Test(arguments: ["T", "T!", "[T]", "[T!]!", "[[T]]"])
  func `a type is parsed alone`(text: String) throws {
    let tree = SyntaxTree(names: NameTable())
    let node = try Parser.parseType(SourceFile(path: "a", text: text), into: tree)
    #expect(Printer.print(node, of: tree) == text)
  }

  @Test func `parts follow one another in a tree`() throws {
    let tree = SyntaxTree(names: NameTable())
    let first = try Parser.parseType(SourceFile(path: "a", text: "[A]"), into: tree)
    let second = try Parser.parseValue(SourceFile(path: "b", text: "{ a: 1 }"), isConstant: true, into: tree)
    #expect(tree.source(of: first).path == "a")
    #expect(tree.source(of: second).path == "b")
    #expect(Printer.print(second, of: tree) == "{ a: 1 }")
  }

  @Test func `refused parts leave nothing`() {
    let tree = SyntaxTree(names: NameTable())
    for text in ["", "[1", "1 2", "$v", "?"] {
      #expect(throws: SyntaxError.self) {
        try Parser.parseValue(SourceFile(path: "a", text: text), isConstant: true, into: tree)
      }
    }
    #expect(throws: SyntaxError.self) { try Parser.parseType(SourceFile(path: "a", text: "[T"), into: tree) }
    #expect(tree.count == 0 && tree.files.isEmpty)
  }
}
