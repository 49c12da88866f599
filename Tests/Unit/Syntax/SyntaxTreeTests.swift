import ApusSource
import Testing

@testable import ApusSyntax

@Suite(.timeLimit(.minutes(15))) struct SyntaxTreeTests {
  @Test func `a node is small`() { #expect(MemoryLayout<Node>.stride == 24) }

  @Test func `files of a tree`() {
    let tree = SyntaxTree(names: NameTable())
    for (path, text) in [("a", "{ a }"), ("empty", "?"), ("b", "{ b } { c }")] {
      _ = Parser.parse(SourceFile(path: path, text: text), into: tree)
    }
    #expect(tree.files.map(\.source.path) == ["a", "empty", "b"])
    #expect(tree.files.map(\.isWellFormed) == [true, false, true])
    #expect(tree.files.map { Array(tree.definitions($0)).count } == [1, 0, 2])
    #expect(Array(tree.definitions).count == 3)
    for file in tree.files {
      for node in file.first..<file.end { #expect(tree.source(of: node) === file.source) }
    }
  }

  @Test func `the tree grows`() {
    let parsed = Parsed(String(repeating: "{ a b c }\n", count: 1000))
    #expect(parsed.summary.isEmpty)
    #expect(parsed.tree.count == 5000)
    #expect(Array(parsed.tree.definitions).count == 1000)
  }

  @Test func `parts of a definition`() throws {
    let parsed = Parsed("query ($a: [Int] = 3 @d) { f(x: $a) }")
    let variable = try #require(parsed.tree.child(0, .variableDefinition))
    #expect(parsed.tree.type(variable).map(parsed.tree.text) == "[Int]")
    #expect(parsed.tree.value(variable).map(parsed.tree.text) == "3")
    #expect(parsed.tree.range(of: variable).position.column == 8)
  }

  @Test func `arguments of a directive`() throws {
    let tree = Parsed("query @b @a(s: \"x\", t: true, n: 7, e: RED, l: [1, 2]) { s }").tree
    let directive = try #require(tree.directive(tree.names.find("a"), on: 0))
    #expect(tree.name(directive) == "a")
    #expect(tree.directive(tree.names.find("s"), on: 0) == nil)
    let value = { (name: String) in tree.argument(name, of: directive) }
    #expect(tree.string(value("s")) == "x" && tree.string(value("t")) == nil)
    #expect(tree.boolean(value("t")) == true && tree.boolean(value("s")) == nil)
    #expect(tree.integer(value("n")) == 7 && tree.integer(value("e")) == nil)
    #expect(tree.word(value("e")) == "RED" && tree.word(value("n")) == nil)
    #expect(value("l").map(tree.elements)?.map(tree.integer) == [1, 2])
    #expect(value("n").map(tree.elements)?.map(tree.integer) == [7])
    #expect(value("a") == nil && value("unknown") == nil && tree.string(value("unknown")) == nil)
  }
}
