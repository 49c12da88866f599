import ApusDiagnostics
import ApusJSON
import Testing

@testable import ApusCompiler

@Suite(.timeLimit(.minutes(5))) struct YAMLSubsetTests {
  @Test(
    arguments: [
      ("", [:]), ("# nothing\n\n---\n", [:]), ("\u{FEFF}a: b", ["a": "b"]), ("a", "a"), ("~", .null),
      ("a:", ["a": .null]), ("a: ~", ["a": .null]), ("a: null\nb: nulls", ["a": .null, "b": "nulls"]),
      ("a:\nb: c", ["a": .null, "b": "c"]),
      ("a:\n  b: c\n  d:\ne: f", ["a": ["b": "c", "d": .null], "e": "f"]),
      ("a:\n- b\n- c\nd: e", ["a": ["b", "c"], "d": "e"]), ("a:\n  - b\n", ["a": ["b"]]),
      ("- a\n-\n- b", ["a", .null, "b"]), ("-\n  a: b\n-\n- \n  - c", [["a": "b"], .null, ["c"]]),
      ("-", [.null]),
      ("-   a: b\n    c: d\n- e", [["a": "b", "c": "d"], "e"]), ("- - a\n  - b", [["a", "b"]]),
      ("a: [ b , c ]", ["a": ["b", "c"]]), ("a: []", ["a": []]), ("a: [b,]", ["a": ["b"]]),
      ("a: ['b, c', \"d]\"]", ["a": ["b, c", "d]"]]),
      ("\"a: b\": c", ["a: b": "c"]), ("'a' : b", ["a": "b"]), ("a : b", ["a": "b"]),
      ("a: b:c", ["a": "b:c"]), ("a:b", "a:b"), ("a: 'it''s'", ["a": "it's"]),
      ("a: ''", ["a": ""]), ("a: \"\"", ["a": ""]), ("a: b  # c\nd: e#f", ["a": "b", "d": "e#f"]),
      ("a: 'b # c' # d", ["a": "b # c"]), ("a: it's # b", ["a": "it's"]),
      ("extensions:\n  a: &b\n    - *c\nd: e", ["d": "e"]),
      ("a:\n  extensions: {}\n  b: c", ["a": ["b": "c"]]),
      ("...\r\na: b\r\nc: d", ["a": "b", "c": "d"]),
    ] as [(String, JSONOutput)])
  func `mappings, lists and texts on a line are read`(_ text: String, _ value: JSONOutput) throws {
    let source = SourceFile(path: "a.yml", text: text)
    #expect(try YAMLSubset.parse(source).text(lineDepth: 0) == value.text(lineDepth: 0))
  }

  /// Each row: a text, the part of it that is marked, and how the message begins.
  @Test(
    arguments: [
      ("a: b\n c", "c", "The line does not belong to anything."),
      ("- a\n  b", "b", "The line does not belong to anything."),
      ("  a: b\nc: d", "c: d", "The line is indented less than the first one"),
      ("a: b\n- c", "- c", "The line is indented less than the first one"),
      ("a: 'b'c", "'b'c", "The quote is not closed."), ("a: '", "'", "The quote is not closed."),
      ("a: \"b", "\"b", "The quote is not closed."), ("a: \"", "\"", "The quote is not closed."),
      ("'a: b", "'a: b", "The quote is not closed."), ("\"a", "\"a", "The quote is not closed."),
      ("é: [b, 'c]", "'c", "The quote is not closed."), ("a: [b, [c]]", "[c", "Apus reads only YAML"),
      ("a: [b", "[b", "A list in brackets must end on its line."),
      ("a: b\n[c]: d", "[c]: d", "Expected 'key: value'."),
      ("a: %b", "%b", "Apus reads only YAML mappings, lists and single-line texts, not '%'."),
      ("  é:   @b", "@b", "Apus reads only YAML mappings, lists and single-line texts, not '@'."),
      ("- `b", "`b", "Apus reads only YAML mappings, lists and single-line texts, not '`'."),
      ("a: >", ">", "Apus reads only YAML mappings, lists and single-line texts, not '>'."),
      ("-   &b", "&b", "Apus reads only YAML mappings, lists and single-line texts, not '&'."),
      ("a: 1\nb: 2\n\"a\": 3", "\"a\"", "The key \"a\" is given twice."),
      ("a: b\n...\nc: d", "...", "The file contains a second document."),
      ("a:\n \tb", "\t", "YAML indents with spaces."),
    ])
  func `what is not read is marked`(_ text: String, _ marked: String, _ message: String) {
    let source = SourceFile(path: "a.yml", text: text)
    do {
      let value = try YAMLSubset.parse(source)
      Issue.record("\(value.text(lineDepth: 0))")
    } catch {
      #expect(source.text(error.start, error.end) == marked)
      #expect(error.message.hasPrefix(message), "\(error.message)")
    }
  }

  @Test func `values may be nested 32 deep`() throws {
    func nested(_ depth: Int) -> SourceFile {
      SourceFile(path: "a.yml", text: String(repeating: "- ", count: depth - 1) + "a")
    }
    #expect(try YAMLSubset.parse(nested(32)).text(lineDepth: 0).filter { $0 == "[" }.count == 31)
    #expect(throws: YAMLSubset.Failure.self) { try YAMLSubset.parse(nested(33)) }
  }
}
