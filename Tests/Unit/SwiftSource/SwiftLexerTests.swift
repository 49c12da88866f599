import ApusSource
import Testing

@testable import ApusSwiftSource

@Suite(.timeLimit(.minutes(15))) struct SwiftLexerTests {
  private func words(_ text: String) -> [String] {
    SwiftLexer.tokens(of: SourceFile(path: "Text.swift", text: text)).filter(\.isWord).map(\.text)
  }

  @Test func `leaves comments and strings out`() {
    #expect(words("a // b\n/* c /* d */ e */ f \"g\" h") == ["a", "f", "h"])
    #expect(words("a \"\"\"\n b \" c\n\"\"\" d") == ["a", "d"])
    #expect(words("a #\"b \\(c) \" d\"# e") == ["a", "e"])
    #expect(words("a #/b \\/ c/# d") == ["a", "d"])
  }

  @Test(arguments: [
    ("a #//# b", ["a", "b"]), ("a #//b/c/# d", ["a", "d"]), ("a ##/b/#c/## d", ["a", "d"]),
    ("a // b\rc", ["a", "c"]), ("a /* b */*/ c", ["a", "c"]), ("1e3 a 0x1F", ["a"]),
    ("é.$0._b2", ["é", "$0", "_b2"]),
    ("##\"a\"# \\#(b) \\##(c)\"## d", ["c", "d"]), ("a \"b\nc", ["a", "c"]),
  ])
  func `comments, regular expressions and strings end where Swift ends them`(
    _ text: String, _ expected: [String]
  ) {
    #expect(words(text) == expected)
  }

  @Test func `reads what is interpolated`() {
    #expect(words("\"a \\(b.c(\"d \\(e) f\")) g\" h") == ["b", "c", "e", "h"])
    #expect(words("#\"a \\(b) \\#(c) d\"# e") == ["c", "e"])
    #expect(words("\"\"\"\na \\(b)\n\"\"\" c") == ["b", "c"])
  }

  @Test func `takes backticks off`() {
    let tokens = SwiftLexer.tokens(of: SourceFile(path: "Text.swift", text: "x.`default`"))
    #expect(tokens.map(\.text) == ["x", ".", "default"])
    #expect(tokens[2].start == 2)
    #expect(tokens[2].end == 11)
  }

  @Test func `marks conditions of compilation`() {
    let tokens = SwiftLexer.tokens(
      of: SourceFile(path: "Text.swift", text: "#if canImport(Apollo)\nimport Apollo\n#endif"))
    #expect(tokens.filter { $0.text == "Apollo" }.map(\.isCondition) == [true, false])
    let others = SwiftLexer.tokens(
      of: SourceFile(path: "Text.swift", text: "#elseif a\rb\n#iffy c\n#else d\n#if e")
    ).filter { $0.text.utf8.count == 1 && $0.isWord }
    #expect(others.map(\.text) == ["a", "b", "c", "d", "e"])
    #expect(others.map(\.isCondition) == [true, false, false, false, true])
  }

  @Test func `ends with the text`() {
    for text in ["\"a", "\"\\(", "/*", "#\"", "`a", "\"\"\"", "#/a", "\"\\", "#", "a\\"] {
      let tokens = SwiftLexer.tokens(of: SourceFile(path: "Text.swift", text: text))
      #expect(tokens.allSatisfy { $0.start <= $0.end && $0.end <= text.utf8.count }, "\(text)")
    }
  }
}
