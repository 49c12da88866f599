import ApusSource
import Testing

@testable import ApusSyntax

@Suite(.timeLimit(.minutes(15))) struct StringLiteralTests {
  @Test(arguments: [
    ("", #""""#), ("a \"b\" \\", #""a \"b\" \\""#), ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
    ("\0\u{1F}\u{7F}\u{9F}\u{A0}é😀", "\"\\u0000\\u001F\\u007F\\u009F\u{A0}é😀\""),
  ])
  func `a string is printed with its escapes`(value: String, literal: String) {
    #expect(StringLiteral.quoted(value) == literal)
  }

  @Test(arguments: [
    ("", "\"\"\"\"\"\""),
    ("short", "\"\"\"short\"\"\""),
    ("a\nb", "\"\"\"\na\nb\n\"\"\""),
    (" a", "\"\"\" a\"\"\""),
    ("a\"", "\"\"\"\na\"\n\"\"\""),
    ("a\\", "\"\"\"\na\\\n\"\"\""),
    (" a\"", "\"\"\" a\"\n\"\"\""),
    ("a\"\"\"b", "\"\"\"a\\\"\"\"b\"\"\""),
    ("a\n b", "\"\"\"\na\n b\n\"\"\""),
    (String(repeating: "x", count: 71), "\"\"\"\n" + String(repeating: "x", count: 71) + "\n\"\"\""),
  ])
  func `a block string is printed with its quotes`(value: String, literal: String) {
    #expect(StringLiteral.block(value) == literal)
  }

  @Test(arguments: [
    ("a\nb", "\"\"\"a\nb\"\"\""), ("a\n b", "\"\"\"\na\n b\"\"\""), ("a\"", "\"\"\"a\"\n\"\"\""),
    (String(repeating: "x", count: 71), "\"\"\"" + String(repeating: "x", count: 71) + "\"\"\""),
  ])
  func `minified block`(value: String, literal: String) {
    #expect(StringLiteral.block(value, minified: true) == literal)
  }

  @Test(arguments: ["\na", "a\n", " a\n b", " ", "\t", "a\rb", "a\u{B}", "a\n "])
  func `not every value can be a block`(value: String) {
    #expect(!StringLiteral.canBeBlock(value))
  }

  /// Every value over a small alphabet that can be a block reads back, both ways.
  @Test func `blocks read back`() throws {
    let letters = ["a", " ", "\n", "\"", "\\", "\t"]
    var values = [""]
    for _ in 0..<5 {
      values += values.suffix(letters.count * 400).flatMap { value in letters.map { value + $0 } }
    }
    for value in Set(values) where StringLiteral.canBeBlock(value) {
      for literal in [StringLiteral.block(value), StringLiteral.block(value, minified: true)] {
        let tree = SyntaxTree(names: NameTable())
        let node = try Parser.parseValue(SourceFile(path: "a", text: literal), isConstant: true, into: tree)
        #expect(tree.stringValue(node) == value)
      }
    }
  }
}
