import ApusSource
import Testing

@testable import ApusSyntax

@Suite(.timeLimit(.minutes(15))) struct StringValueTests {
  private func value(_ literal: String) throws -> String {
    let tree = SyntaxTree(names: NameTable())
    let node = try Parser.parseValue(SourceFile(path: "a", text: literal), isConstant: true, into: tree)
    return tree.stringValue(node)
  }

  @Test(arguments: [
    (#""""#, ""),
    (#""a b""#, "a b"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""x\u00e9y""#, "xéy"),
    (#""\u{1F600}\u{0}\u{00000041}""#, "😀\0A"),
    (#""\uD83D\uDE00!""#, "😀!"),
  ])
  func `a string has the value of its escapes`(literal: String, expected: String) throws {
    #expect(try value(literal).utf8.elementsEqual(expected.utf8))
  }

  @Test(arguments: [
    ("", ""),
    ("a", "a"),
    ("\n  a\n  b\n", "a\nb"),
    ("\n    a\n  b\n\n   c\n", "  a\nb\n\n c"),
    // The first line does not count for the indentation, and keeps its own.
    ("  a\n    b\n   c", "  a\n b\nc"),
    // Blank lines at both ends go, those between stay.
    ("\n \n\t\n  a\n\n  b\n\n \n", "a\n\nb"),
    (" \n\t", ""),
    ("a\r\nb\rc", "a\nb\nc"),
    ("\n\ta\n\t\tb", "a\n\tb"),
    ("a \\n \\u0041 \\", "a \\n \\u0041 \\"),
    ("a \\\"\"\" b", "a \"\"\" b"),
    ("a\u{2028}b\u{B}c", "a\u{2028}b\u{B}c"),
  ])
  func `a block string has the value that the specification computes`(text: String, expected: String) throws {
    // A backslash at the end must not touch the closing quotes.
    let closing = text.hasSuffix("\\") ? "\n\"\"\"" : "\"\"\""
    #expect(try value("\"\"\"" + text + closing) == expected)
  }
}
