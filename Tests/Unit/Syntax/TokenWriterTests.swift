import ApusSource
import Testing

@testable import ApusSyntax

@Suite(.timeLimit(.minutes(15))) struct TokenWriterTests {
  @Test(arguments: [
    ("", ""),
    (" # nothing\n", ""),
    (
      "query A ( $a : Int = 1 , $b : [ ID ! ] ) { a b ( c : $a ) { ... F } }",
      "query A($a:Int=1$b:[ID!]){a b(c:$a){...F}}"
    ),
    ("{ a ...F ... on T { b } }", "{a...F...on T{b}}"),
    ("{ f(a: 1 b: \"x\" c: \"y\") }", "{f(a:1 b:\"x\"c:\"y\")}"),
    ("\"\"\"\n  Text\n    more\n\"\"\"\ntype T", "\"Text\\n  more\"type T"),
    ("\u{FEFF}{\u{FEFF}a}", "{a}"),
    ("not } a document (", "not}a document("),
  ])
  func `what is ignored is not written`(text: String, expected: String) throws {
    #expect(try written(SourceFile(path: "a", text: text)) == expected)
  }

  @Test(arguments: [
    ("[\"\", \"a\"]", "[\"\" \"a\"]"),
    ("[\"\", \"\", \"\"]", "[\"\" \"\" \"\"]"),
    ("[\"a\", \"\"]", "[\"a\"\"\"]"),
    ("[\"\", 1, \"\", A]", "[\"\"1\"\"A]"),
    ("[1, 2.5, -3, A, true]", "[1 2.5 -3 A true]"),
    ("1 ...", "1 ..."),
    ("\"\" \"\"\"a\"\"\"", "\"\" \"a\""),
  ])
  func `a space is only where another token would begin`(text: String, expected: String) throws {
    #expect(try written(SourceFile(path: "a", text: text)) == expected)
  }

  /// All pairs of tokens, one of each kind, and strings with and without characters.
  @Test func `every pair of tokens is read as it was`() throws {
    let words = [
      "a", "_1", "1", "-2", "1.5", "1e3", "\"\"", "\"a\"", "\"\\\"\"", "\"\"\"\"\"\"", "\"\"\"b\"\"\"",
      "!", "$", "&", "(", ")", "...", ":", "=", "@", "[", "]", "{", "|", "}",
    ]
    for first in words {
      for second in words {
        for third in ["", "a", "\"\""] {
          let text = [first, second, third].joined(separator: " ")
          let output = try written(SourceFile(path: "a", text: text))
          #expect(try values(output) == values(text), "\(text) as \(output)")
        }
      }
    }
  }

  /// The tokens of a text: of strings their values.
  @Test(arguments: ["1", "a", "\"\"", "[Int!]!", "{ a: 1 }", "-1.5e3"])
  func `a part runs into no token`(_ part: String) {
    var writer = TokenWriter()
    writer.write("=")
    writer.write(part: part)
    writer.write(name: "b")
    writer.write(part: part)
    writer.write(string: "")
    writer.write(part: part)
    writer.writeSpread()
    writer.write(part: part)
    writer.write(number: "2")
    #expect(writer.string == "=\(part) b \(part) \"\" \(part) ...\(part) 2")
  }

  private func values(_ text: String) throws -> [String] {
    let source = SourceFile(path: "a", text: text)
    let reader = try TokenReader(source)
    var found: [String] = []
    while let token = try reader.next() {
      let isString = token.kind == .string || token.kind == .blockString
      found.append(isString ? "= " + token.stringValue(in: source) : source.text(token.start, token.end))
    }
    return found
  }
}

/// The tokens of a text, which need not be a document, as ``TokenWriter`` writes them.
func written(_ source: SourceFile) throws -> String {
  var writer = TokenWriter()
  let reader = try TokenReader(source)
  while let token = try reader.next() {
    let text = source.text(token.start, token.end)
    switch token.kind {
    case .name: writer.write(name: text)
    case .int, .float: writer.write(number: text)
    case .string, .blockString: writer.write(string: token.stringValue(in: source))
    case .spread: writer.writeSpread()
    default: for mark in text.unicodeScalars { writer.write(mark) }
    }
  }
  return writer.string
}
