import Testing

@testable import ApusEmitter

@Suite(.timeLimit(.minutes(15))) struct SwiftLiteralTests {
  @Test(arguments: [
    ("plain", "\"plain\""),
    ("a \"b\" \\(c)", "#\"a \"b\" \\(c)\"#"),
    ("ends \"#", "##\"ends \"#\"##"),
    ("two\nlines", "\"two\\nlines\""),
    ("quote \" and\nline", "\"quote \\\" and\\nline\""),
    ("nul \0", "\"nul \\u{0}\""),
    ("turned \u{202E}around", "\"turned \\u{202E}around\""),
  ])
  func `a literal has the text that it is for`(text: String, expected: String) {
    #expect(SwiftLiteral.string(text) == expected)
  }

  @Test func `comments cannot be left`() {
    #expect(SwiftLiteral.commentLines("one */ two\r\nthree\rfour\n") == ["one */ two", "three", "four"])
    #expect(SwiftLiteral.commentLines("a\u{2028}b\0c") == ["abc"])
    #expect(SwiftLiteral.commentLines("  \n\ttext  \n\n") == ["\ttext"])
    #expect(SwiftLiteral.commentLines("") == [])
  }
}
