import ApusDiagnostics
import Testing

@testable import ApusSyntax

@Suite(.timeLimit(.minutes(5))) struct MinifierTests {
  private func minified(_ text: String) throws -> String {
    try Minifier.minified(SourceFile(path: "a", text: text))
  }

  @Test(arguments: [
    ("", ""),
    (" # nothing\n", ""),
    (
      "query A ( $a : Int = 1 , $b : [ ID ! ] ) { a b ( c : $a ) { ... F } }",
      "query A($a:Int=1$b:[ID!]){a b(c:$a){...F}}"
    ),
    ("{ a ...F ... on T { b } }", "{a ...F ...on T{b}}"),
    ("{ f(a: 1 b: \"x\" c: \"y\") }", "{f(a:1 b:\"x\" c:\"y\")}"),
    ("\"\"\"\n  Text\n    more\n\"\"\"\ntype T", "\"\"\"\nText\n  more\"\"\" type T"),
    ("\u{FEFF}{\u{FEFF}a}", "{a}"),
    ("not } a document (", "not}a document("),
  ])
  func `removes what is ignored`(text: String, expected: String) throws {
    #expect(try minified(text) == expected)
  }

  @Test func `is stable`() throws {
    let once = try minified(
      "type T { \"\"\"\n a\"\"\" f(a: Int = 1): [T!]! @d(x: \"\"\"\n\n  b\n c\n\"\"\") }")
    #expect(try minified(once) == once)
  }

  @Test func `refuses what is no token`() {
    #expect(throws: SyntaxError.self) { try minified("{ a ? }") }
  }
}
