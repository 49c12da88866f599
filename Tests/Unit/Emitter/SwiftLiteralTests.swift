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

  @Test func `mentions are whole names outside of comments`() {
    #expect(SwiftLiteral.mentions("Date", in: "let day: Date?\n"))
    #expect(!SwiftLiteral.mentions("Date", in: "let day: UpdatedDate\nlet x: Dates\n"))
    #expect(!SwiftLiteral.mentions("Date", in: "  /// Date of birth.\n  let day: String\n"))
    #expect(SwiftLiteral.mentions("Date", in: "  /// Date of birth.\n  let day: Date"))
  }

  @Test(arguments: [
    "case \"\\\"Date\": self = .date", "case .Date: 1", "let Date: Int", "value.Date", "r.int(\"Date\")",
  ])
  func `members, labels and literals are no mentions of a type`(_ text: String) {
    #expect(!SwiftLiteral.mentions("Date", in: text + "\n"))
  }

  @Test(arguments: ["\"a\": Date", "[Date: Int]", "Shop.Date", "x(\"\", as: Date.self)", "init(\n    Date"])
  func `types are mentioned`(_ text: String) {
    #expect(SwiftLiteral.mentions("Date", in: text + "\n"))
  }

  @Test func `a type with a small letter is only mentioned where a type can be`() {
    #expect(SwiftLiteral.mentions("nodes", in: "let x: [nodes]?\n"))
    #expect(!SwiftLiteral.mentions("nodes", in: "self.nodes = nodes\nw.values(\"nodes\", nodes)\n"))
  }
}
